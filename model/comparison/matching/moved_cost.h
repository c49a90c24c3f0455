/// Cost that moved: functions that exist on one side only because the other build inlined them, or those that
/// they were split from.
#pragma once

#include "model/comparison/matching/match_state.h"

namespace candela {

/// Decides for functions without a partner whether their self weight belongs to the matched functions that
/// call them. It does if the callers have more self weight on the other side, so that counting it there makes
/// both sides more alike, or if only this side names inlined functions. Returns what is counted elsewhere,
/// for base and for new, and matches those functions as MatchEvidence::Inlined. Without shapes, nothing is.
std::array<std::vector<CountedGroup>, 2> moveInlinedCost(MatchState& state);

} // namespace candela
