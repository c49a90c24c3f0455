#include "model/unwind/instructions/code_gaps.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace candela {

CodeGaps::CodeGaps(std::vector<CodeGap> gaps) : m_gaps(std::move(gaps)) {
    if (m_gaps.empty()) return;
    const auto size = m_gaps.back().end - m_gaps.front().begin;
    m_partBits = std::max<unsigned>(minimumPartBits,
                                    static_cast<unsigned>(std::bit_width(size / m_gaps.size() / partsOfGap)));
    m_begin = m_gaps.front().begin >> m_partBits << m_partBits;
    m_partsWithGap.resize(((m_gaps.back().end - m_begin) >> m_partBits) / wordBits + 1);
    for (const auto& gap : m_gaps) {
        const auto last = (gap.end - 1 - m_begin) >> m_partBits;
        for (auto part = (gap.begin - m_begin) >> m_partBits; part <= last;) {
            auto& word = m_partsWithGap[part / wordBits];
            const bool isWholeWord = part % wordBits == 0 && last - part >= wordBits - 1;
            word |= isWholeWord ? ~std::uint64_t{0} : std::uint64_t{1} << part % wordBits;
            part += isWholeWord ? wordBits : 1;
        }
    }
}

} // namespace candela
