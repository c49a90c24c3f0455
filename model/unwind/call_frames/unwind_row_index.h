/// Where the rows of an unwind table are in equal parts of its code, so that a look-up begins near its row.
#pragma once

#include "bpf/unwind.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

class UnwindRowIndex {
public:
    /// An index that does not narrow look-ups.
    UnwindRowIndex() = default;
    /// The rows must be sorted by pc. The index is valid as long as they do not change.
    explicit UnwindRowIndex(std::span<const unwind_row> rows);

    /// Rows before `first` begin at or before a file offset, rows from `last` on behind it.
    struct Range {
        std::size_t first = 0;
        std::size_t last = 0;
    };
    Range rangeOf(std::uint64_t fileOffset, std::size_t rows) const {
        if (m_samples.empty() || fileOffset < m_begin) return {0, rows};
        const auto part = (fileOffset - m_begin) >> m_partBits;
        if (part >= m_samples.size() - 1) return {(std::size_t{m_samples.back()} - 1) * sampleRows, rows};
        const std::size_t first = m_samples[part];
        const std::size_t last = m_samples[part + 1] * sampleRows;
        return {first == 0 ? 0 : (first - 1) * sampleRows, last < rows ? last : rows};
    }

private:
    /// One row of so many is in the index. That makes it in a hundredth of the time that the table takes.
    static constexpr std::size_t sampleRows = 16;

    /// For each part, and for the end of the last one: how many samples begin before it.
    std::vector<std::uint32_t> m_samples;
    std::uint64_t m_begin = 0;
    unsigned m_partBits = 0;
};

} // namespace candela
