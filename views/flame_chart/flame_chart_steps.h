/// Moves from block to block of a flame chart, as it is drawn with pixels of some length: for keys and for
/// matches of the search.
#pragma once

#include "views/flame_chart/flame_chart_scene.h"
#include "views/session/session.h"

namespace candela {

enum class FlameChartStep { Left, Right, Outwards, Inwards, PreviousTrack, NextTrack };

/// The block in that direction, or `from` if there is none. Inwards is the longest callee in the visible
/// time. `from` is of a listed track. From none: the block of the first track that is next to the middle of
/// the visible time.
std::optional<TrackBlock> steppedFrom(const FlameChart& chart, const FlameChartGeometry& geometry,
                                      const std::optional<TrackBlock>& from, FlameChartStep step);

/// The matching block after (or before) `from` in the order of listed tracks, times and depths, among those
/// of the scene; wraps around. None if no block of the scene matches. `groups` has a row for each group.
std::optional<TrackBlock> matchingBlock(const FlameChartScene& scene, const FlameChartGeometry& geometry,
                                        const std::vector<bool>& groups,
                                        const std::optional<TrackBlock>& from, MatchStep step);

} // namespace candela
