/// Boxes of a difference flame graph: orange is more in new, blue less, the stronger the more certain. Grey
/// is what is the same or may differ by chance. A sign stands beside each colour.
#pragma once

#include "views/comparison/difference_sides.h"
#include "views/flame/flame_colours.h"

namespace candela {

std::unique_ptr<FlameColours> coloursByCertainty(std::shared_ptr<const DifferenceSides> sides);

/// How certain a change is, from 0 to 1: the part of it that is sure, which its interval does not leave open.
double certaintyOf(const SideRows::Judged& judged);

} // namespace candela
