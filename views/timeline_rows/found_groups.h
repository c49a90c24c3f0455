/// The processes of a timeline that have something in common and share a row; each of the others has a group
/// of its own.
#pragma once

#include "model/analysis/samples/sample_groups.h"
#include "views/timeline_rows/found_rows.h"

#include <memory>
#include <span>
#include <vector>

namespace candela {

struct FoundGroups {
    SampleKey key;
    /// Of each group, in order of their weight. Null: the group is a single process, whose row is its own.
    std::vector<std::unique_ptr<const FoundRow>> rows;
    std::vector<std::size_t> members; ///< positions in FoundRows::processes: of the first group, by weight, …
    std::vector<std::size_t> firstMember;     ///< of each group; and then the number of members
    std::vector<std::int64_t> largestProcess; ///< for each lane: the largest weight of any slice of any group
    TrackNames names;
    std::vector<std::uint32_t> name; ///< of each group, by `names`
    std::vector<TrackEntry> entries; ///< of each group

    std::span<const std::size_t> membersOf(std::size_t group) const {
        return std::span(members).subspan(firstMember[group], firstMember[group + 1] - firstMember[group]);
    }
};

/// Groups the processes for which `key` gives the same name; SampleKey::Kind::Process separates them.
FoundGroups findGroups(const Profile& profile, const FoundRows& rows, const SampleKey& key);

} // namespace candela
