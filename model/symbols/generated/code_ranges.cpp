#include "model/symbols/generated/code_ranges.h"

#include <iterator>

namespace candela {

void CodeRanges::add(std::uint64_t begin, std::uint64_t end, std::uint32_t value) {
    if (begin >= end) return;
    auto next = m_ranges.lower_bound(begin);
    if (next != m_ranges.begin()) {
        auto& before = std::prev(next)->second;
        const auto covered = before;
        if (covered.end > begin) before.end = begin;
        // Each step looks up by key, because inserting invalidates iterators.
        if (covered.end > end) m_ranges.insert_or_assign(end, covered);
        next = m_ranges.lower_bound(begin);
    }
    while (next != m_ranges.end() && next->first < end) {
        const auto covered = next->second;
        next = m_ranges.erase(next);
        if (covered.end <= end) continue;
        m_ranges.insert_or_assign(end, covered);
        break;
    }
    m_ranges.insert_or_assign(begin, Range{end, value});
}

std::optional<std::uint32_t> CodeRanges::find(std::uint64_t address) const {
    const auto after = m_ranges.upper_bound(address);
    if (after == m_ranges.begin()) return {};
    const auto& range = std::prev(after)->second;
    return address < range.end ? std::optional(range.value) : std::nullopt;
}

} // namespace candela
