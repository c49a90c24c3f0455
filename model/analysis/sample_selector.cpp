#include "model/analysis/filter.h"
#include "model/analysis/filter_matches.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

namespace candela {

namespace {

/// Rows between two questions whether the work was cancelled; also the least that is worth a thread.
constexpr std::size_t blockSize = 1 << 18;

struct ThreadRun {
    ThreadIndex thread;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Tables are sorted by thread: each thread's rows are one run.
std::vector<ThreadRun> threadRuns(const SampleTable& table) {
    std::vector<ThreadRun> runs;
    for (std::size_t begin = 0; begin < table.size(); begin = runs.back().end) {
        const auto thread = table.threadAt(begin);
        std::size_t end = table.size();
        if (!table.thread.empty()) {
            const auto from = table.thread.begin() + static_cast<std::ptrdiff_t>(begin);
            end = static_cast<std::size_t>(std::upper_bound(from, table.thread.end(), thread) -
                                           table.thread.begin());
        }
        runs.push_back({thread, begin, end});
    }
    return runs;
}

/// The part of a run that lies in the time range, which leaves out samples without a time.
SampleRange rowsAt(const SampleTable& table, const ThreadRun& run, const std::optional<TimeRange>& time) {
    SampleRange rows;
    rows.thread = run.thread;
    rows.begin = run.begin;
    rows.end = run.end;
    if (!time) return rows;
    if (table.time.empty()) return {};
    const auto start = table.time.begin();
    const auto from = start + static_cast<std::ptrdiff_t>(run.begin);
    const auto to = start + static_cast<std::ptrdiff_t>(run.end);
    const auto begin = std::lower_bound(from, to, std::max(time->begin, noTime + 1));
    rows.begin = static_cast<std::size_t>(begin - start);
    rows.end = static_cast<std::size_t>(std::lower_bound(begin, to, time->end) - start);
    return rows;
}

std::size_t rowCount(std::span<const SampleRange> ranges) {
    std::size_t rows = 0;
    for (const auto& range : ranges)
        rows += range.end - range.begin;
    return rows;
}

/// The ranges cut into parts of about equal numbers of rows.
std::vector<std::vector<SampleRange>> split(std::span<const SampleRange> ranges, std::size_t parts) {
    const auto size = rowCount(ranges) / parts + 1;
    std::vector<std::vector<SampleRange>> result(1);
    std::size_t room = size;
    for (auto range : ranges) {
        while (range.end - range.begin > room) {
            auto first = range;
            first.end = range.begin += room;
            result.back().push_back(first);
            result.emplace_back();
            room = size;
        }
        room -= range.end - range.begin;
        result.back().push_back(range);
    }
    return result;
}

/// Adds up one part's samples. The last row of the weights is for samples without a stack.
class WeightSum {
public:
    explicit WeightSum(std::size_t stacks) : m_weight(stacks + 1) {}

    void add(const SampleSelection& selection, std::span<const SampleRange> ranges, const Task& task) {
        for (auto range : ranges) {
            while (range.begin < range.end && !task.isCancelled()) {
                auto block = range;
                block.end = range.begin = std::min(range.end, range.begin + blockSize);
                if (selection.keptStacks || block.keptLabels) {
                    addKept(selection, block);
                } else {
                    addAll(*selection.table, block);
                }
            }
        }
    }
    void add(const WeightSum& other) {
        for (std::size_t row = 0; row < m_weight.size(); ++row)
            m_weight[row] = wrappingSum(m_weight[row], other.m_weight[row]);
        m_samples += other.m_samples;
    }

    StackWeights result() && {
        StackWeights weights;
        weights.samples = m_samples;
        weights.total = std::accumulate(m_weight.begin(), m_weight.end(), std::int64_t(0), wrappingSum);
        weights.stackless = m_weight.back();
        m_weight.pop_back();
        weights.weight = std::move(m_weight);
        return weights;
    }

private:
    void addRow(const SampleTable& table, std::size_t row) {
        const auto stack = table.stack[row];
        auto& weight = m_weight[stack ? stack.row() : m_weight.size() - 1];
        weight = wrappingSum(weight, table.weight[row]);
    }
    void addAll(const SampleTable& table, const SampleRange& block) {
        for (auto row = block.begin; row < block.end; ++row)
            addRow(table, row);
        m_samples += block.end - block.begin;
    }
    void addKept(const SampleSelection& selection, const SampleRange& block) {
        for (auto row = block.begin; row < block.end; ++row) {
            if (!selection.keeps(block, row)) continue;
            addRow(*selection.table, row);
            ++m_samples;
        }
    }

    std::vector<std::int64_t> m_weight;
    std::size_t m_samples = 0;
};

} // namespace

struct SampleSelector::State {
    std::shared_ptr<const Profile> profile;
    std::vector<std::vector<ThreadRun>> runs; // a row per value type; empty until asked for
    std::optional<FilterMatches> matches;

    const std::vector<ThreadRun>& runsOf(ValueTypeIndex value) {
        auto& found = runs[value.row()];
        if (found.empty()) found = threadRuns(profile->samples[value.row()]);
        return found;
    }

    Result<void> prepare(const Filter& filter) {
        auto timeless = filter;
        timeless.time.reset();
        if (matches && matches->filter == timeless) return {};
        matches = TRY(filterMatches(profile, std::move(timeless), matches ? &*matches : nullptr));
        return {};
    }
};

SampleSelector::SampleSelector(std::shared_ptr<const Profile> profile) : m_state(std::make_unique<State>()) {
    m_state->runs.resize(profile->samples.size());
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
        auto range = rowsAt(*selection.table, run, filter.time);
        range.keptLabels = match.keptLabels;
        if (range.begin < range.end) selection.ranges.push_back(range);
    }
    return selection;
}

Result<StackWeights> SampleSelector::stackWeights(ValueTypeIndex value, const Filter& filter, Task& task) {
    const auto selection = TRY(select(value, filter));
    const auto parts = split(selection.ranges, partCount(rowCount(selection.ranges), blockSize));
    std::vector<WeightSum> sums(parts.size(), WeightSum(0));
    inParallel(parts.size(), [&](std::size_t part) {
        sums[part] = WeightSum(m_state->profile->stacks.size());
        sums[part].add(selection, parts[part], task);
    });
    if (task.isCancelled()) return cancelled();
    for (std::size_t part = 1; part < sums.size(); ++part)
        sums[0].add(sums[part]);
    return std::move(sums[0]).result();
}

Result<void> SampleSelector::forEachSample(ValueTypeIndex value, const Filter& filter, Task& task,
                                           const std::function<void(std::size_t row)>& visit) {
    const auto selection = TRY(select(value, filter));
    for (const auto& range : selection.ranges) {
        for (auto row = range.begin; row < range.end; ++row) {
            if (row % blockSize == 0 && task.isCancelled()) return cancelled();
            if (selection.keeps(range, row)) visit(row);
        }
    }
    return {};
}

} // namespace candela
