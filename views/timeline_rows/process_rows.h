/// Makes rows of processes from the rows of their threads, and lists them: in groups or as a tree, in the
/// chosen order, those of the chosen name.
#pragma once

#include "model/analysis/samples/sample_groups.h"
#include "views/timeline_rows/timeline_rows.h"

#include <absl/container/flat_hash_map.h>

#include <string>
#include <vector>

namespace candela {

class ProcessRows {
public:
    /// All arguments must outlive this object. In the process tree, there are no groups.
    ProcessRows(const Profile& profile, const SampleKey& groups, const TrackListing& listing,
                const OpenedTracks& opened, TimelineRows& result);

    /// Threads of a process are added in order of their weight.
    void add(TimelineRow thread);
    /// Moves all listed rows into the result.
    void finish();

private:
    struct Process {
        TimelineRow row;
        std::vector<TimelineRow> threads;
        bool isMatch = true; ///< itself, not only one of several threads
    };
    struct Group {
        TimelineRow row; ///< without a name if it has a single member
        std::vector<std::size_t> members;
    };
    struct TreeRow {
        std::size_t end = 0;      ///< of the rows below it
        std::size_t children = 0; ///< that are listed
        bool isListed = false;
    };

    bool isTree() const { return m_listing.order == TrackOrder::ProcessTree; }
    Process& found(ProcessIndex index);
    void addAncestors();
    std::string groupOf(const TimelineRow& thread) const;
    std::vector<Group> groups();
    void listGroups();
    void listGroup(Group& group);
    void listTree();
    std::vector<TreeRow> treeRows(const std::vector<OrderedTrack>& tracks) const;
    void narrow(Process& process) const;
    void addBelow(TimelineRow& row, const std::vector<OrderedTrack>& tracks, std::size_t first,
                  std::size_t end) const;
    TrackEntry entryOf(const Process& process) const;
    std::vector<std::size_t> ordered(const std::vector<std::size_t>& members) const;
    void raiseScale(const TimelineRow& row);
    void append(Process& process, std::size_t children = 0);

    const Profile& m_profile;
    SampleKey m_key;
    SampleGroupNames m_names;
    const TrackListing& m_listing;
    const OpenedTracks& m_opened;
    TimelineRows& m_result;
    std::vector<Process> m_processes;
    absl::flat_hash_map<ProcessIndex, std::size_t> m_found;
};

} // namespace candela
