/// Pieces of a file's code, sorted and apart from each other, and whether an offset is in one of them. Each
/// symbol of a file is looked up, and nearly all are in none: that is found by one bit.
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
        const auto part = (fileOffset - m_begin) >> m_partBits;
        if (!(m_partsWithGap[part / wordBits] >> part % wordBits & 1)) return false;
        const auto gap = std::partition_point(m_gaps.begin(), m_gaps.end(), [&](const CodeGap& candidate) {
            return candidate.end <= fileOffset;
        });
        return gap->begin <= fileOffset;
    }
    const std::vector<CodeGap>& gaps() const { return m_gaps; }

private:
    static constexpr unsigned wordBits = 64;
    static constexpr unsigned minimumPartBits = 4;  // functions begin at multiples of 16, gaps end there
    static constexpr std::uint64_t partsOfGap = 64; // the memory grows with the number of gaps alone

    std::vector<CodeGap> m_gaps;
    // The range of all gaps is cut into equal parts: a bit for each that a gap is in.
    std::vector<std::uint64_t> m_partsWithGap;
    std::uint64_t m_begin = 0; // of the first part
    unsigned m_partBits = minimumPartBits;
};

} // namespace candela
