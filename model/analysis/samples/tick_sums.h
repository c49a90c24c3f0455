/// Adds ticks of a clock (clock_ticks.h) to slices of time. Ticks of one track mostly follow one another
/// within a slice: their weights are added up before the slice gets their sum.
#pragma once

#include "model/analysis/samples/clock_ticks.h"
#include "model/analysis/samples/time_slices.h"
#include "model/base/wrapping.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace candela {

/// What ticks are added to.
struct TickTrack {
    std::vector<std::int64_t>* differences = nullptr; ///< TimeSlices::noDifferences()
    std::int64_t* total = nullptr; ///< the weight of the ticks in the range, as filters count
};

class TickSums {
public:
    explicit TickSums(TimeSlices& slices) : m_slices(slices) {}
    TickSums(const TickSums&) = delete;
    TickSums& operator=(const TickSums&) = delete;
    ~TickSums() { flush(); }

    /// The track of the ticks that follow. It must remain at its address until the next call, or until the
    /// sums are destroyed.
    void setTrack(TickTrack track) {
        if (track.differences == m_track.differences) return;
        flush();
        m_track = track;
    }
    /// Adds a tick to each slice of the time that ended at it. One after the range has a part in it, but does
    /// not count in the total. One without time is a moment.
    void add(std::int64_t tick, std::int64_t weight) {
        if (isInCurrent(tick, weight))
            m_sum += static_cast<std::uint64_t>(weight);
        else
            addElsewhere(tick, weight);
    }
    /// Adds ticks of the same track, with a weight for each; faster than one by one.
    void add(std::span<const std::int64_t> ticks, std::span<const std::int64_t> weights);
    /// Whether a part of the tick is in the range, or the tick itself. Others do not need to be added.
    bool isInRange(std::int64_t tick, std::int64_t weight) const {
        return tick < m_slices.range().end || timeOfTick(tick, weight).begin < m_slices.range().end;
    }
    /// Whether all of the tick's time is in the slice that was added to last, and in the range. Unsigned
    /// differences need no checks for overflow.
    bool isInCurrent(std::int64_t tick, std::int64_t weight) const {
        const auto end = static_cast<std::uint64_t>(tick) + 1 - m_begin;
        return end <= m_length && static_cast<std::uint64_t>(weight) - 1 < end;
    }

private:
    void flush() {
        if (m_sum == 0) return;
        const auto sum = static_cast<std::int64_t>(std::exchange(m_sum, 0));
        m_slices.addToCurrent(*m_track.differences, sum);
        *m_track.total = wrappingSum(*m_track.total, sum);
    }
    void addElsewhere(std::int64_t tick, std::int64_t weight);

    TimeSlices& m_slices;
    TickTrack m_track;
    std::uint64_t m_sum = 0;    ///< not yet added to m_track
    std::uint64_t m_begin = 0;  ///< of the slice that m_sum is for
    std::uint64_t m_length = 0; ///< of its part in the range; none at first
};

} // namespace candela
