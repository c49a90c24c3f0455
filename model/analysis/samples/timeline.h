/// How much weight is in each slice of time, for each track (process, thread or CPU).
#pragma once

#include "model/analysis/samples/filter.h"

#include <string>
#include <vector>

namespace candela {

enum class TrackKind { Process, Thread, Cpu };

/// Samples without a process, thread or CPU have their own track, with none (or -1) in that field.
struct TimelineTrack {
    TrackKind kind = TrackKind::Process;
    ProcessIndex process; ///< only of a process track or thread track
    ThreadIndex thread;   ///< only of a thread track
    std::int32_t cpu = -1;
    std::int64_t total = 0; ///< weight of the samples in the range; for a gauge, the level at its end
    std::vector<std::int64_t> weight; ///< for each slice; for a gauge, the level at the slice's end
};

struct Timeline {
    TimeRange range;
    std::int64_t sliceLength = 0;      ///< nanoseconds
    std::vector<TimelineTrack> tracks; ///< largest total first
    std::int64_t largestSlice = 0;     ///< the maximum weight of any slice of any track, for the scale
    bool hasTimes = false;             ///< whether any sample has a time
};

/// The range from the first sample of all value types to just after the last one, or to the end of the last
/// duration; an empty range (0,0) without times.
TimeRange timeRangeOf(const Profile& profile);

/// `slices` slices of equal length that cover the range (the last ones may extend beyond it), and the tracks
/// that have samples in it. Exact: every kept moment is in one slice, and a sample with a duration counts in
/// each slice for the time that it spends there. A tick of a clock (clock_ticks.h) counts in the slices of
/// the time that ended at it, also if it is after the range, so that no slice has more than its length on
/// each CPU, as far as the ticks of a CPU do not overlap; totals have the ticks in the range, like filters. A
/// gauge's weights are changes of its level, and all changes since the beginning count, so levels of several
/// tracks can be added. A rise and a fall within one slice are not visible. The filter's own time range is
/// not applied, because the timeline also shows the time around it. With `stacks`, only samples of these
/// stacks count (SampleSelection::keepOnly).
Result<Timeline> timeline(SampleSelector& selector, const Profile& profile, ValueTypeIndex value,
                          const Filter& filter, TrackKind kind, TimeRange range, std::size_t slices,
                          Task& task, const RowMask* stacks = nullptr);

} // namespace candela
