/// A matching of all samples for those that a range of time keeps. Functions that belong together do so at
/// any time: they are matched once, by everything that is known of them.
#pragma once

#include "model/comparison/matching/hand_links.h"
#include "model/comparison/matching/match_side.h"

#include <array>
#include <span>

namespace candela {

/// What `whole` states about rows that weigh something. The sides are those of `whole`, with the same groups
/// and shapes, but the weights and rows of the samples that are kept. A match of which one group weighs
/// nothing is a row of the other side alone. Groups that `whole` lacks, as their weights cancelled out, are
/// matched among themselves. `moved` are the stacks whose weight the shapes of `whole` count at another node,
/// for base and for new (movedStacks()).
Matching keptMatching(const Matching& whole, const MatchSide& base, const MatchSide& newSide,
                      const HandLinks& links, std::array<std::span<const StackIndex>, 2> moved);

} // namespace candela
