/// Every group with its self and total weight: the flat table of `report` and of the Functions view.
#pragma once

#include "model/analysis/filter.h"
#include "model/analysis/grouping.h"

namespace candela {

struct GroupWeight {
    FrameGroupIndex group;
    std::int64_t self = 0;
    std::int64_t total = 0; ///< recursion counts once
};

/// Groups with a weight (self or total not 0), in no particular order. One pass over the distinct stacks.
std::vector<GroupWeight> groupWeights(const FrameGroups& groups, const StackWeights& weights);

} // namespace candela
