/// The stacks that have a frame of certain groups: what a view marks in the samples.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/base/row_mask.h"

#include <vector>

namespace candela {

/// The stacks with a frame of any of these groups, an entry for each stack, and one more for samples without
/// a stack. `groups` has an entry for each of the shape's groups. One pass over the call nodes.
RowMask stacksWith(const std::vector<bool>& groups, const CallTreeShape& shape);

} // namespace candela
