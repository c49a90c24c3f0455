/// The matcher of two sides. Its steps go from certain to likely evidence; what one step matched, later steps
/// leave unchanged.
#pragma once

#include "model/comparison/matching/hand_links.h"
#include "model/comparison/matching/match_side.h"

namespace candela {

/// Symmetric: exchanging the sides exchanges the groups of each match and nothing else, and a side compared
/// with itself has each group matched with itself. Rows with a shape are also matched by callers and callees.
/// Takes time in proportion to the groups, and to the nodes of the shapes where a function has no partner by
/// name.
Matching matchSides(const MatchSide& base, const MatchSide& newSide, const HandLinks& links = {});

} // namespace candela
