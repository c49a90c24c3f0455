/// Any bytes as text inside XML: what XML can't hold, and what is not UTF-8, becomes U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace candela {

std::string xmlText(std::string_view text);

/// How many bytes the letter at the start has; 0 where they are not UTF-8 (RFC 3629).
std::size_t letterLength(std::string_view text);

/// The bytes of the first `count` letters; all where there are no more. Bytes that are not UTF-8 count as a
/// letter.
std::string_view firstLetters(std::string_view text, std::size_t count);

} // namespace candela
