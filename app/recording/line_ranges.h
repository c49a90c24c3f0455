/// Ranges of line numbers without overlaps; ranges that touch are one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

namespace candela {

class LineRanges {
public:
    /// The range includes both lines.
    void add(std::uint32_t first, std::uint32_t last) {
        auto next = m_lasts.upper_bound(first);
        if (next != m_lasts.begin() && touches(std::prev(next)->second, first)) --next;
        while (next != m_lasts.end() && touches(last, next->first)) {
            first = std::min(first, next->first);
            last = std::max(last, next->second);
            next = m_lasts.erase(next);
        }
        m_lasts.emplace(first, last);
    }
    std::size_t size() const { return m_lasts.size(); }
    /// The last lines by first lines, in ascending order.
    const std::map<std::uint32_t, std::uint32_t>& lasts() const { return m_lasts; }

private:
    /// Whether a range that ends with `last` and one that begins with `first` are one.
    static bool touches(std::uint32_t last, std::uint32_t first) { return std::uint64_t{last} + 1 >= first; }

    std::map<std::uint32_t, std::uint32_t> m_lasts;
};

} // namespace candela
