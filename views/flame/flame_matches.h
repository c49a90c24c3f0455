/// Steps through a search's matches among the boxes of a flame graph.
#pragma once

#include "views/flame/flame_scene.h"
#include "views/session/session.h"

#include <vector>

namespace candela {

/// The node of the next (or previous) matching box after that of `from`:
/// from left to right, and for the same x from the root. Wraps around at
/// the end; none if no box matches. `groups` has a row for each group.
CallNodeIndex matchingBox(const FlameScene& scene, const std::vector<bool>& groups, CallNodeIndex from,
                          MatchStep step);

} // namespace candela
