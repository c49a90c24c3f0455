/// The nodes of a call tree in depth-first order. Most callers of a node are next to it in that order, so
/// that walks to the root stay in the processor's caches.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"

#include <cstdint>
#include <vector>

namespace candela {

/// The position of each node: parents before their children, a node's subtree without a gap. O(nodes).
std::vector<std::uint32_t> depthFirstPositions(const CallTreeShape& shape);

} // namespace candela
