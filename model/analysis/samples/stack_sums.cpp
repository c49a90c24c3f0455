#include "model/analysis/samples/stack_sums.h"

#include "model/analysis/samples/sample_ranges.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"
#include "model/profile/long_column.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

/// The number of rows between two checks for cancellation; also the minimum number that is worth a thread.
constexpr std::size_t blockSize = 1 << 18;

std::size_t rowsBetween(std::span<const SampleRange> left, std::span<const SampleRange> right) {
    return rowCount(difference(left, right)) + rowCount(difference(right, left));
}

/// The columns that are read.
struct Columns {
    const SampleTable& table;
    std::span<const StackIndex> stackOfRow;
};

/// The hot loop of every change of a filter.
template<typename WeightOf>
void addRows(std::span<const StackIndex> stackOfRow, const SampleRange& range, std::span<std::int64_t> sums,
             WeightOf weightOf) {
    static_assert(StackIndex::noneValue == std::numeric_limits<std::uint32_t>::max());
    const auto* const stacks = stackOfRow.data();
    auto* const sum = sums.data();
    const auto stackless = sums.size() - 1; // the row of samples without a stack, which are added without a
                                            // branch
    for (auto row = range.begin; row < range.end; ++row) {
        auto& ofStack = sum[std::min<std::size_t>(stacks[row].row(), stackless)];
        ofStack = wrappingSum(ofStack, weightOf(row));
    }
}

enum class Sign { Add, TakeOut };

/// Rows whose labels are not kept add 0, instead of not being added, because that branch could be
/// mispredicted.
template<typename WeightOf>
void addKeptRows(const Columns& columns, const SampleRange& range, std::span<std::int64_t> sums,
                 WeightOf weightOf) {
    if (!range.keptLabels) return addRows(columns.stackOfRow, range, sums, weightOf);
    const auto& kept = *range.keptLabels;
    addRows(columns.stackOfRow, range, sums, [&](std::size_t row) {
        const auto labels = columns.table.labelsAt(row);
        return weightOf(row) & -std::int64_t(kept[labels ? labels.row() : 0]);
    });
}

void addRows(const Columns& columns, StackSums::Of what, Sign sign, const SampleRange& range,
             std::span<std::int64_t> sums) {
    const auto* const weights = columns.table.weight.data();
    if (what == StackSums::Of::Samples) {
        addKeptRows(columns, range, sums,
                    [step = std::int64_t(sign == Sign::Add ? 1 : -1)](std::size_t) { return step; });
    } else if (sign == Sign::Add) {
        addKeptRows(columns, range, sums, [=](std::size_t row) { return weights[row]; });
    } else {
        addKeptRows(columns, range, sums,
                    [=](std::size_t row) { return wrappingDifference(0, weights[row]); });
    }
}

void addRanges(const Columns& columns, StackSums::Of what, Sign sign, std::span<const SampleRange> ranges,
               std::span<std::int64_t> sums, const Task& task) {
    for (auto rest : ranges) {
        while (rest.begin < rest.end && !task.isCancelled()) {
            auto block = rest;
            block.end = rest.begin = std::min(rest.end, rest.begin + blockSize);
            addRows(columns, what, sign, block, sums);
        }
    }
}

} // namespace

StackSums::StackSums(Of what, const SampleTable& table, std::span<const StackIndex> stackOfRow,
                     std::size_t stacks)
    : m_of(what), m_table(&table), m_stackOfRow(stackOfRow), m_stacks(stacks) {}

const StackSums::Sums& StackSums::nearest(std::span<const SampleRange> ranges) const {
    const auto* best = &m_nothing;
    auto least = rowCount(ranges);
    for (const auto* start : {&m_everything, &m_last}) {
        if (start->ranges.empty()) continue;
        const auto rows = rowsBetween(start->ranges, ranges);
        if (rows >= least) continue;
        least = rows;
        best = start;
    }
    return *best;
}

std::vector<std::int64_t> StackSums::changed(const Sums& start, std::span<const SampleRange> ranges,
                                             const Task& task) const {
    const auto in = difference(ranges, start.ranges);
    const auto out = difference(start.ranges, ranges);
    // Each part has its own sums, which have to be cleared and added up, so few parts are better.
    const auto parts = partCount(rowCount(in) + rowCount(out), std::max(blockSize, m_stacks));
    const auto inParts = splitRanges(in, parts);
    const auto outParts = splitRanges(out, parts);
    std::vector<std::vector<std::int64_t>> sums(parts);
    inParallel(parts, [&](std::size_t part) {
        reserveLong(sums[part], m_stacks + 1);
        if (part == 0) sums[part].assign(start.sum.begin(), start.sum.end());
        sums[part].resize(m_stacks + 1);
        addRanges({*m_table, m_stackOfRow}, m_of, Sign::Add, inParts[part], sums[part], task);
        addRanges({*m_table, m_stackOfRow}, m_of, Sign::TakeOut, outParts[part], sums[part], task);
    });
    for (std::size_t part = 1; part < parts; ++part)
        std::ranges::transform(sums[0], sums[part], sums[0].begin(), wrappingSum);
    return std::move(sums[0]);
}

Result<SharedValues<std::int64_t>> StackSums::sums(const SampleSelection& selection, Task& task) {
    SharedValues sum(changed(nearest(selection.ranges), selection.ranges, task));
    if (task.isCancelled()) return cancelled();
    m_last = {selection.ranges, selection.labelMasks, std::move(sum)};
    if (m_everything.ranges.empty() && rowCount(selection.ranges) == m_table->size()) m_everything = m_last;
    return m_last.sum;
}

} // namespace candela
