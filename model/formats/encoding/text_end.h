/// Whether a text ends as the programs that write it end it: a cut shows there, and mostly nowhere else.
#pragma once

#include "model/profile/profile_builder.h"

#include <string_view>

namespace candela {

/// Warns where the last line has no line end: what it says may be a part of what it should.
void warnOfCutLine(std::string_view text, ProfileBuilder& builder);

/// Whether the text's last line is empty.
bool endsWithEmptyLine(std::string_view text);

} // namespace candela
