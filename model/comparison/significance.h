/// Which rows of a comparison changed, and how sure that is.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/side_estimator.h"
#include "model/comparison/statistics/ratio_test.h"

#include <optional>

namespace candela {

/// The probability with which verdicts are correct, and intervals contain the true change.
inline constexpr double intervalLevel = 0.95;
/// A row is the same if its interval is within this distance from no change, on both sides.
inline constexpr double sameWithin = 0.05;
/// The tests of a comparison's rows. Not for several threads at once; a copy is. The comparison outlives it.
class RowTests {
public:
    explicit RowTests(const Comparison& comparison);

    /// The test of a row; none if the variance of its weights is unknown.
    std::optional<RatioTest> of(const ComparisonRow& row, Weighed weighed);
    /// The test of all weight together.
    std::optional<RatioTest> ofWhole();

private:
    SideEstimator m_base, m_newSide;
    RunVariation m_variation;
};

/// The test of all weight together; none for shares, whose sum is always 1.
std::optional<RatioTest> totalTest(const Comparison& comparison);
/// The share that a row has at least on the new side: the lower end of its interval.
double sureNewShare(const Comparison& comparison, const ComparisonRow& row, double chance);

/// Sets intervals and verdicts of all rows and of the whole.
void judge(Comparison& comparison);

} // namespace candela
