/// Functions of one build by the addresses that both sides sampled, whatever their names are: one side may
/// have found the symbols that the other lacks.
#pragma once

#include "model/comparison/matching/match_state.h"

namespace candela {

/// Matches functions of modules with the same build id whose sampled addresses lie in each other alone.
void matchAddresses(MatchState& state);

} // namespace candela
