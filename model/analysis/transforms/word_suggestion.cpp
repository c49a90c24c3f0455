#include "model/analysis/transforms/word_suggestion.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace candela {

namespace {

std::size_t distance(std::string_view left, std::string_view right) {
    // Row i of the table has the distances of left's first i letters to right's first 0, 1, 2, … letters.
    std::vector<std::vector<std::size_t>> table(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
    for (std::size_t i = 0; i <= left.size(); ++i)
        table[i][0] = i;
    for (std::size_t j = 0; j <= right.size(); ++j)
        table[0][j] = j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const std::size_t replaced = table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, replaced});
            const bool isSwap = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
            if (isSwap) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
        }
    }
    return table[left.size()][right.size()];
}

} // namespace

std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words) {
    constexpr std::size_t maximumTypedLength = 64; // longer than any command
    if (typed.empty() || typed.size() > maximumTypedLength) return {};
    std::string_view nearest;
    auto nearestDistance = std::numeric_limits<std::size_t>::max();
    for (const auto word : words) {
        const auto allowed = std::max<std::size_t>(1, std::min(typed.size(), word.size()) / 3);
        const auto steps = typed.size() > 2 && word.starts_with(typed) ? 1 : distance(typed, word);
        if (steps > allowed || steps >= nearestDistance) continue;
        nearest = word;
        nearestDistance = steps;
    }
    return nearest;
}

} // namespace candela
