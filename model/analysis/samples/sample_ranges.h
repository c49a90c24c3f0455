/// Sets of SampleTable rows: ranges in ascending order that do not overlap.
#pragma once

#include "model/analysis/samples/filter.h"

#include <span>
#include <vector>

namespace candela {

/// Where one thread's rows are.
struct ThreadRun {
    ThreadIndex thread;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::int64_t longest = 0; ///< nanoseconds: of its samples that last; 0 where they are moments
    bool overlaps = false;    ///< whether one goes on when the next begins
};

/// Tables are sorted by thread: each thread's rows are one run.
std::vector<ThreadRun> threadRuns(const SampleTable& table);

/// The rows of a run that lie in the time range, which leaves out samples without a time. Samples that last
/// lie in it as soon as a part of them does.
std::vector<SampleRange> rowsAt(const SampleTable& table, const ThreadRun& run,
                                const std::optional<TimeRange>& time);

/// Those of the rows that were sampled on one of the CPUs, where -1 stands for "not known".
std::vector<SampleRange> rowsOn(const SampleTable& table, std::span<const SampleRange> rows,
                                std::span<const std::int32_t> cpus);

/// Calls `visit({row, weight})` for each of these rows of the run of which the time range holds a part only.
void forEachPart(const SampleTable& table, const ThreadRun& run, std::span<const SampleRange> rows,
                 TimeRange time, const std::function<void(const PartialSample&)>& visit);

std::size_t rowCount(std::span<const SampleRange> ranges);

/// The rows of `from` that are not in `without`; labels are not looked at.
std::vector<SampleRange> difference(std::span<const SampleRange> from, std::span<const SampleRange> without);

/// The same rows in that many parts of about equal size; the last ones may be empty.
std::vector<std::vector<SampleRange>> splitRanges(std::span<const SampleRange> ranges, std::size_t parts);

} // namespace candela
