/// Estimates of the weights of one side, with their uncertainty.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/statistics/group_units.h"
#include "model/comparison/statistics/side_estimate.h"

#include <optional>
#include <vector>

namespace candela {

/// How many times as much as independent samples the samples are assumed to vary if there are no times and a
/// single run.
inline constexpr double assumedDispersion = 2;

/// Makes the estimates of a side's rows. Not for several threads at once. The side outlives it.
class SideEstimator {
public:
    SideEstimator(const ComparisonSide& side, Normalize normalize);

    bool isPossible() const { return m_side.sums && m_exposure > 0; }
    /// Runs that have no samples after filtering give no information; a single run does not show how much
    /// runs vary.
    bool hasRuns() const { return m_side.sums->kind == UnitKind::Runs && m_exposed > 1; }
    std::size_t runs() const { return m_exposed; }
    const ComparisonSide& side() const { return m_side; }

    /// The estimate of a group's weight; without a group, of the whole. None if its variance is unknown.
    /// `variation` is what such a weight is expected to vary between runs.
    std::optional<SideEstimate> of(std::optional<FrameGroupIndex> group, std::int64_t weight, Weighed weighed,
                                   const RunVariation& variation = {});
    /// The estimate if the samples were independent: none is more exact. None if that is not known to be the
    /// limit, as only blocks of time have it.
    std::optional<SideEstimate> atBest(std::int64_t weight) const;
    /// How much a group's self weight varies between runs; none if that does not show it.
    std::optional<RowVariance> variance(FrameGroupIndex group, std::int64_t self);

private:
    SampleCount countOf(std::int64_t weight) const;
    /// Fills the sums; false if they do not have the group.
    bool fill(std::optional<FrameGroupIndex> group, Weighed weighed);

    const ComparisonSide& m_side;
    std::vector<double> m_exposures;
    double m_exposure = 0;
    std::size_t m_exposed = 0;     ///< number of units that have an exposure
    std::vector<double> m_weights; ///< of one row, by unit
    std::vector<Observed> m_observed;
    bool m_isOfWhole; ///< rows are parts of the total that they are divided by
};

} // namespace candela
