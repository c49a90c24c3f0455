#include "model/analysis/samples/tick_sums.h"

namespace candela {

void TickSums::add(std::span<const std::int64_t> ticks, std::span<const std::int64_t> weights) {
    std::size_t row = 0;
    while (row < ticks.size()) {
        std::uint64_t sum = 0; // in a register
        for (; row < ticks.size() && isInCurrent(ticks[row], weights[row]); ++row)
            sum += static_cast<std::uint64_t>(weights[row]);
        m_sum += sum;
        if (row == ticks.size()) return;
        if (isInRange(ticks[row], weights[row])) addElsewhere(ticks[row], weights[row]);
        ++row;
    }
}

void TickSums::addElsewhere(std::int64_t tick, std::int64_t weight) {
    flush();
    const bool isCounted = tick < m_slices.range().end;
    if (isCounted) *m_track.total = wrappingSum(*m_track.total, weight);
    if (!m_slices.addTime(*m_track.differences, timeOfTick(tick, weight)) && isCounted)
        m_slices.addMoment(*m_track.differences, tick, weight);
    const auto current = m_slices.current();
    m_begin = static_cast<std::uint64_t>(current.begin);
    m_length = static_cast<std::uint64_t>(current.end) - m_begin;
}

} // namespace candela
