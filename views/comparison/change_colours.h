/// Boxes coloured by how the call node's total differs between the two sides: less is blue, more is orange.
/// What is the same, or may differ by chance, is grey. Nodes are matched by the names on the path to them.
#pragma once

#include "views/comparison/side_rows.h"
#include "views/flame/flame_colours.h"

#include <functional>

namespace candela {

/// For each box of the layout, the matching node of the other tree; none if there is none. `partner` gives
/// the matching group of the other tree.
std::vector<CallNodeIndex> counterparts(FlameScene& scene, CallTree& other,
                                        const std::function<FrameGroupIndex(FrameGroupIndex)>& partner);

/// `other` returns the other side's tree, or null until it is computed. The rows match both trees or are
/// null.
std::unique_ptr<FlameColours> coloursByChange(std::shared_ptr<const SideRows> rows,
                                              std::function<std::shared_ptr<CallTree>()> other);

/// The colour of a difference; `share` is −1 (less) to 1 (more) of the scale. Weak differences are amplified.
QColor changeColour(const Theme& theme, double share);

} // namespace candela
