/// Suggests a word for a mistyped one.
#pragma once

#include <span>
#include <string_view>

namespace candela {

/// The nearest word by insertions, deletions, replacements and swaps of neighbours (the restricted
/// Damerau-Levenshtein distance), or one that begins with what was typed; empty if none is near.
std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words);

} // namespace candela
