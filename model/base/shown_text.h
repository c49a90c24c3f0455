/// Text that is safe to show. Names in profiles are whatever a program chose, and must not move a terminal's
/// cursor, look like another name, or end a line. Everything shown to people is passed through here; further
/// escapes of an output format (markup, quotes) are applied there, once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// Returns one line. ASCII control characters become their pictures ("␛"). U+FFFD replaces other control
/// characters (C1), the marks, overrides and isolates of bidirectional text, line and paragraph separators,
/// invisible format characters that no name needs, and bytes that are not UTF-8.
std::string shownText(std::string_view text);

/// The same for several lines; line ends are kept.
std::string shownLines(std::string_view text);

/// Whether shownText() replaces this letter.
bool isHiddenLetter(std::uint32_t codePoint);

} // namespace candela
