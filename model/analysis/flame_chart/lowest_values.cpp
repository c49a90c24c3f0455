#include "model/analysis/flame_chart/lowest_values.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t numbersPerMinimum = 16;

} // namespace

LowestValues::LowestValues(std::vector<std::uint16_t> values) {
    m_levels.push_back(std::move(values));
    while (m_levels.back().size() > numbersPerMinimum) {
        const auto& below = m_levels.back();
        std::vector<std::uint16_t> minima;
        minima.reserve((below.size() + numbersPerMinimum - 1) / numbersPerMinimum);
        for (std::size_t from = 0; from < below.size(); from += numbersPerMinimum) {
            const auto to = std::min(from + numbersPerMinimum, below.size());
            minima.push_back(
                *std::min_element(below.begin() + std::ptrdiff_t(from), below.begin() + std::ptrdiff_t(to)));
        }
        m_levels.push_back(std::move(minima));
    }
}

std::size_t LowestValues::firstAtMost(std::size_t from, std::uint32_t limit) const {
    auto index = from;
    for (std::size_t level = 0; level < m_levels.size(); ++level) {
        const auto& values = m_levels[level];
        const auto end = std::min(values.size(), (index / numbersPerMinimum + 1) * numbersPerMinimum);
        for (; index < end; ++index) {
            if (values[index] > limit) continue;
            for (; level > 0; --level)
                for (index *= numbersPerMinimum; m_levels[level - 1][index] > limit;)
                    ++index;
            return index;
        }
        index = (index + numbersPerMinimum - 1) / numbersPerMinimum;
    }
    return size();
}

std::optional<std::size_t> LowestValues::lastAtMost(std::size_t from, std::uint32_t limit) const {
    auto end = from + 1; // what is searched are the indices before it
    for (std::size_t level = 0; level < m_levels.size(); ++level) {
        const auto& values = m_levels[level];
        const auto begin = end == 0 ? 0 : (end - 1) / numbersPerMinimum * numbersPerMinimum;
        for (auto index = end; index > begin; --index) {
            if (values[index - 1] > limit) continue;
            auto found = index - 1;
            for (; level > 0; --level) {
                const auto last = (found + 1) * numbersPerMinimum;
                found = std::min(last, m_levels[level - 1].size()) - 1;
                while (m_levels[level - 1][found] > limit)
                    --found;
            }
            return found;
        }
        end = begin / numbersPerMinimum;
    }
    return std::nullopt;
}

} // namespace candela
