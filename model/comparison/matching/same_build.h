/// Functions of one build by the addresses that both sides sampled, whatever their names are: one side may
/// have found the symbols that the other lacks.
#pragma once

#include "model/comparison/matching/match_state.h"

namespace candela {

/// Matches two functions of modules with the same build id if all addresses that both sides sampled in one of
/// them were sampled in the other, and in no third function.
void matchAddresses(MatchState& state);

} // namespace candela
