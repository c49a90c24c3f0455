/// Every group with its self and total weight: the flat table of `report` and of the Functions view.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"

namespace candela {

struct GroupWeight {
    FrameGroupIndex group;
    std::int64_t self = 0;
    std::int64_t total = 0; ///< recursion counts once
};

/// Groups with a weight (self or total not 0), in the order of their rows. One pass over the call nodes.
std::vector<GroupWeight> groupWeights(const CallTreeShape& shape, const StackWeights& weights);
/// The same for the profile's unchanged stacks, without a call tree: for callers that need none.
std::vector<GroupWeight> groupWeights(const FrameGroups& groups, const StackWeights& weights);

/// The whole tree of each root that has a weight. Self is of samples without a frame.
std::vector<GroupWeight> rootWeights(const RootedShape& rooted, const StackWeights& weights);

} // namespace candela
