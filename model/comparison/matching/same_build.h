/// Functions of one build by the addresses that both sides sampled, whatever their names are: one side may
/// have found the symbols that the other lacks.
#pragma once

#include "model/comparison/matching/match_state.h"

namespace candela {

/// Matches two functions of modules with the same build id if all addresses that both sides sampled in one of
/// them were sampled in the other, and in no third function.
void matchAddresses(MatchState& state);

/// Whether both profiles are of one capture, or of parts of its time: their tables of code are equal, so that
/// groups of the same row are the same.
bool haveSameCode(const Profile& one, const Profile& other);

/// Matches groups of the same row, unless they are roots.
void matchRows(MatchState& state);

} // namespace candela
