/// Comparisons of simulated captures whose truth is known: twenty functions with fixed shares below four
/// callers, sampled in three ways.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/significance.h"
#include "tests/profile_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace candela {

enum class Simulation {
    Independent, ///< each sample is drawn on its own
    Bursty,      ///< functions run for a while: bursts of 5 to 500 samples
    Runs,        ///< five runs, in each of which a function costs 2 % more or less
};

struct SimulationTruth {
    /// Percent of all.
    static constexpr std::array<double, 20> shares{20, 16, 13, 11,  9,   5, 4,  4,  3,  3,
                                                   2,  2,  2,  1.5, 1.5, 1, .8, .6, .4, .2};
    static constexpr std::size_t callers = 4;
    static constexpr std::size_t changed = 5;      ///< the function that changes: 5 % of all
    static constexpr std::size_t samples = 60'000; ///< of a side: 60 s at 997 Hz
    static constexpr std::size_t runs = 5, blocks = 1024;
    static constexpr double runVariation = 0.02;

    /// Shares of the functions where one of them costs `factor` times as much; their sum is 1.
    static std::array<double, 20> sharesWith(double factor) {
        auto result = shares;
        result[changed] *= factor;
        double sum = 0;
        for (const double share : result)
            sum += share;
        for (double& share : result)
            share /= sum;
        return result;
    }
};

/// Makes sides and compares them.
class SimulatedComparisons {
public:
    SimulatedComparisons(Simulation kind, std::uint64_t seed) : m_kind(kind), m_random(seed) {
        std::string text;
        for (std::size_t row = 0; row < SimulationTruth::shares.size(); ++row)
            text += fmt::format("main;caller{};work{:02} 1\n", row % SimulationTruth::callers, row);
        m_profile = std::make_shared<const Profile>(profileFromText(text));
        m_groups = groupFrames(m_profile, Grouping::Function);
        m_shape = callTreeShape(m_groups);
        for (std::size_t row = 0; row < m_stacks.size(); ++row)
            m_stacks[row] = stackNamed(fmt::format("work{:02}", row));
    }

    /// Base against a new side whose changed function costs `factor` times as much.
    Comparison next(double factor, Normalize normalize = Normalize::Share) {
        const auto base = side(1);
        const auto type = m_profile->samples[0].type;
        return *compare(base, side(factor), type, type, normalize);
    }

    /// The true change of a row's share.
    static double trueChange(const ComparisonRow& row, double factor) {
        const auto base = SimulationTruth::sharesWith(1), changed = SimulationTruth::sharesWith(factor);
        const auto of = [&](const std::array<double, 20>& shares) {
            if (row.name.starts_with("work")) return shares[std::stoul(row.name.substr(4))];
            double sum = 0;
            for (std::size_t function = 0; function < shares.size(); ++function)
                if (row.name == "main" ||
                    row.name == fmt::format("caller{}", function % SimulationTruth::callers))
                    sum += shares[function];
            return sum;
        };
        return of(changed) / of(base) - 1;
    }

private:
    using Shares = std::array<double, 20>;

    StackIndex stackNamed(const std::string& name) const {
        for (std::size_t row = 0; row < m_profile->stacks.size(); ++row) {
            const auto function = m_profile->frames.function[m_profile->stacks.frame[row].row()];
            if (m_profile->text(m_profile->functions[function.row()].name) == name) return StackIndex(row);
        }
        return {};
    }

    ComparisonSide side(double factor) {
        const bool isRuns = m_kind == Simulation::Runs;
        const auto units = isRuns ? SimulationTruth::runs : SimulationTruth::blocks;
        std::vector<std::vector<double>> counts(SimulationTruth::shares.size(), std::vector<double>(units));
        const auto shares = SimulationTruth::sharesWith(factor);
        if (m_kind == Simulation::Bursty)
            drawBursts(shares, counts);
        else
            drawIndependent(shares, counts);
        return sideOf(counts);
    }

    void drawIndependent(const Shares& shares, std::vector<std::vector<double>>& counts) {
        const bool isRuns = m_kind == Simulation::Runs;
        const auto units = counts.front().size();
        std::discrete_distribution<std::size_t> function(shares.begin(), shares.end());
        for (std::size_t sample = 0, unit = units; sample < SimulationTruth::samples; ++sample) {
            const auto now = sample * units / SimulationTruth::samples;
            if (isRuns && now != unit) {
                std::normal_distribution<double> variation(0, SimulationTruth::runVariation);
                auto varied = shares;
                for (double& share : varied)
                    share *= std::exp(variation(m_random));
                function = std::discrete_distribution<std::size_t>(varied.begin(), varied.end());
            }
            unit = now;
            counts[function(m_random)][unit] += 1;
        }
    }

    void drawBursts(const Shares& shares, std::vector<std::vector<double>>& counts) {
        constexpr std::array<double, 20> lengths{5,  50, 200, 20, 500, 20, 10, 300, 5,  100,
                                                 30, 5,  200, 10, 50,  20, 5,  100, 10, 20};
        Shares starts{};
        for (std::size_t row = 0; row < starts.size(); ++row)
            starts[row] = shares[row] / lengths[row];
        std::discrete_distribution<std::size_t> function(starts.begin(), starts.end());
        for (std::size_t sample = 0; sample < SimulationTruth::samples;) {
            const auto row = function(m_random);
            std::geometric_distribution<int> length(1 / lengths[row]);
            for (int left = 1 + length(m_random); left > 0 && sample < SimulationTruth::samples;
                 --left, ++sample)
                counts[row][sample * counts[row].size() / SimulationTruth::samples] += 1;
        }
    }

    ComparisonSide sideOf(const std::vector<std::vector<double>>& counts) const {
        const auto units = counts.front().size();
        StackWeights weights;
        std::vector<std::int64_t> weightOfStack(m_profile->stacks.size());
        RunSums sums;
        sums.kind = m_kind == Simulation::Runs ? UnitKind::Runs : UnitKind::Blocks;
        sums.totals.resize(units);
        sums.seconds.assign(units, 60.0 / static_cast<double>(units));
        sums.sampleWeight = 1;
        std::vector<std::vector<RunSums::Entry>> byGroup(m_groups->size(),
                                                         std::vector<RunSums::Entry>(units));
        for (std::size_t row = 0; row < counts.size(); ++row) {
            for (std::uint32_t unit = 0; unit < units; ++unit) {
                const double count = counts[row][unit];
                sums.totals[unit] += count;
                weightOfStack[m_stacks[row].row()] += static_cast<std::int64_t>(count);
                weights.total += static_cast<std::int64_t>(count);
                auto node = m_shape->nodeOfStack[m_stacks[row].row()];
                byGroup[m_shape->group[node.row()].row()][unit].self += count;
                for (; node; node = m_shape->parent[node.row()])
                    byGroup[m_shape->group[node.row()].row()][unit].total += count;
            }
        }
        weights.weight = SharedValues(std::move(weightOfStack));
        weights.magnitude = weights.total;
        for (const auto& group : byGroup) {
            sums.begin.push_back(static_cast<std::uint32_t>(sums.entries.size()));
            for (std::uint32_t unit = 0; unit < units; ++unit) {
                sums.entries.push_back(group[unit]);
                sums.entries.back().unit = unit;
            }
        }
        sums.begin.push_back(static_cast<std::uint32_t>(sums.entries.size()));
        return {m_groups,
                std::move(weights),
                60'000'000'000,
                {},
                {},
                std::make_shared<const RunSums>(std::move(sums))};
    }

    Simulation m_kind;
    std::mt19937_64 m_random;
    std::shared_ptr<const Profile> m_profile;
    std::shared_ptr<const FrameGroups> m_groups;
    std::shared_ptr<const CallTreeShape> m_shape;
    std::array<StackIndex, 20> m_stacks;
};

/// How many simulated comparisons reported what is true.
struct Calibration {
    std::size_t pairs = 0;
    std::size_t wrong = 0;     ///< pairs without any change of which some row was reported as changed
    std::size_t intervals = 0; ///< of all rows that can change
    std::size_t covering = 0;  ///< of these: which hold the truth
    std::size_t found = 0;     ///< pairs in which a change was found where it is, in the right direction

    static Calibration of(Simulation kind, std::size_t pairs, double factor, std::uint64_t seed) {
        SimulatedComparisons simulated(kind, seed);
        Calibration result{.pairs = pairs};
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const auto comparison = simulated.next(factor);
            bool isWrong = false;
            for (const auto& row : comparison.rows) {
                const bool isChanged = row.verdict == Verdict::Slower || row.verdict == Verdict::Faster;
                isWrong = isWrong || isChanged;
                if (row.name == fmt::format("work{:02}", SimulationTruth::changed))
                    result.found += row.verdict == Verdict::Slower;
                if (row.name == "main" || !row.totalInterval) continue;
                const double truth = SimulatedComparisons::trueChange(row, factor);
                ++result.intervals;
                result.covering += row.totalInterval->low <= truth && truth <= row.totalInterval->high;
            }
            result.wrong += isWrong;
        }
        return result;
    }
    static double percent(std::size_t part, std::size_t all) {
        return 100 * static_cast<double>(part) / static_cast<double>(all);
    }
};

} // namespace candela
