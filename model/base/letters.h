/// UTF-8, letter by letter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace candela {

/// How many bytes the letter at the start has; 0 where they are not UTF-8 (RFC 3629), or there are none.
std::size_t letterLength(std::string_view text);

/// The code point of one whole letter.
std::uint32_t codePointOf(std::string_view letter);

/// The bytes of the first `count` letters; all where there are no more. Bytes that are not UTF-8 count as a
/// letter.
std::string_view firstLetters(std::string_view text, std::size_t count);

} // namespace candela
