/// Whether a text ends as its writers end it: a truncated file shows mostly there.
#pragma once

#include "model/profile/profile_builder.h"

#include <string_view>

namespace candela {

/// Warns where the last line has no line end: it may be incomplete.
void warnOfCutLine(std::string_view text, ProfileBuilder& builder);

/// Whether the text's last line is empty.
bool endsWithEmptyLine(std::string_view text);

} // namespace candela
