/// Series of simulated captures with known truth: those of SimulatedComparisons, any number of them in order.
#pragma once

#include "model/comparison/series/series.h"
#include "tests/model/comparison/simulated_comparison.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace candela {

struct SeriesKind {
    Simulation samples = Simulation::Independent; ///< how each capture was sampled
    Normalize normalize = Normalize::Share;
    std::size_t captures = 10;
    /// The standard deviation of each function's cost from capture to capture, as a share of it. Nothing is
    /// known of it but the captures themselves.
    double variation = 0;
    /// The same of the whole capture: a machine that is faster at one time than at another.
    double machine = 0;
};

class SimulatedSeries {
public:
    SimulatedSeries(const SeriesKind& kind, std::uint64_t seed)
        : m_kind(kind), m_captures(kind.samples, seed, kind.normalize), m_random(seed + 1) {}

    /// From the middle capture on, the changed function costs `factor` times as much.
    Series next(double factor) {
        std::vector<SeriesCapture> captures;
        for (std::size_t number = 0; number < m_kind.captures; ++number) {
            auto costs =
                SimulationTruth::costsWith(number < m_kind.captures / 2 ? 1 : factor, m_kind.normalize);
            std::normal_distribution<double> normal;
            const double speed = std::exp(m_kind.machine * normal(m_random));
            for (double& cost : costs)
                cost *= speed * std::exp(m_kind.variation * normal(m_random));
            captures.push_back(captureOf(m_captures.side(costs), number));
        }
        return *makeSeries(std::move(captures), m_kind.normalize);
    }

private:
    static SeriesCapture captureOf(ComparisonSide side, std::size_t number) {
        const auto shape = callTreeShape(side.groups);
        side.functions = std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, side.weights));
        const auto* type = &side.groups->profile->samples.front().type;
        MatchSide rows{.groups = side.groups, .rows = *side.functions, .total = side.weights.total};
        return {fmt::format("build-{}", number + 1), std::move(rows), std::move(side), type};
    }

    SeriesKind m_kind;
    SimulatedComparisons m_captures;
    std::mt19937_64 m_random;
};

} // namespace candela
