/// Functions that have another name: matched by their callers, callees, weight, file and what their names
/// have in common.
#pragma once

#include "model/comparison/matching/match_state.h"

namespace candela {

/// Matches pairs that are more similar to each other than to all others, and looks again as long as new pairs
/// show the callers or callees of others. A pair needs more than its weight and file: a caller or callee that
/// is matched, similar names, or the same first line. Both sides need a shape.
void matchRenamed(MatchState& state);

} // namespace candela
