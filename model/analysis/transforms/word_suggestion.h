/// Which of some words was meant by a mistyped one.
#pragma once

#include <span>
#include <string_view>

namespace candela {

/// The word that takes the fewest insertions, deletions, replacements and swaps of neighbours (the restricted
/// Damerau-Levenshtein distance) to get to, or that begins with what was typed; empty where none is near.
std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words);

} // namespace candela
