/// The functions of two sides whose rows are files or lines: what is in the same function belongs together,
/// whatever the function or its file is called.
#pragma once

#include "model/comparison/matching/hand_links.h"
#include "model/comparison/matching/match_side.h"
#include "model/comparison/matching/match_state.h"

namespace candela {

/// Matches the remaining lines that are in matched functions at the same distance from their first line, or,
/// where first lines are not known, at the same line, or which are whole functions without lines.
void matchLinesOfFunctions(MatchState& state, const HandLinks& links);
/// Matches the remaining files, each of which has more than half of its functions' weight in functions that
/// are matched with those of the other one.
void matchFilesOfFunctions(MatchState& state, const HandLinks& links);

} // namespace candela
