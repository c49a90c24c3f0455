/// Boxes coloured by how the call node's total differs between the two sides: less is blue, more is orange,
/// the same is grey. Nodes are matched by the names on the path to them.
#pragma once

#include "model/comparison/comparison.h"
#include "views/flame/flame_colours.h"

#include <functional>

namespace candela {

enum class ComparisonPart { Base, New };

/// For each box of the layout, the matching node of
/// the other side's tree; none if there is none.
std::vector<CallNodeIndex> counterparts(FlameScene& scene, CallTree& other, const Comparison& comparison,
                                        ComparisonPart part);

/// `other` returns the other side's tree, or null until it is computed. The comparison matches both trees or
/// is null.
std::unique_ptr<FlameColours> coloursByChange(ComparisonPart part,
                                              std::function<std::shared_ptr<CallTree>()> other,
                                              std::shared_ptr<const Comparison> comparison);

/// The colour of a difference; `share` is −1 (less) to 1 (more) of the scale. Weak differences are amplified.
QColor changeColour(const Theme& theme, double share);

} // namespace candela
