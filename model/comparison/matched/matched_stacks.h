/// Rows that are whole stacks, matched through their functions.
#pragma once

#include "model/comparison/matching/match_side.h"

namespace candela {

/// Joins rows that are only in base with those that are only in new if their stacks are the same but for
/// functions that `functions`, the matching of the two sides' functions, states to be one. The groups are
/// those of the stacks, which are named by their functions with ";" between, and those of the functions.
void joinStacks(Matching& stacks, const FrameGroups& baseStacks, const FrameGroups& newStacks,
                const Matching& functions, const FrameGroups& baseFunctions, const FrameGroups& newFunctions);

} // namespace candela
