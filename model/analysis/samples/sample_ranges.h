/// Sets of SampleTable rows: ranges in ascending order that do not overlap.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/base/task.h"

#include <algorithm>
#include <span>
#include <vector>

namespace candela {

/// The rows of one thread.
struct ThreadRun {
    ThreadIndex thread;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::int64_t longest = 0; ///< nanoseconds: the duration of its longest sample; 0 if samples have no
                              ///< duration
    bool overlaps = false;    ///< whether one sample may end after the next begins
};

/// Tables are sorted by thread, so each thread's rows are one run.
std::vector<ThreadRun> threadRuns(const SampleTable& table);

/// The rows of a run that are in the time range, without samples that have no time. A sample with a duration
/// is in it if a part of it is.
std::vector<SampleRange> rowsAt(const SampleTable& table, const ThreadRun& run,
                                const std::optional<TimeRange>& time);

/// The rows that were sampled on one of the CPUs; -1 stands for "not known".
std::vector<SampleRange> rowsOn(const SampleTable& table, std::span<const SampleRange> rows,
                                std::span<const std::int32_t> cpus);

/// Calls `visit({row, weight})` for each of these rows of the run that is only partly in the time range.
void forEachPart(const SampleTable& table, const ThreadRun& run, std::span<const SampleRange> rows,
                 TimeRange time, const std::function<void(const PartialSample&)>& visit);

/// Calls `visit(row, weight)` for every kept row, in order, with the part of its weight that is kept. Fails
/// when cancelled.
template<typename Visit>
Result<void> forEachKept(const SampleSelection& selection, const Task& task, const Visit& visit) {
    for (const auto& range : selection.ranges) {
        const bool areWhole = selection.keepsAll(range) && selection.partial.empty();
        for (auto row = range.begin; row < range.end;) {
            if (task.isCancelled()) return cancelled();
            const auto end = std::min(range.end, row + samplesBetweenChecks);
            for (; areWhole && row < end; ++row)
                visit(row, selection.table->weight[row]);
            for (; row < end; ++row)
                if (selection.keeps(range, row)) visit(row, selection.weightAt(row));
        }
    }
    return {};
}

std::size_t rowCount(std::span<const SampleRange> ranges);

/// The rows of `from` that are not in `without`; labels are ignored.
std::vector<SampleRange> difference(std::span<const SampleRange> from, std::span<const SampleRange> without);

/// The same rows divided into that many parts of about equal size; the last ones may be empty.
std::vector<std::vector<SampleRange>> splitRanges(std::span<const SampleRange> ranges, std::size_t parts);

} // namespace candela
