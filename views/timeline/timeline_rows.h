/// The rows of a timeline: processes, in groups where several belong together, with their threads below them
/// where they are opened; or CPUs. Their order comes from the whole recording, so that it stays while one
/// looks closer.
#pragma once

#include "model/analysis/samples/sample_groups.h"
#include "model/analysis/samples/timeline.h"

#include <QString>

#include <set>
#include <string>
#include <vector>

namespace candela {

struct TimelineRow {
    TrackKind kind = TrackKind::Process;
    QString name;
    QString number;       ///< "123" of a process or thread, "1,800 processes" of a group
    std::string group;    ///< of several processes: what they have in common; empty for all other rows
    ProcessIndex process; ///< none of a group
    ThreadIndex thread;
    std::int32_t cpu = -1;
    std::int64_t total = 0;                   ///< in the whole recording
    std::vector<ProcessIndex> processes = {}; ///< of a group or process, in ascending order
    std::size_t threads = 0;                  ///< of a process
    bool isOpened = false;                    ///< what is below it follows
    bool isInGroup = false;                   ///< it stands below a group's row
    std::vector<std::int64_t> weight;         ///< a row per slice of the visible range

    bool isGroup() const { return processes.size() > 1; }
    /// How many rows follow once it is opened; what has only one has nothing to open.
    std::size_t rowsBelow() const { return isGroup() ? processes.size() : threads > 1 ? threads : 0; }
};

/// The rows that show what is below them.
struct OpenedTracks {
    std::set<std::string> groups;
    std::set<ProcessIndex> processes;

    bool contains(const TimelineRow& row) const {
        return row.isGroup() ? groups.contains(row.group) : processes.contains(row.process);
    }
    void open(const TimelineRow& row);
    /// Opens what is closed and closes what is open.
    void toggle(const TimelineRow& row);
};

struct TimelineRows {
    TimeRange range;              ///< that the slices divide
    std::int64_t sliceLength = 0; ///< nanoseconds
    std::int64_t total = 0;       ///< of the whole recording
    std::vector<TimelineRow> rows;
    std::vector<std::int64_t> sum; ///< of all tracks, by slice
    std::int64_t largestSum = 0;
    std::int64_t largestProcess = 0; ///< in any slice of any process or group
    std::int64_t largestTrack = 0;   ///< in any slice of any thread or CPU

    std::int64_t scaleOf(const TimelineRow& row) const {
        return row.kind == TrackKind::Process ? largestProcess : largestTrack;
    }
};

/// `whole` and `detail` are tracks of threads or of CPUs, of the whole recording and of the visible range.
/// Processes that `groups` gives one name share a row; SampleKey::Kind::Process keeps them apart.
TimelineRows timelineRows(const Profile& profile, const Timeline& whole, const Timeline& detail,
                          const SampleKey& groups, const OpenedTracks& opened);

} // namespace candela
