/// Samples that a periodic clock took: each represents the time, its weight, that ended at it. In slices
/// shorter than the clock's period they would otherwise be peaks, higher than the CPUs of the machine allow.
#pragma once

#include "model/analysis/samples/filter.h"

#include <limits>

namespace candela {

/// Whether the value's weights are nanoseconds of work, without durations, of a clock whose period is known.
/// Samples with times are ticks then.
bool hasTicks(const Profile& profile, ValueTypeIndex value);

/// The range, extended so that it has every tick of which a part is in `range`. No tick weighs more than
/// `maximumWeight` nanoseconds (SampleSelector::maximumWeight()).
TimeRange rangeOfTicks(TimeRange range, std::int64_t maximumWeight);

/// The time that a tick of that weight in nanoseconds represents. It includes the tick's own time; empty if
/// the weight is not positive.
inline TimeRange timeOfTick(std::int64_t time, std::int64_t weight) {
    using Limits = std::numeric_limits<std::int64_t>;
    const auto end = time < Limits::max() ? time + 1 : time;
    if (weight <= 0) return {end, end};
    TimeRange range{0, end};
    if (__builtin_sub_overflow(end, weight, &range.begin)) range.begin = Limits::min();
    return range;
}

} // namespace candela
