/// Control characters in names, and blanks at their ends, for line-based
/// formats: each is written as its picture ("␊" for a line end, "␠" for
/// a blank), which other tools can show, and converted back when read.
#pragma once

#include <string>
#include <string_view>

namespace candela {

std::string withControlPictures(std::string_view text);

/// Whether withoutControlPictures() may return another text.
bool hasControlPictures(std::string_view text);

/// Converts pictures back. Pictures that were in the original text also become characters.
std::string withoutControlPictures(std::string_view text);

} // namespace candela
