/// A call tree's shape whose weights are counted as a comparison needs it: clones with their function,
/// inlined functions with their callers.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/comparison/matching/match_side.h"

namespace candela {

/// A copy of `shape` with the same nodes, but other groups, nodes of stacks and `isRecursive`: groupWeights()
/// and RunSumsMaker then add the weights of the groups in `counted` to the rows that they are counted with.
/// It is not a tree to show, because siblings may share a group. `hasPartner` states for each group whether
/// it was matched.
std::shared_ptr<const CallTreeShape> countedShape(const CallTreeShape& shape,
                                                  const std::vector<CountedGroup>& counted,
                                                  const std::vector<bool>& hasPartner);

} // namespace candela
