/// The rows that a timeline lists: processes, grouped if several belong together or below their parents, with
/// their threads below them if they are opened; or CPUs. Each row shows one or more values, in lanes. The
/// order comes from the whole recording, so that zooming does not change it.
#pragma once

#include "views/timeline_rows/found_groups.h"
#include "views/timeline_rows/opened_tracks.h"
#include "views/tracks/idle_lane.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace candela {

struct TimelineRows {
    TimeRange range;              ///< the range that the slices divide
    std::int64_t sliceLength = 0; ///< nanoseconds
    std::vector<TimelineLane> lanes;
    std::size_t mainLane = 0; ///< the lane of the session's value, which decides the order of the rows
    TimelineMarks marks;      ///< what the marked parts of the lanes are
    std::vector<TimelineRow> rows;
    /// Rows of CPUs, groups and processes: those that are listed, closed or not, and all. Not those of a
    /// group.
    std::size_t listedTracks = 0;
    std::size_t tracks = 0;
    bool isTree = false;                  ///< rows are below their parents
    std::shared_ptr<const IdleLane> idle; ///< null: not shown

    // What the rows refer to.
    std::shared_ptr<const FoundRows> found;
    std::shared_ptr<const FoundGroups> groups;
    std::vector<std::shared_ptr<const FoundRow>> closed; ///< of the process tree, for all that is below them

    /// The slice that a time is in; the first one for times before. Only with a length of slices.
    std::size_t sliceAt(std::int64_t time) const {
        return static_cast<std::size_t>(std::max<std::int64_t>(time - range.begin, 0) / sliceLength);
    }
    std::int64_t scaleOf(const TimelineRow& row, std::size_t lane) const {
        return row.kind == TrackKind::Process ? lanes[lane].largestProcess : lanes[lane].largestTrack;
    }
    const TimelineLane& main() const { return lanes[mainLane]; }
};

/// `groups` are those of `found`. `listing` has no effect on CPUs. Takes milliseconds for 100,000 processes:
/// it runs in the GUI thread, for each letter of a name.
TimelineRows timelineRows(std::shared_ptr<const FoundRows> found, std::shared_ptr<const FoundGroups> groups,
                          const TrackListing& listing, const OpenedTracks& opened);

} // namespace candela
