/// Why a row's weight differs between the two sides, in parts that add up to the difference exactly.
#pragma once

#include "model/comparison/comparison.h"

namespace candela {

/// In the value's unit, positive where new has more. All that is not known to be something else is work.
/// Swapped sides have the same parts with the other sign.
struct ChangeParts {
    std::int64_t recorded = 0; ///< as much more (or less) was recorded: what the normalization divides by
    std::int64_t work = 0;     ///< more (or less) work of the row's own
    std::int64_t callees = 0;  ///< of what it calls, without what that recorded
};

/// Of newSelf − baseSelf; no part is of callees.
ChangeParts selfParts(const Comparison& comparison, const ComparisonRow& row);
/// Of newTotal − baseTotal.
ChangeParts totalParts(const Comparison& comparison, const ComparisonRow& row);

} // namespace candela
