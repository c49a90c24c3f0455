/// A call tree's shape whose weights are counted as a comparison needs it: clones with their function,
/// inlined functions with their callers.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/comparison/matching/match_side.h"

namespace candela {

/// The same nodes. Their groups, the nodes of the stacks and `isRecursive` differ, so that groupWeights() and
/// RunSumsMaker count self and total weights of `counted` where they belong. No tree to show: siblings may
/// have one group. `hasPartner` has a row per group.
std::shared_ptr<const CallTreeShape> countedShape(const CallTreeShape& shape,
                                                  const std::vector<CountedGroup>& counted,
                                                  const std::vector<bool>& hasPartner);

} // namespace candela
