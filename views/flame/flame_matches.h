/// From match to match of a search among the boxes of a flame graph.
#pragma once

#include "views/flame/flame_scene.h"
#include "views/session/session.h"

#include <vector>

namespace candela {

/// The node of the box after (or before) that of `from`, of those whose group matches: from left to right,
/// and where boxes begin at the same x from the root on. Around at the end; none where no box matches.
/// `groups` has a row per group.
CallNodeIndex matchingBox(const FlameScene& scene, const std::vector<bool>& groups, CallNodeIndex from,
                          MatchStep step);

} // namespace candela
