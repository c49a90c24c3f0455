/// Which rows of a comparison changed, and how sure that is.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/row_evidence.h"

#include <optional>

namespace candela {

/// The test of all weight together; none for shares, whose sum is always 1.
std::optional<RatioTest> totalTest(const Comparison& comparison);
/// The lower limit of a row's share on the new side: the share is lower with the probability `chance`.
double sureNewShare(const Comparison& comparison, const ComparisonRow& row, double chance);

/// Sets verdicts and evidence of all rows and of the whole. Rows that can't be the same are
/// tested only while others leave some of the family's level for them, or if the family would report them;
/// the evidence of the rest is computed when it is asked for.
void judge(Comparison& comparison);

} // namespace candela
