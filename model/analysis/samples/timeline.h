/// How much weight falls into each slice of time, per track (process, thread or CPU).
#pragma once

#include "model/analysis/samples/filter.h"

#include <string>
#include <vector>

namespace candela {

enum class TrackKind { Process, Thread, Cpu };

/// Samples without a process, thread or CPU have a track of their own, with none (or -1) for it.
struct TimelineTrack {
    TrackKind kind = TrackKind::Process;
    ProcessIndex process; ///< of a process or thread track
    ThreadIndex thread;   ///< of a thread track
    std::int32_t cpu = -1;
    std::int64_t total = 0;           ///< of the range; of a gauge, the level at its end
    std::vector<std::int64_t> weight; ///< a row per slice; of a gauge, the level at the slice's end
};

struct Timeline {
    TimeRange range;
    std::int64_t sliceLength = 0;      ///< nanoseconds
    std::vector<TimelineTrack> tracks; ///< largest total first
    std::int64_t largestSlice = 0;     ///< over all tracks: the scale's end
    bool hasTimes = false;             ///< whether the profile has times at all
};

/// From the first sample of all value types to just after the last one, or to the end of what lasts; empty
/// range (0,0) without times.
TimeRange timeRangeOf(const Profile& profile);

/// `slices` slices of equal length that cover the range (the last ones may reach beyond it), and the tracks
/// that have samples in it. Exact: every kept moment is in one slice, and what lasts is in each slice for as
/// long as it lasts in it. A gauge's weights are changes of its level, and all changes since the beginning
/// count; so levels of several tracks add up, but what rises and falls within a slice is not in it. The
/// filter's own time range is not applied: the timeline shows around it.
Result<Timeline> timeline(SampleSelector& selector, const Profile& profile, ValueTypeIndex value,
                          const Filter& filter, TrackKind kind, TimeRange range, std::size_t slices,
                          Task& task);

} // namespace candela
