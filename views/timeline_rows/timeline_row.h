/// A row of a timeline: a group of processes, a process, a thread, or a CPU.
#pragma once

#include "model/analysis/samples/timeline.h"
#include "model/profile/value_kinds.h"
#include "views/timeline_rows/row_lane.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// One value in all rows.
struct TimelineLane {
    ValueTypeIndex value;
    QString name;
    std::string unit;
    ValueKind kind = ValueKind::Unstated;
    Density density = Density::Rate;
    std::size_t tone = 0;            ///< the number of lanes before it that have the same kind
    RowLane sum;                     ///< the sum of all tracks
    std::int64_t largestProcess = 0; ///< the largest weight in any slice of any process or group
    std::int64_t largestTrack = 0;   ///< the largest weight in any slice of any thread or CPU

    std::int64_t largestSum() const { return sum.weight.largest(); }
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

/// What of a row does not depend on what is listed and opened.
struct FoundRow {
    TrackKind kind = TrackKind::Process;
    QString name = {};
    QString number = {};    ///< "123" for a process or thread, "1,800 processes" for a group, "123 +7" for a
                            ///< process and those below it
    std::string group = {}; ///< what the processes of a group have in common; empty for all other rows
    ProcessIndex process = {}; ///< none if the row is a group
    ThreadIndex thread = {};
    std::int32_t cpu = -1;
    std::vector<RowLane> lanes = {};          ///< one for each lane of TimelineRows
    std::vector<ProcessIndex> processes = {}; ///< that the row stands for, in ascending order
    bool isOwn = false;                       ///< a process, or a group, of Candela itself

    bool isGroup() const { return process.isNone() && processes.size() > 1; }
    RowKey key() const { return {group, process, thread, cpu}; }
};

/// Small, because each change of the order makes all of them anew. `row->name` is that of what was found,
/// which the TimelineRows that have the row keep.
struct TimelineRow {
    const FoundRow* found = nullptr;
    TrackKind kind = TrackKind::Process;
    std::size_t below = 0; ///< the number of rows directly below it when it is opened; 0: it can't be opened
    int depth = 0;         ///< how far the row is indented: in a group, or in the process tree
    Opening opening = Opening::ByUser;
    bool isOpened = false; ///< the rows below it are shown

    const FoundRow* operator->() const { return found; }
};

} // namespace candela
