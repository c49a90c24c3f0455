#include "views/timeline_rows/timeline_rows.h"

#include "views/timeline_rows/process_rows.h"

#include <utility>

namespace candela {

TimelineRows timelineRows(std::shared_ptr<const FoundRows> found, std::shared_ptr<const FoundGroups> groups,
                          const TrackListing& listing, const OpenedTracks& opened) {
    TimelineRows result;
    result.range = found->range;
    result.sliceLength = found->sliceLength;
    result.lanes = found->lanes;
    result.mainLane = found->mainLane;
    for (const auto& cpu : found->cpus)
        result.rows.push_back({.found = &cpu, .kind = TrackKind::Cpu});
    ProcessRows processes(*found, *groups, listing, opened, result);
    result.isTree = listing.order == TrackOrder::ProcessTree;
    result.isTree ? processes.listTree() : processes.listGroups();
    if (result.tracks == 0) result.tracks = result.listedTracks = result.rows.size(); // CPUs
    result.found = std::move(found);
    result.groups = std::move(groups);
    return result;
}

} // namespace candela
