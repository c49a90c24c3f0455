/// Whether two sides have anything in common. Rows without a name, such as code of no known module, or
/// samples without a label, match each other, which shows nothing.
#pragma once

#include "model/base/result.h"
#include "model/comparison/matching/match_side.h"

#include <string_view>

namespace candela {

/// Whether a row with a name is on both sides; true, too, if neither side has any name. The groups are those
/// of the matched sides.
bool haveCommonRow(const Matching& matching, const FrameGroups& base, const FrameGroups& newSide);

/// The error if no such row is: "no function is on both of them". `row` is what one row stands for.
Error nothingInCommon(std::string_view row);

} // namespace candela
