/// The processes of a timeline that have something in common and share a row; each of the others has a group
/// of its own.
#pragma once

#include "model/analysis/samples/sample_groups.h"
#include "views/timeline_rows/found_rows.h"

namespace candela {

struct FoundGroups {
    SampleKey key;
    std::vector<FoundRow> rows; ///< in order of their weight; a row without a name has a single member
    std::vector<std::vector<std::size_t>> members; ///< of each: positions in FoundRows::processes, by weight
    std::vector<std::int64_t> largestProcess; ///< for each lane: the largest weight of any slice of any group
    TrackNames names;
    std::vector<std::uint32_t> name; ///< of each group, by `names`
    std::vector<TrackEntry> entries; ///< of each group
};

/// Groups the processes for which `key` gives the same name; SampleKey::Kind::Process separates them.
FoundGroups findGroups(const Profile& profile, const FoundRows& rows, const SampleKey& key);

} // namespace candela
