/// Lists rows of processes and their threads: in groups or as a tree, in the chosen order, those of the
/// chosen name.
#pragma once

#include "views/timeline_rows/timeline_rows.h"

#include <vector>

namespace candela {

class ProcessRows {
public:
    /// All arguments must outlive this object.
    ProcessRows(const FoundRows& found, const FoundGroups& groups, const TrackListing& listing,
                const OpenedTracks& opened, TimelineRows& result);

    // Both append all listed rows to the result.
    void listGroups();
    void listTree();

private:
    /// What of a process is listed.
    struct Listed {
        bool isMatch = true;     ///< itself: then all its threads are listed
        std::size_t threads = 0; ///< that are listed
        bool isAny() const { return isMatch || threads > 0; }
    };
    struct Member {
        std::size_t process = 0;
        Listed listed;
    };
    struct Group {
        std::size_t row = 0;   ///< of FoundGroups
        bool isMatch = true;   ///< itself: then all its processes are listed, and `members` is empty
        std::size_t count = 0; ///< of processes that are listed
        std::vector<Member> members;
    };
    struct ListedNode {
        Listed own;
        std::size_t children = 0; ///< that are listed
        bool isAny() const { return own.isAny() || children > 0; }
    };

    std::size_t threadsOf(std::size_t process) const {
        return m_found.firstThread[process + 1] - m_found.firstThread[process];
    }
    Listed listed(std::size_t process) const;
    bool isThreadMatch(std::size_t thread) const;
    Group listed(std::size_t row, const TrackMatches& matches) const;
    void append(Group& group);
    std::vector<ListedNode> listedNodes() const;
    std::shared_ptr<const FoundRow> closedTree(std::size_t node) const;
    void raiseScale(std::size_t lane, std::int64_t weight);
    void append(std::size_t process, TimelineRow row, const Listed& listed, std::size_t children = 0);

    const FoundRows& m_found;
    const FoundGroups& m_groups;
    const TrackListing& m_listing;
    const OpenedTracks& m_opened;
    TimelineRows& m_result;
    TrackMatches m_matches;
};

} // namespace candela
