#include "model/unwind/call_frames/unwind_row_index.h"

#include <bit>

namespace candela {

UnwindRowIndex::UnwindRowIndex(std::span<const unwind_row> rows) {
    if (rows.size() <= sampleRows) return;
    const auto count = (rows.size() + sampleRows - 1) / sampleRows;
    const auto lastSample = (count - 1) * sampleRows;
    m_begin = rows.front().pc;
    m_partBits = static_cast<unsigned>(std::bit_width((rows[lastSample].pc - m_begin) / count));
    m_samples.resize(((rows[lastSample].pc - m_begin) >> m_partBits) + 2);
    std::size_t next = 0; // part
    for (std::size_t sample = 0; sample < count; ++sample) {
        const auto part = (rows[sample * sampleRows].pc - m_begin) >> m_partBits;
        for (; next <= part; ++next)
            m_samples[next] = static_cast<std::uint32_t>(sample);
    }
    m_samples[next] = static_cast<std::uint32_t>(count);
}

} // namespace candela
