/// Whole stacks as rows, for a report or a comparison by stack.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/base/result.h"
#include "model/base/task.h"

#include <string>

namespace candela {

/// The names of the groups from the root to a call node: "main;draw;blit".
std::string stackText(const CallTreeShape& shape, CallNodeIndex node);

/// A profile of one value type whose stacks are single functions: one function for each distinct stackText()
/// of the call nodes with self weight. `value` is the value type of the weights. Fails when cancelled.
Result<Profile> wholeStacks(const CallTreeShape& shape, const StackWeights& weights, ValueTypeIndex value,
                            Task& task);

} // namespace candela
