/// Why a row's weight differs between the two sides, in parts that add up to the difference exactly.
#pragma once

#include "model/comparison/comparison.h"

namespace candela {

/// The parts of a difference, in the value's unit; positive if new has more. Any difference without another
/// known cause is work. Swapped sides have the same parts with the opposite sign.
struct ChangeParts {
    std::int64_t recorded = 0; ///< the part from a longer or larger recording, that is, from the divisor of
                               ///< the normalization
    std::int64_t work = 0;     ///< the part from more (or less) work in the row itself
    std::int64_t callees = 0;  ///< the part from its callees, without their part of `recorded`
};

/// The parts of newSelf − baseSelf; `callees` is 0.
ChangeParts selfParts(const Comparison& comparison, const ComparisonRow& row);
/// The parts of newTotal − baseTotal.
ChangeParts totalParts(const Comparison& comparison, const ComparisonRow& row);

} // namespace candela
