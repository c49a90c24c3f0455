#include "model/analysis/filter.h"
#include "model/analysis/filter_matches.h"
#include "model/analysis/sample_ranges.h"
#include "model/analysis/stack_sums.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <optional>

namespace candela {

namespace {

/// Rows between two questions whether the work was cancelled.
constexpr std::size_t blockSize = 1 << 18;

/// What is remembered of one value type's table; everything is made when it is first needed.
struct ValueSums {
    std::vector<ThreadRun> runs;
    std::vector<LabelPattern> labels; // that the sums are for
    std::optional<StackSums> weights;
    std::optional<StackSums> samples; // only needed to count them where stacks or labels decide
};

/// Takes sums with a row per stack and one more for samples without a stack.
StackWeights weightsFrom(std::vector<std::int64_t> sums) {
    StackWeights weights;
    for (const auto sum : sums) {
        weights.total = wrappingSum(weights.total, sum);
        weights.magnitude = wrappingSum(weights.magnitude, magnitudeOf(sum));
    }
    weights.stackless = sums.back();
    sums.pop_back();
    weights.weight = std::move(sums);
    return weights;
}

} // namespace

struct SampleSelector::State {
    std::shared_ptr<const Profile> profile;
    std::vector<ValueSums> values; // a row per value type
    std::optional<FilterMatches> matches;

    const SampleTable& table(ValueTypeIndex value) const { return profile->samples[value.row()]; }
    const std::vector<ThreadRun>& runsOf(ValueTypeIndex value) {
        auto& runs = values[value.row()].runs;
        if (runs.empty()) runs = threadRuns(table(value));
        return runs;
    }

    Result<void> prepare(const Filter& filter) {
        auto timeless = filter;
        timeless.time.reset();
        if (matches && matches->filter == timeless) return {};
        matches = TRY(filterMatches(profile, std::move(timeless), matches ? &*matches : nullptr));
        return {};
    }

    /// Also for stacks that are not kept: so they serve for the next focus, too.
    Result<std::span<const std::int64_t>> stackSums(ValueTypeIndex value, StackSums::Of what,
                                                    const SampleSelection& selection, Task& task) {
        auto& remembered = values[value.row()];
        if (remembered.labels != matches->filter.labels) {
            remembered.labels = matches->filter.labels;
            remembered.weights.reset();
            remembered.samples.reset();
        }
        auto& sums = what == StackSums::Of::Weights ? remembered.weights : remembered.samples;
        if (!sums) sums.emplace(what, table(value), profile->stacks.size());
        return sums->sums(selection, task);
    }

    Result<std::size_t> sampleCount(ValueTypeIndex value, const SampleSelection& selection, Task& task) {
        if (!selection.keptStacks && matches->filter.labels.empty()) return rowCount(selection.ranges);
        const auto counts = TRY(stackSums(value, StackSums::Of::Samples, selection, task));
        std::int64_t count = 0;
        for (std::size_t row = 0; row < counts.size(); ++row)
            count += !selection.keptStacks || (*selection.keptStacks)[row] ? counts[row] : 0;
        return static_cast<std::size_t>(count);
    }

    Result<StackWeights> weights(ValueTypeIndex value, const SampleSelection& selection, Task& task) {
        const auto sums = TRY(stackSums(value, StackSums::Of::Weights, selection, task));
        std::vector<std::int64_t> kept(sums.begin(), sums.end());
        if (selection.keptStacks) {
            for (std::size_t row = 0; row < kept.size(); ++row)
                kept[row] = (*selection.keptStacks)[row] ? kept[row] : 0;
        }
        for (const auto& part : selection.partial) {
            const auto stack = std::min<std::size_t>(selection.table->stack[part.row].row(), kept.size() - 1);
            const auto outside = wrappingDifference(selection.table->weight[part.row], part.weight);
            kept[stack] = wrappingDifference(kept[stack], outside);
        }
        auto result = weightsFrom(std::move(kept));
        result.samples = TRY(sampleCount(value, selection, task));
        return result;
    }
};

SampleSelector::SampleSelector(std::shared_ptr<const Profile> profile) : m_state(std::make_unique<State>()) {
    m_state->values.resize(profile->samples.size());
    m_state->profile = std::move(profile);
}
SampleSelector::~SampleSelector() = default;
SampleSelector::SampleSelector(SampleSelector&&) noexcept = default;
SampleSelector& SampleSelector::operator=(SampleSelector&&) noexcept = default;

Result<SampleSelection> SampleSelector::select(ValueTypeIndex value, const Filter& filter) {
    TRY(m_state->prepare(filter));
    const auto& matches = *m_state->matches;
    SampleSelection selection;
    selection.table = &m_state->profile->samples[value.row()];
    selection.keptStacks = matches.keptStacks;
    selection.labelMasks = matches.labelMasks;
    for (const auto& run : m_state->runsOf(value)) {
        const auto& match = run.thread ? matches.threads[run.thread.row()] : matches.noThread;
        if (!match.isKept) continue;
        auto ranges = rowsAt(*selection.table, run, filter.time);
        if (!filter.cpus.empty()) ranges = rowsOn(*selection.table, ranges, filter.cpus);
        for (auto& range : ranges)
            range.keptLabels = match.keptLabels;
        if (filter.time) {
            forEachPart(*selection.table, run, ranges, *filter.time, [&](const PartialSample& part) {
                if (selection.keeps(ranges.front(), part.row)) selection.partial.push_back(part);
            });
        }
        selection.ranges.insert(selection.ranges.end(), ranges.begin(), ranges.end());
    }
    return selection;
}

Result<StackWeights> SampleSelector::stackWeights(ValueTypeIndex value, const Filter& filter, Task& task) {
    return m_state->weights(value, TRY(select(value, filter)), task);
}

Result<void> SampleSelector::forEachSample(ValueTypeIndex value, const Filter& filter, Task& task,
                                           const std::function<void(std::size_t, std::int64_t)>& visit) {
    const auto selection = TRY(select(value, filter));
    for (const auto& range : selection.ranges) {
        for (auto row = range.begin; row < range.end; ++row) {
            if (row % blockSize == 0 && task.isCancelled()) return cancelled();
            if (selection.keeps(range, row)) visit(row, selection.weightAt(row));
        }
    }
    return {};
}

} // namespace candela
