/// Control characters in names, and blanks at their ends, for formats of lines: each is written as its
/// picture
/// ("␊" for a line end, "␠" for a blank), which other tools show, and read back.
#pragma once

#include <string>
#include <string_view>

namespace candela {

std::string withControlPictures(std::string_view text);

/// The inverse. A picture that was in the original text becomes its character, too.
std::string withoutControlPictures(std::string_view text);

} // namespace candela
