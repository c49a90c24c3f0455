/// Labels that recordings have, in words. Filters, chips and the command line have their keys.
#pragma once

#include <QString>

#include <string_view>

namespace candela {

/// "Command line" for "command_line"; the key itself if recordings have no such label.
QString labelTitle(std::string_view key);
/// A tree for each value: "Per command line".
QString perLabelTitle(std::string_view key);

} // namespace candela
