/// All rows that timelines may list, with everything that does not depend on what the user lists and opens:
/// made once for each computation, off the GUI thread, so that another order of very many rows is a matter of
/// milliseconds.
#pragma once

#include "views/timeline_rows/timeline_row.h"
#include "views/tracks/track_listing.h"
#include "views/tracks/track_names.h"

#include <memory>
#include <span>
#include <vector>

namespace candela {

/// The timelines of one value, for its threads or for its CPUs.
struct ValueTimeline {
    ValueTypeIndex value;
    std::shared_ptr<const Timeline> whole;                 ///< the whole recording
    std::shared_ptr<const Timeline> detail;                ///< the visible range
    ForMarks<std::shared_ptr<const Timeline>> marked = {}; ///< the marked parts of `detail`; null: no mark

    /// Whether both are the same objects.
    bool operator==(const ValueTimeline&) const = default;
};

/// What of a process or a thread is searched.
struct SearchedRow {
    std::uint32_t name = 0; ///< a number of TrackNames
    std::int32_t number = 0;
};

/// A process in the process tree, whose nodes are in the order of that tree.
struct FoundNode {
    std::size_t process = 0; ///< a position in FoundRows::processes
    int depth = 0;
    std::size_t end = 0; ///< of the nodes below it
};

struct FoundRows {
    TimeRange range;                 ///< the range that the slices divide
    std::int64_t sliceLength = 0;    ///< nanoseconds
    std::vector<TimelineLane> lanes; ///< largestProcess is that of processes alone
    std::size_t mainLane = 0;
    std::vector<FoundRow> cpus;      ///< in order of their weight
    std::vector<FoundRow> processes; ///< with samples, in order of their weight; then ancestors without
    std::size_t sampled = 0;         ///< the number of processes with samples
    std::vector<FoundRow> threads;   ///< of the first process, in order of their weight, then of the next one
    /// For each process, the position of its first thread; and then the number of threads.
    std::vector<std::size_t> firstThread;
    std::vector<FoundNode> tree; ///< of all processes
    TrackNames names;

    // By process and by thread. Listing reads these, not the rows, which are scattered in memory.
    std::vector<SearchedRow> searchedProcesses;
    std::vector<SearchedRow> searchedThreads;
    std::vector<TrackEntry> processEntries;
    std::vector<TrackEntry> threadEntries;
};

/// `values` must have timelines of the same range and track kind; `main` is one of them: the session's value.
FoundRows findRows(const Profile& profile, std::span<const ValueTimeline> values, ValueTypeIndex main);

/// Positions of rows in the order of the main value; rows that have the same weight of it, by the other
/// values.
std::vector<std::size_t> byWeight(std::span<const FoundRow* const> rows, std::size_t main);

} // namespace candela
