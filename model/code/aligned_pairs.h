/// The alignment of two sequences that keeps their order: pairs of rows, and the rows of one side alone.
/// And what two sets of words have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// How many words two sorted lists have in common. A word that occurs n times in both counts n times.
inline std::size_t commonCount(const std::vector<std::string_view>& left,
                               const std::vector<std::string_view>& right) {
    std::size_t common = 0;
    for (std::size_t i = 0, k = 0; i < left.size() && k < right.size();) {
        const auto order = left[i] <=> right[k];
        if (order == 0) ++common;
        if (order <= 0) ++i;
        if (order >= 0) ++k;
    }
    return common;
}

using AlignedPair = std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>;

/// The pairs of rows 0…left-1 and 0…right-1, in order, with the largest sum of scores: Needleman and Wunsch,
/// J. Mol. Biol. 48, 1970. `scoreOf(left, right)` is asked at most twice for two rows; a score of 0 or less
/// is no pair. Of equal sums, what is on the left alone comes first. Takes time, and four bytes of memory,
/// for each two rows.
template<typename ScoreOf>
std::vector<AlignedPair> alignedPairs(std::size_t left, std::size_t right, const ScoreOf& scoreOf) {
    const auto width = right + 1;
    std::vector<int> best((left + 1) * width); // of the rows from these on
    for (auto i = left; i-- > 0;)
        for (auto k = right; k-- > 0;) {
            auto sum = std::max(best[(i + 1) * width + k], best[i * width + k + 1]);
            if (const int score = scoreOf(i, k); score > 0)
                sum = std::max(sum, score + best[(i + 1) * width + k + 1]);
            best[i * width + k] = sum;
        }
    std::vector<AlignedPair> pairs;
    std::size_t i = 0, k = 0;
    while (i < left || k < right) {
        const auto own = static_cast<std::uint32_t>(i), other = static_cast<std::uint32_t>(k);
        if (i < left && k < right) {
            const int score = scoreOf(i, k);
            if (score > 0 && best[i * width + k] == score + best[(i + 1) * width + k + 1]) {
                pairs.emplace_back(own, other);
                ++i;
                ++k;
                continue;
            }
        }
        if (i < left && (k == right || best[i * width + k] == best[(i + 1) * width + k])) {
            pairs.emplace_back(own, std::nullopt);
            ++i;
        } else {
            pairs.emplace_back(std::nullopt, other);
            ++k;
        }
    }
    return pairs;
}

} // namespace candela
