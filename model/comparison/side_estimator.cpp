#include "model/comparison/side_estimator.h"

#include <algorithm>

namespace candela {

namespace {

/// Weights of fewer samples in a run vary by whole samples, and show nothing else.
constexpr double minimumSamplesOfRun = 5;

} // namespace

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

SampleCount SideEstimator::countOf(std::int64_t weight) const {
    const double sample = m_side.sums->sampleWeight;
    // The weight of a fixed whole does not vary; the number of samples in a time or in a unit of work
    // does.
    const double all = static_cast<double>(m_side.weights.total);
    return {.samples = sample > 0 ? static_cast<double>(weight) / sample : 0,
            .share = m_isOfWhole && all > 0 ? static_cast<double>(weight) / all : 0,
            .unit = sample > 0 ? sample / m_exposure : 0};
}

std::optional<RowVariance> SideEstimator::variance(FrameGroupIndex group, std::int64_t self) {
    if (!isPossible() || !hasRuns() || !group || self <= 0) return {};
    const auto count = countOf(self);
    if (count.samples > 0 && count.samples < minimumSamplesOfRun * static_cast<double>(m_exposed)) return {};
    if (!fill(group, Weighed::Self)) return {};
    return varianceOfRuns(m_observed, count);
}

std::optional<SideEstimate> SideEstimator::of(std::optional<FrameGroupIndex> group, std::int64_t weight,
                                              Weighed weighed, const RunVariation& variation) {
    if (!isPossible() || weight < 0) return {};
    const auto& sums = *m_side.sums;
    const auto count = countOf(weight);
    if (weight == 0) return SideEstimate{.unit = count.unit};
    if (!hasRuns() && sums.kind != UnitKind::Blocks) {
        if (sums.sampleWeight <= 0) return {};
        return estimateFromCount(static_cast<double>(weight), m_exposure, count, assumedDispersion);
    }
    if (!fill(group, weighed)) return {};
    return hasRuns() ? estimateFromRuns(m_observed, count, variation) : estimateFromBlocks(m_observed, count);
}

std::optional<SideEstimate> SideEstimator::atBest(std::int64_t weight) const {
    if (!isPossible() || weight < 0) return {};
    if (m_side.sums->kind != UnitKind::Blocks || m_side.sums->sampleWeight <= 0) return {};
    const auto count = countOf(weight);
    if (weight == 0) return SideEstimate{.unit = count.unit};
    return estimateFromCount(static_cast<double>(weight), m_exposure, count, 1);
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
