/// The rows of a timeline: processes, grouped if several belong together or below their parents, with their
/// threads below them if they are opened; or CPUs. Each row shows one or more values, in lanes. The order
/// comes from the whole recording, so that zooming does not change it.
#pragma once

#include "model/analysis/samples/sample_groups.h"
#include "model/analysis/samples/timeline.h"
#include "model/profile/value_kinds.h"
#include "views/timeline_rows/timeline_marks.h"
#include "views/tracks/idle_lane.h"
#include "views/tracks/track_listing.h"

#include <QString>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// The timelines of one value, for its threads or for its CPUs.
struct ValueTimeline {
    ValueTypeIndex value;
    std::shared_ptr<const Timeline> whole;                 ///< the whole recording
    std::shared_ptr<const Timeline> detail;                ///< the visible range
    ForMarks<std::shared_ptr<const Timeline>> marked = {}; ///< the marked parts of `detail`; null: no mark
};

/// One value in one row.
struct RowLane {
    std::int64_t total = 0;           ///< weight in the whole recording
    std::vector<std::int64_t> weight; ///< one for each slice of the visible range; empty if all are 0
    ForMarks<std::vector<std::int64_t>> marked = {}; ///< the marked parts of `weight`

    std::int64_t weightIn(std::size_t slice) const { return slice < weight.size() ? weight[slice] : 0; }
    std::int64_t markedIn(MarkKind kind, std::size_t slice) const {
        return slice < marked[kind].size() ? marked[kind][slice] : 0;
    }
    void add(const RowLane& other);
    /// The largest weight of any slice.
    std::int64_t largest() const;
};

/// One value in all rows.
struct TimelineLane {
    ValueTypeIndex value;
    QString name;
    std::string unit;
    ValueKind kind = ValueKind::Unstated;
    Density density = Density::Rate;
    std::size_t tone = 0; ///< the number of lanes before it that have the same kind
    RowLane sum;          ///< the sum of all tracks
    std::int64_t largestSum = 0;
    std::int64_t largestProcess = 0; ///< the largest weight in any slice of any process or group
    std::int64_t largestTrack = 0;   ///< the largest weight in any slice of any thread or CPU
};

/// What opens a row, unless the user closed it.
enum class Opening { ByUser, WithTree, WithMatches };

/// What makes a row the same row after others were added, opened or put in another order.
struct RowKey {
    std::string group;
    ProcessIndex process;
    ThreadIndex thread;
    std::int32_t cpu = -1;
    bool operator==(const RowKey&) const = default;
};

struct TimelineRow {
    TrackKind kind = TrackKind::Process;
    QString name;
    QString number;       ///< "123" for a process or thread, "1,800 processes" for a group, "123 +7" for a
                          ///< process and those below it
    std::string group;    ///< what the processes of a group have in common; empty for all other rows
    ProcessIndex process; ///< none if the row is a group
    ThreadIndex thread;
    std::int32_t cpu = -1;
    std::vector<RowLane> lanes;               ///< one for each lane of TimelineRows
    std::vector<ProcessIndex> processes = {}; ///< that the row stands for, in ascending order
    std::size_t below = 0; ///< the number of rows directly below it when it is opened; 0: it can't be opened
    int depth = 0;         ///< how far the row is indented: in a group, or in the process tree
    Opening opening = Opening::ByUser;
    bool isOpened = false; ///< the rows below it are shown
    bool isOwn = false;    ///< a process, or a group, of Candela itself

    bool isGroup() const { return process.isNone() && processes.size() > 1; }
    RowKey key() const { return {group, process, thread, cpu}; }
};

/// The rows that the user opened, and those that the user closed.
class OpenedTracks {
public:
    bool contains(const TimelineRow& row) const;
    void open(const TimelineRow& row);
    /// Opens the row if it is closed, else closes it.
    void toggle(const TimelineRow& row);
    /// Rows with matches are open again. To be called when the name changes.
    void openMatches() { changedOf(Opening::WithMatches) = {}; }

private:
    struct Rows {
        std::set<std::string> groups;
        std::set<ProcessIndex> processes;
    };
    Rows& changedOf(Opening opening) { return m_changed[static_cast<std::size_t>(opening)]; }

    std::array<Rows, 3> m_changed; ///< by Opening
};

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
    std::shared_ptr<const IdleLane> idle; ///< null: not shown

    /// The slice that a time is in; the first one for times before. Only with a length of slices.
    std::size_t sliceAt(std::int64_t time) const {
        return static_cast<std::size_t>(std::max<std::int64_t>(time - range.begin, 0) / sliceLength);
    }
    std::int64_t scaleOf(const TimelineRow& row, std::size_t lane) const {
        return row.kind == TrackKind::Process ? lanes[lane].largestProcess : lanes[lane].largestTrack;
    }
    const TimelineLane& main() const { return lanes[mainLane]; }
};

/// `values` must have timelines of the same range and track kind; `main`
/// is one of them: the session's value. Processes for which `groups` gives
/// the same name share a row; SampleKey::Kind::Process separates them. `listing` has no effect on CPUs.
TimelineRows timelineRows(const Profile& profile, std::span<const ValueTimeline> values, ValueTypeIndex main,
                          const SampleKey& groups, const TrackListing& listing, const OpenedTracks& opened);

} // namespace candela
