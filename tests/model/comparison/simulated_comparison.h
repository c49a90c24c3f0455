/// Comparisons of simulated captures with known truth: twenty functions with fixed shares below four callers,
/// sampled in seven ways. By shares, a side has a fixed number of samples. Otherwise it does its work once,
/// and the number of samples depends on the cost, with random variation.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/significance.h"
#include "model/profile/profile_copier.h"
#include "tests/model/comparison/whole_sums.h"
#include "tests/profile_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace candela {

enum class Simulation {
    Independent, ///< each sample is drawn on its own
    ShortBase,   ///< the same, and base has a fiftieth of the samples
    Bursty,      ///< functions run for a while: bursts of 5 to 500 samples
    Runs,        ///< five runs; in each, costs vary by 2 %
    MinuteRuns,  ///< the same, and each run has as many samples as other sides
    UnequalRuns, ///< five runs, between which some functions vary by 0.2 % and others by 20 %
    Recorded,    ///< like Independent, but with times, through RunSumsMaker
};

struct SimulationTruth {
    /// Shares of the functions in percent of all.
    static constexpr std::array<double, 20> shares{20, 16, 13, 11,  9,   5, 4,  4,  3,  3,
                                                   2,  2,  2,  1.5, 1.5, 1, .8, .6, .4, .2};
    static constexpr std::size_t callers = 4;
    static constexpr std::size_t changed = 5;      ///< the function that changes: 5 % of the whole
    static constexpr std::size_t samples = 60'000; ///< for each side: 60 s at 997 Hz
    static constexpr std::size_t runs = 5, blocks = 1024;
    static constexpr double runVariation = 0.02;
    static constexpr std::array<double, 20> unequalVariations{
        .002, .05, .01, .1, .005, .02, .2, .002, .03, .15, .01, .1, .02, .2, .05, .01, .05, .2, .1, .02};

    /// The costs of the functions if one of them costs `factor` times as much; 1 is the whole of base. By
    /// shares their sum is 1.
    static std::array<double, 20> costsWith(double factor, Normalize normalize) {
        auto result = shares;
        result[changed] *= factor;
        const double sum = normalize == Normalize::Share ? std::accumulate(result.begin(), result.end(), 0.0)
                                                         : std::accumulate(shares.begin(), shares.end(), 0.0);
        for (double& cost : result)
            cost /= sum;
        return result;
    }
};

/// Makes sides and compares them.
class SimulatedComparisons {
public:
    using Costs = std::array<double, 20>;

    SimulatedComparisons(Simulation kind, std::uint64_t seed, Normalize normalize = Normalize::Share)
        : m_kind(kind), m_normalize(normalize), m_random(seed) {
        std::string text;
        for (std::size_t row = 0; row < SimulationTruth::shares.size(); ++row)
            text += fmt::format("main;caller{};work{:02} 1\n", row % SimulationTruth::callers, row);
        m_profile = std::make_shared<const Profile>(profileFromText(text));
        m_groups = groupFrames(m_profile, Grouping::Function);
        m_shape = callTreeShape(m_groups);
        for (std::size_t row = 0; row < m_stacks.size(); ++row)
            m_stacks[row] = stackNamed(fmt::format("work{:02}", row));
    }

    /// Base and a new side whose changed function costs `factor` times as much.
    Comparison next(double factor) {
        const auto baseSamples = SimulationTruth::samples / (m_kind == Simulation::ShortBase ? 50 : 1);
        const auto base = side(SimulationTruth::costsWith(1, m_normalize), baseSamples),
                   newSide = side(SimulationTruth::costsWith(factor, m_normalize));
        const auto typeOf = [](const ComparisonSide& side) { return side.groups->profile->samples[0].type; };
        return *compare(base, newSide, typeOf(base), typeOf(newSide), m_normalize);
    }

    /// A capture of functions with these costs.
    ComparisonSide side(const Costs& costs, std::size_t independentSamples = SimulationTruth::samples) {
        if (m_kind == Simulation::Recorded) return recorded(costs);
        const auto units = hasRuns() ? SimulationTruth::runs : SimulationTruth::blocks;
        std::vector<std::vector<double>> counts(SimulationTruth::shares.size(), std::vector<double>(units));
        if (m_kind == Simulation::Bursty)
            drawBursts(costs, counts);
        else if (hasRuns())
            drawRuns(costs, counts);
        else
            drawIndependent(costs, samplesOf(costs, independentSamples), counts);
        return sideOf(counts);
    }

    /// The true change of a row.
    double trueChange(const ComparisonRow& row, double factor) const {
        const auto base = SimulationTruth::costsWith(1, m_normalize),
                   changed = SimulationTruth::costsWith(factor, m_normalize);
        const auto of = [&](const Costs& costs) {
            if (row.name.starts_with("work")) return costs[std::stoul(row.name.substr(4))];
            double sum = 0;
            for (std::size_t function = 0; function < costs.size(); ++function)
                if (row.name == "main" ||
                    row.name == fmt::format("caller{}", function % SimulationTruth::callers))
                    sum += costs[function];
            return sum;
        };
        return of(changed) / of(base) - 1;
    }

private:
    static constexpr std::int64_t nanoseconds = 60'000'000'000; ///< of a side

    StackIndex stackNamed(const std::string& name) const {
        for (std::size_t row = 0; row < m_profile->stacks.size(); ++row) {
            const auto function = m_profile->frames.function[m_profile->stacks.frame[row].row()];
            if (m_profile->text(m_profile->functions[function.row()].name) == name) return StackIndex(row);
        }
        return {};
    }

    bool hasRuns() const {
        return m_kind == Simulation::Runs || m_kind == Simulation::MinuteRuns ||
               m_kind == Simulation::UnequalRuns;
    }

    /// The number of samples for these costs.
    std::size_t samplesOf(const Costs& costs, std::size_t samples) {
        if (m_normalize == Normalize::Share) return samples;
        const double mean = static_cast<double>(samples) * std::accumulate(costs.begin(), costs.end(), 0.0);
        return std::poisson_distribution<std::size_t>(mean)(m_random);
    }

    void drawIndependent(const Costs& costs, std::size_t samples, std::vector<std::vector<double>>& counts) {
        std::discrete_distribution<std::size_t> function(costs.begin(), costs.end());
        for (std::size_t sample = 0; sample < samples; ++sample)
            counts[function(m_random)][sample * counts.front().size() / samples] += 1;
    }

    void drawRuns(const Costs& costs, std::vector<std::vector<double>>& counts) {
        for (std::size_t run = 0; run < SimulationTruth::runs; ++run) {
            std::normal_distribution<double> normal;
            auto varied = costs;
            for (std::size_t row = 0; row < varied.size(); ++row)
                varied[row] *=
                    std::exp((m_kind == Simulation::UnequalRuns ? SimulationTruth::unequalVariations[row]
                                                                : SimulationTruth::runVariation) *
                             normal(m_random));
            if (m_kind == Simulation::MinuteRuns) {
                drawCounts(varied, samplesOf(varied, SimulationTruth::samples), run, counts);
                continue;
            }
            std::discrete_distribution<std::size_t> function(varied.begin(), varied.end());
            for (auto left = samplesOf(varied, SimulationTruth::samples / SimulationTruth::runs); left > 0;
                 --left)
                counts[function(m_random)][run] += 1;
        }
    }

    /// The same as drawing each sample, with one number for each function.
    void drawCounts(const Costs& costs, std::size_t samples, std::size_t run,
                    std::vector<std::vector<double>>& counts) {
        double rest = std::accumulate(costs.begin(), costs.end(), 0.0);
        auto left = static_cast<long>(samples);
        for (std::size_t row = 0; row < costs.size(); ++row) {
            const double part = row + 1 < costs.size() ? std::min(1.0, costs[row] / rest) : 1;
            const auto count = std::binomial_distribution<long>(left, part)(m_random);
            counts[row][run] = static_cast<double>(count);
            left -= count;
            rest -= costs[row];
        }
    }

    ComparisonSide recorded(const Costs& costs) {
        const auto samples = samplesOf(costs, SimulationTruth::samples);
        std::discrete_distribution<std::size_t> function(costs.begin(), costs.end());
        ProfileBuilder builder;
        Task task;
        ProfileCopier copier(*m_profile, builder);
        const auto value = copier.valueType(ValueTypeIndex(0));
        for (std::size_t sample = 0; sample < samples; ++sample)
            builder.addSample(value, {.stack = copier.stack(m_stacks[function(m_random)]),
                                      .weight = 1,
                                      .time = static_cast<std::int64_t>(sample * (nanoseconds / samples)),
                                      .thread = {},
                                      .labels = {}});
        builder.origin().duration = nanoseconds;
        const auto profile = std::make_shared<const Profile>(builder.build());
        const auto groups = groupFrames(profile, Grouping::Function);
        auto sums = *runSums(callTreeShape(groups), value, {}, nullptr, task);
        return {groups, *SampleSelector(profile).stackWeights(value, {}, task), nanoseconds, {},
                {},     std::make_shared<const RunSums>(std::move(sums))};
    }

    void drawBursts(const Costs& costs, std::vector<std::vector<double>>& counts) {
        const auto samples = samplesOf(costs, SimulationTruth::samples);
        constexpr std::array<double, 20> lengths{5,  50, 200, 20, 500, 20, 10, 300, 5,  100,
                                                 30, 5,  200, 10, 50,  20, 5,  100, 10, 20};
        Costs starts{};
        for (std::size_t row = 0; row < starts.size(); ++row)
            starts[row] = costs[row] / lengths[row];
        std::discrete_distribution<std::size_t> function(starts.begin(), starts.end());
        for (std::size_t sample = 0; sample < samples;) {
            const auto row = function(m_random);
            std::geometric_distribution<int> length(1 / lengths[row]);
            for (int left = 1 + length(m_random); left > 0 && sample < samples; --left, ++sample)
                counts[row][sample * counts[row].size() / samples] += 1;
        }
    }

    ComparisonSide sideOf(const std::vector<std::vector<double>>& counts) const {
        const auto units = counts.front().size();
        StackWeights weights;
        std::vector<std::int64_t> weightOfStack(m_profile->stacks.size());
        RunSums sums;
        sums.kind = hasRuns() ? UnitKind::Runs : UnitKind::Blocks;
        sums.seconds.assign(units, 60.0 / static_cast<double>(units));
        sums.sampleWeight = 1;
        UnitSamples samples(counts.size() * units, units);
        std::vector<StackIndex> stacks;
        for (std::size_t row = 0; row < counts.size(); ++row) {
            for (std::size_t unit = 0; unit < units; ++unit) {
                const auto count = static_cast<std::int64_t>(counts[row][unit]);
                const auto of = static_cast<std::uint16_t>(unit);
                samples.add(stacks.size(), of, of, count);
                stacks.push_back(m_stacks[row]);
                weightOfStack[m_stacks[row].row()] += count;
                weights.total += count;
            }
        }
        weights.weight = SharedValues(std::move(weightOfStack));
        weights.magnitude = weights.total;
        sums.groups = std::make_shared<const GroupUnits>(
            std::make_shared<const SampleOrder>(*m_shape, stacks), samples);
        sums.totals = sums.groups->totals();
        return {m_groups,    std::move(weights),
                nanoseconds, {},
                {},          std::make_shared<const RunSums>(std::move(sums))};
    }

    Simulation m_kind;
    Normalize m_normalize;
    std::mt19937_64 m_random;
    std::shared_ptr<const Profile> m_profile;
    std::shared_ptr<const FrameGroups> m_groups;
    std::shared_ptr<const CallTreeShape> m_shape;
    std::array<StackIndex, 20> m_stacks;
};

/// The numbers of correct and wrong results of simulated comparisons.
struct Calibration {
    std::size_t pairs = 0;
    std::size_t wrong = 0; ///< pairs without any change for which a row or the whole was reported as changed
    std::size_t intervals = 0;        ///< intervals of all rows that can change
    std::size_t covering = 0;         ///< intervals that contain the true change
    std::size_t found = 0;            ///< pairs whose changed function was reported, with the right direction
    std::vector<double> changes = {}; ///< of that function, in each pair

    static Calibration of(Simulation kind, std::size_t pairs, double factor, std::uint64_t seed,
                          Normalize normalize = Normalize::Share) {
        SimulatedComparisons simulated(kind, seed, normalize);
        Calibration result{.pairs = pairs};
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const auto comparison = simulated.next(factor);
            bool isWrong = comparison.verdict == Verdict::Slower || comparison.verdict == Verdict::Faster;
            for (const auto& row : comparison.rows) {
                const bool isChanged = row.verdict == Verdict::Slower || row.verdict == Verdict::Faster;
                isWrong = isWrong || isChanged;
                if (row.name == fmt::format("work{:02}", SimulationTruth::changed)) {
                    result.found += row.verdict == Verdict::Slower;
                    result.changes.push_back(row.totalDifference);
                }
                // The whole's share does not change.
                if ((row.name == "main" && normalize == Normalize::Share) || !row.evidence().totalInterval)
                    continue;
                const double truth = simulated.trueChange(row, factor);
                ++result.intervals;
                result.covering +=
                    row.evidence().totalInterval->low <= truth && truth <= row.evidence().totalInterval->high;
            }
            result.wrong += isWrong;
        }
        return result;
    }
    /// How many pairs a test would find that knew the distribution of `same`, whose pairs do not differ, and
    /// tested that function alone, at a level of 5 % on both sides: no test of all rows finds more.
    std::size_t findable(const Calibration& same) const {
        auto byChance = same.changes;
        std::ranges::sort(byChance);
        const double limit = byChance[byChance.size() * 975 / 1000];
        return static_cast<std::size_t>(
            std::ranges::count_if(changes, [limit](double change) { return change > limit; }));
    }
    static double percent(std::size_t part, std::size_t all) {
        return 100 * static_cast<double>(part) / static_cast<double>(all);
    }
};

} // namespace candela
