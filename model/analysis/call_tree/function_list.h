/// Every group with its self and total weight: the flat table of `report` and of the Functions view.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"

namespace candela {

struct GroupWeight {
    FrameGroupIndex group;
    std::int64_t self = 0;
    std::int64_t total = 0; ///< if a function calls itself, its weight counts once
};

/// Groups with a weight (self or total not 0), in the order of their rows. One pass over the call nodes.
std::vector<GroupWeight> groupWeights(const CallTreeShape& shape, const StackWeights& weights);
/// `nodes` is the result of callNodeWeights().
std::vector<GroupWeight> groupWeights(const CallTreeShape& shape, const StackWeights& weights,
                                      const CallNodeWeights& nodes);
/// The same for the profile's unchanged stacks, without a call tree: for callers that need none.
std::vector<GroupWeight> groupWeights(const FrameGroups& groups, const StackWeights& weights);

/// The weights of each root that has any: the total is that of its whole tree, self that of its samples
/// without a frame.
std::vector<GroupWeight> rootWeights(const RootedShape& rooted, const StackWeights& weights);

} // namespace candela
