#include "model/analysis/samples/filter.h"
#include "model/analysis/samples/filter_matches.h"
#include "model/analysis/samples/rooted_stacks.h"
#include "model/analysis/samples/sample_ranges.h"
#include "model/analysis/samples/stack_sums.h"
#include "model/base/task.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace candela {

namespace {

/// Cached parts of one value type's table; each is made when it is first needed.
struct ValueSums {
    std::vector<ThreadRun> runs;
    std::vector<LabelPattern> labels; // the labels that the sums are for
    std::optional<StackSums> weights;
    std::optional<StackSums> samples; // number of samples; only needed if stacks or labels decide which are
                                      // kept
    std::optional<std::int64_t> maximumWeight;
};

/// Sums of rooted stacks, added up by stack: a row per stack of the profile and one more for those without.
std::vector<std::int64_t> sumsOfStacks(const RootedStacks& roots, const SharedValues<std::int64_t>& rooted,
                                       std::size_t stacks) {
    std::vector<std::int64_t> sums(stacks + 1);
    for (std::size_t row = 0; row < roots.rows.size(); ++row) {
        auto& sum = sums[std::min<std::size_t>(roots.rows[row].stack.row(), stacks)];
        sum = wrappingSum(sum, rooted[row]);
    }
    return sums;
}

/// The weights from the sums of each stack, and one more for samples without a stack.
StackWeights weightsFrom(const SharedValues<std::int64_t>& sums) {
    StackWeights weights;
    for (const auto sum : sums) {
        weights.total = wrappingSum(weights.total, sum);
        weights.magnitude = wrappingSum(weights.magnitude, magnitudeOf(sum));
    }
    weights.stackless = sums.back();
    weights.weight = sums.first(sums.size() - 1);
    return weights;
}

/// Samples whose stacks have no frames left count as samples without a stack.
void moveEmptied(const TransformedStacks& transformed, StackWeights& weights) {
    if (transformed.emptied.empty()) return;
    std::vector<std::int64_t> left(weights.weight.begin(), weights.weight.end());
    for (const auto stack : transformed.emptied)
        weights.stackless = wrappingSum(weights.stackless, std::exchange(left[stack.row()], 0));
    weights.weight = SharedValues(std::move(left));
}

} // namespace

struct SampleSelector::State {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<FilteredStacks> stacks;
    std::shared_ptr<const RootedStacks> roots; // null: there are no roots
    std::vector<ValueSums> values;             // for each value type
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
        matches = TRY(filterMatches(*stacks, std::move(timeless), matches ? &*matches : nullptr));
        return {};
    }

    /// Whether each row of the sums is kept: that of a stack, or with roots of a rooted stack; the last row
    /// is for samples without a stack.
    RowMask keptRows(const RowMask& keptStacks) const {
        RowMask kept(roots->rows.size() + 1, keptStacks.back());
        for (std::size_t row = 0; row < roots->rows.size(); ++row)
            kept[row] =
                keptStacks[std::min<std::size_t>(roots->rows[row].stack.row(), keptStacks.size() - 1)];
        return kept;
    }
    /// The row of sums that a sample is in.
    std::size_t sumOf(ValueTypeIndex value, std::size_t sample, std::size_t sums) const {
        const auto& stacks = roots ? roots->ofSample[value.row()] : table(value).stack;
        return std::min<std::size_t>(stacks[sample].row(), sums - 1);
    }

    /// The sums of all stacks, also of those that are not kept, so that they can be used for the next focus.
    Result<SharedValues<std::int64_t>> stackSums(ValueTypeIndex value, StackSums::Of what,
                                                 const SampleSelection& selection, Task& task) {
        auto& remembered = values[value.row()];
        if (remembered.labels != matches->filter.labels) {
            remembered.labels = matches->filter.labels;
            remembered.weights.reset();
            remembered.samples.reset();
        }
        auto& sums = what == StackSums::Of::Weights ? remembered.weights : remembered.samples;
        if (!sums && roots)
            sums.emplace(what, table(value), roots->ofSample[value.row()], roots->rows.size());
        else if (!sums)
            sums.emplace(what, table(value), table(value).stack, profile->stacks.size());
        return sums->sums(selection, task);
    }

    Result<std::size_t> sampleCount(ValueTypeIndex value, const SampleSelection& selection, Task& task) {
        if (!selection.keptStacks && matches->filter.labels.empty()) return rowCount(selection.ranges);
        const auto counts = TRY(stackSums(value, StackSums::Of::Samples, selection, task));
        std::int64_t count = 0;
        forEachSum(counts, selection, [&](std::size_t /*row*/, std::int64_t ofRow) { count += ofRow; });
        return static_cast<std::size_t>(count);
    }

    /// Calls visit(row, sum) for each row of the sums; the sum is 0 if the row is not kept. Without a branch,
    /// because kept rows alternate with others.
    void forEachSum(const SharedValues<std::int64_t>& sums, const SampleSelection& selection,
                    const auto& visit) const {
        if (!selection.keptStacks) {
            for (std::size_t row = 0; row < sums.size(); ++row)
                visit(row, sums[row]);
            return;
        }
        const RowMask ofRoots = roots ? keptRows(*selection.keptStacks) : RowMask();
        const auto& kept = roots ? ofRoots : *selection.keptStacks;
        for (std::size_t row = 0; row < sums.size(); ++row)
            visit(row, sums[row] & -std::int64_t(kept[row]));
    }

    /// The kept part of all sums. Most selections keep all of them.
    SharedValues<std::int64_t> keptOf(SharedValues<std::int64_t> sums, ValueTypeIndex value,
                                      const SampleSelection& selection) const {
        if (!selection.keptStacks && selection.partial.empty()) return sums;
        std::vector<std::int64_t> kept(sums.size());
        forEachSum(sums, selection, [&](std::size_t row, std::int64_t sum) { kept[row] = sum; });
        for (const auto& part : selection.partial) {
            auto& sum = kept[sumOf(value, part.row, kept.size())];
            sum = wrappingDifference(sum, wrappingDifference(selection.table->weight[part.row], part.weight));
        }
        return SharedValues(std::move(kept));
    }

    Result<StackWeights> weights(ValueTypeIndex value, const SampleSelection& selection, Task& task) {
        const auto kept =
            keptOf(TRY(stackSums(value, StackSums::Of::Weights, selection, task)), value, selection);
        StackWeights result;
        if (roots) {
            result = weightsFrom(SharedValues(sumsOfStacks(*roots, kept, profile->stacks.size())));
            const auto rooted = kept.first(kept.size() - 1); // every sample has a root
            result.magnitude = 0; // computed for each tree, so that weights of two roots do not cancel out
            for (const auto sum : rooted)
                result.magnitude = wrappingSum(result.magnitude, magnitudeOf(sum));
            result.rooted = rooted;
        } else {
            result = weightsFrom(kept);
        }
        if (matches->transformed) moveEmptied(*matches->transformed, result);
        result.samples = TRY(sampleCount(value, selection, task));
        return result;
    }
};

SampleSelector::SampleSelector(std::shared_ptr<const Profile> profile,
                               std::shared_ptr<const RootedStacks> roots,
                               std::shared_ptr<FilteredStacks> stacks)
    : m_state(std::make_unique<State>()) {
    m_state->values.resize(profile->samples.size());
    m_state->roots = std::move(roots);
    m_state->stacks = stacks ? std::move(stacks) : std::make_shared<FilteredStacks>(profile);
    m_state->profile = std::move(profile);
}
SampleSelector::~SampleSelector() = default;
SampleSelector::SampleSelector(SampleSelector&&) noexcept = default;
SampleSelector& SampleSelector::operator=(SampleSelector&&) noexcept = default;

Result<std::shared_ptr<const TransformedStacks>> SampleSelector::transformedStacks(const Filter& filter) {
    return m_state->stacks->transformed(filter);
}

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

std::int64_t SampleSelector::maximumWeight(ValueTypeIndex value) {
    auto& maximum = m_state->values[value.row()].maximumWeight;
    if (!maximum) {
        maximum = 0;
        for (const auto weight : m_state->table(value).weight)
            maximum = std::max(*maximum, weight);
    }
    return *maximum;
}

Result<StackWeights> SampleSelector::stackWeights(ValueTypeIndex value, const Filter& filter, Task& task) {
    return m_state->weights(value, TRY(select(value, filter)), task);
}

Result<void> SampleSelector::forEachSample(ValueTypeIndex value, const Filter& filter, Task& task,
                                           const std::function<void(std::size_t, std::int64_t)>& visit) {
    return forEachKept(TRY(select(value, filter)), task, visit);
}

} // namespace candela
