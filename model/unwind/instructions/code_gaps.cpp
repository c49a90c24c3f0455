#include "model/unwind/instructions/code_gaps.h"

#include <bit>
#include <utility>

namespace candela {

CodeGaps::CodeGaps(std::vector<CodeGap> gaps) : m_gaps(std::move(gaps)) {
    if (m_gaps.empty()) return;
    const auto begin = m_gaps.front().begin;
    const auto size = m_gaps.back().end - begin;
    m_partBits = static_cast<unsigned>(std::bit_width(size / m_gaps.size()));
    const auto parts = (size >> m_partBits) + 1;
    m_firstOfPart.reserve(parts + 1);
    std::uint32_t gap = 0;
    for (std::uint64_t part = 0; part <= parts; ++part) {
        while (gap + 1 < m_gaps.size() && m_gaps[gap].end <= begin + (part << m_partBits))
            ++gap;
        m_firstOfPart.push_back(gap);
    }
}

} // namespace candela
