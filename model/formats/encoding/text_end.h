/// Checks whether a text ends as its writer ends it; a truncated file often does not.
#pragma once

#include "model/profile/profile_builder.h"

#include <string_view>

namespace candela {

/// Warns if the last line has no line end, because it may be incomplete.
void warnOfCutLine(std::string_view text, ProfileBuilder& builder);

/// Whether the text's last line is empty.
bool endsWithEmptyLine(std::string_view text);

} // namespace candela
