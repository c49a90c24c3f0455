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

/// The steps of an alignment, one for each two rows, in two bits each.
class AlignmentSteps {
public:
    enum Step : std::uint8_t {
        Pair,
        SkipLeft,
        SkipRight,
        SkipEither, ///< both are as good
    };

    AlignmentSteps(std::size_t left, std::size_t right) : m_width(right), m_bits((left * right + 3) / 4) {}

    void set(std::size_t left, std::size_t right, Step step) {
        const auto number = left * m_width + right;
        m_bits[number / 4] |= static_cast<std::uint8_t>(step << number % 4 * 2);
    }
    Step at(std::size_t left, std::size_t right) const {
        const auto number = left * m_width + right;
        return static_cast<Step>(m_bits[number / 4] >> number % 4 * 2 & 3);
    }

private:
    std::size_t m_width;
    std::vector<std::uint8_t> m_bits;
};

/// The pairs of rows 0…left-1 and 0…right-1, in order, with the largest sum of scores: Needleman and Wunsch,
/// J. Mol. Biol. 48, 1970. `scoreOf(left, right)` is asked once for two rows; a score of 0 or less is no
/// pair. Of equal sums, one with a pair is taken, then the one in which the larger of two rows stays alone:
/// `orderOf(left, right)` compares their contents with <=>. So exchanging the sides exchanges the rows of
/// each pair, and nothing else. Between pairs, what is on the left alone comes first. Takes time, and two
/// bits of memory, for each two rows.
template<typename ScoreOf, typename OrderOf>
std::vector<AlignedPair> alignedPairs(std::size_t left, std::size_t right, const ScoreOf& scoreOf,
                                      const OrderOf& orderOf) {
    AlignmentSteps steps(left, right);
    // The largest sums of the rows from these on: of the row before, and of the row itself.
    std::vector<int> below(right + 1), best(right + 1);
    for (auto i = left; i-- > 0;) {
        for (auto k = right; k-- > 0;) {
            const int withoutLeft = below[k], withoutRight = best[k + 1];
            best[k] = std::max(withoutLeft, withoutRight);
            auto step = withoutLeft == withoutRight  ? AlignmentSteps::SkipEither
                        : withoutLeft > withoutRight ? AlignmentSteps::SkipLeft
                                                     : AlignmentSteps::SkipRight;
            const int score = scoreOf(i, k);
            if (score > 0 && score + below[k + 1] >= best[k]) {
                best[k] = score + below[k + 1];
                step = AlignmentSteps::Pair;
            }
            steps.set(i, k, step);
        }
        std::swap(below, best);
    }
    std::vector<AlignedPair> pairs;
    std::size_t i = 0, k = 0, nextLeft = 0, nextRight = 0; // next to be added
    const auto addAlone = [&] {
        for (; nextLeft < i; ++nextLeft)
            pairs.emplace_back(static_cast<std::uint32_t>(nextLeft), std::nullopt);
        for (; nextRight < k; ++nextRight)
            pairs.emplace_back(std::nullopt, static_cast<std::uint32_t>(nextRight));
    };
    while (i < left && k < right) {
        const auto step = steps.at(i, k);
        if (step == AlignmentSteps::Pair) {
            addAlone();
            pairs.emplace_back(static_cast<std::uint32_t>(i++), static_cast<std::uint32_t>(k++));
            nextLeft = i;
            nextRight = k;
        } else if (step == AlignmentSteps::SkipLeft ||
                   (step == AlignmentSteps::SkipEither && orderOf(i, k) > 0)) {
            ++i;
        } else {
            ++k;
        }
    }
    i = left;
    k = right;
    addAlone();
    return pairs;
}

} // namespace candela
