#include "model/comparison/side_estimator.h"

#include <algorithm>

namespace candela {

SideEstimator::SideEstimator(const ComparisonSide& side, Normalize normalize)
    : m_side(side), m_exposures(exposures(side, normalize)), m_weights(m_exposures.size()),
      m_observed(m_exposures.size()),
      m_isOfWhole(normalize == Normalize::Share ||
                  (normalize == Normalize::CpuTime && side.sums && side.sums->areCpuTime)) {
    for (const double exposure : m_exposures)
        m_exposure += exposure;
    m_exposed = static_cast<std::size_t>(
        std::ranges::count_if(m_exposures, [](double exposure) { return exposure > 0; }));
}

std::optional<SideEstimate> SideEstimator::of(std::optional<FrameGroupIndex> group, std::int64_t weight,
                                              Weighed weighed) {
    if (!isPossible() || weight < 0) return {};
    const auto& sums = *m_side.sums;
    const double sample = sums.sampleWeight;
    // The weight of a fixed whole does not vary; the number of samples in a time or in a unit of work
    // does.
    const double all = static_cast<double>(m_side.weights.total);
    const SampleCount count{.samples = sample > 0 ? static_cast<double>(weight) / sample : 0,
                            .share = m_isOfWhole && all > 0 ? static_cast<double>(weight) / all : 0,
                            .unit = sample > 0 ? sample / m_exposure : 0};
    if (weight == 0) return SideEstimate{.unit = count.unit};
    if (!hasRuns() && sums.kind != UnitKind::Blocks) {
        if (sample <= 0) return {};
        return estimateFromCount(static_cast<double>(weight), m_exposure, count, assumedDispersion);
    }
    if (!fill(group, weighed)) return {};
    return hasRuns() ? estimateFromRuns(m_observed, count) : estimateFromBlocks(m_observed, count);
}

bool SideEstimator::fill(std::optional<FrameGroupIndex> group, Weighed weighed) {
    const auto& sums = *m_side.sums;
    if (!group)
        m_weights = sums.totals;
    else if (!sums.groups || !sums.groups->weigh(*group, weighed, m_weights))
        return false;
    for (std::size_t unit = 0; unit < m_observed.size(); ++unit)
        m_observed[unit] = {m_weights[unit], m_exposures[unit]};
    return true;
}

} // namespace candela
