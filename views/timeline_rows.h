/// The rows of a timeline: processes with their threads below them where they are opened, or CPUs. Their
/// order comes from the whole recording, so that it stays while one looks closer.
#pragma once

#include "model/analysis/timeline.h"

#include <QString>

#include <set>
#include <vector>

namespace candela {

struct TimelineRow {
    TrackKind kind = TrackKind::Process;
    QString name;
    QString number; ///< "pid 123", "tid 124"
    ProcessIndex process;
    ThreadIndex thread;
    std::int32_t cpu = -1;
    std::int64_t total = 0;           ///< in the whole recording
    std::size_t threads = 0;          ///< of a process
    bool isOpened = false;            ///< a process whose threads follow
    std::vector<std::int64_t> weight; ///< a row per slice of the range that is looked at
};

struct TimelineRows {
    TimeRange range;              ///< that the slices divide
    std::int64_t sliceLength = 0; ///< nanoseconds
    std::int64_t total = 0;       ///< of the whole recording
    std::vector<TimelineRow> rows;
    std::vector<std::int64_t> sum; ///< of all tracks, by slice
    std::int64_t largestSum = 0;
    std::int64_t largestProcess = 0; ///< in any slice of any process
    std::int64_t largestTrack = 0;   ///< in any slice of any thread or CPU

    std::int64_t scaleOf(const TimelineRow& row) const {
        return row.kind == TrackKind::Process ? largestProcess : largestTrack;
    }
};

/// `whole` and `detail` are tracks of threads or of CPUs, of the whole recording and of what is looked at.
TimelineRows timelineRows(const Profile& profile, const Timeline& whole, const Timeline& detail,
                          const std::set<ProcessIndex>& opened);

} // namespace candela
