/// Text as it may be shown. Names in profiles are whatever a program chose to be called, and must not move a
/// terminal's cursor, look like another name, or end a line. Everything that is shown to people goes through
/// here; what an output has to escape besides (markup, quotes) it does itself, once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// One line. Control characters of ASCII become their pictures ("␛"). U+FFFD stands for other control
/// characters (C1), for the marks, overrides and isolates of bidirectional text, for what separates lines and
/// paragraphs, for invisible format characters that no name needs, and for bytes that are not UTF-8.
std::string shownText(std::string_view text);

/// The same for several lines: line ends stay.
std::string shownLines(std::string_view text);

/// Whether shownText() replaces this letter.
bool isHiddenLetter(std::uint32_t codePoint);

} // namespace candela
