/// UTF-8 letter by letter. Here and elsewhere, a letter is any code point: a sign or a digit, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

/// Whether the byte is a decimal digit of ASCII.
constexpr bool isDigit(char letter) {
    return static_cast<unsigned char>(letter - '0') < 10;
}

/// Appends a code point of at most 21 bits; halves of a surrogate pair are encoded like other letters.
void appendUtf8(std::string& text, char32_t letter);

/// The length in bytes of the first letter; 0 if it is not valid UTF-8 (RFC 3629), or if the text is empty.
std::size_t letterLength(std::string_view text);

/// The code point of a complete letter.
std::uint32_t codePointOf(std::string_view letter);

/// The bytes of the first `count` letters; everything if there are fewer. Invalid bytes count as one letter
/// each.
std::string_view firstLetters(std::string_view text, std::size_t count);

/// Whether the text runs from right to left, as its first letter with a direction does (rules P2 and P3 of
/// UAX #9).
bool runsRightToLeft(std::string_view text);

} // namespace candela
