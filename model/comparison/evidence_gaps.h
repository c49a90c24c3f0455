/// Differences that may come from what one side knows less of, instead of the code.
///
/// Broken stacks: a function's total lacks the weight of the stacks that end in one of its callees. If more
/// of it is missing on one side, the function looks as if it had changed. How much may be missing is the
/// weight of the broken stacks whose outermost function is called by the function anywhere in the capture.
/// Self weights are not affected.
///
/// Missing names: if code of a module has no name on one side, its functions look new or removed, and the
/// module's unnamed code looks as if it had changed in the opposite direction.
#pragma once

#include "model/comparison/comparison.h"

namespace candela {

/// Sets the gaps of rows whose difference is no larger than what may be missing, unless they are the same:
/// their verdicts become Unknown. Exchanging the sides exchanges nothing but the sides. Takes one
/// pass over the nodes of both sides if their broken stacks differ by more than 1 % of the weight.
void findEvidenceGaps(Comparison& comparison);

} // namespace candela
