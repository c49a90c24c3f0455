/// Pieces of a file's code, sorted and apart from each other, and which of them an offset is in. The answer
/// takes constant time on average, because each symbol of a file is looked up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

/// File offsets.
struct CodeGap {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

class CodeGaps {
public:
    CodeGaps() = default;
    /// The gaps must be sorted, not empty, and must not overlap.
    explicit CodeGaps(std::vector<CodeGap> gaps);

    bool contains(std::uint64_t fileOffset) const {
        if (m_gaps.empty() || fileOffset < m_gaps.front().begin || fileOffset >= m_gaps.back().end)
            return false;
        const auto part = (fileOffset - m_gaps.front().begin) >> m_partBits;
        const auto gap = std::partition_point(
            m_gaps.begin() + m_firstOfPart[part], m_gaps.begin() + m_firstOfPart[part + 1],
            [&](const CodeGap& candidate) { return candidate.end <= fileOffset; });
        return gap->begin <= fileOffset;
    }
    const std::vector<CodeGap>& gaps() const { return m_gaps; }

private:
    std::vector<CodeGap> m_gaps;
    // The range of all gaps is cut into equal parts, about as many as there are gaps: for each part and the
    // end of the last one, the first gap that ends behind it.
    std::vector<std::uint32_t> m_firstOfPart;
    unsigned m_partBits = 0;
};

} // namespace candela
