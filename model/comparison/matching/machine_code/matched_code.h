/// Functions without names, of programs that were stripped: matched by their machine code, by what they call,
/// and by their order in the file.
#pragma once

#include "model/comparison/matching/match_state.h"

namespace candela {

/// Matches open functions of which the profiles keep the code, if one of the two has no name. Sets
/// MatchState::code for those that stay open.
void matchCode(MatchState& state);

} // namespace candela
