#include "model/analysis/samples/sample_ranges.h"

#include "model/base/wrapping.h"

#include <algorithm>

namespace candela {

namespace {

void measure(const SampleTable& table, ThreadRun& run) {
    for (auto row = run.begin; row < run.end; ++row) {
        run.longest = std::max(run.longest, table.weight[row]);
        run.overlaps |= row + 1 < run.end && table.endAt(row) > table.time[row + 1];
    }
}

} // namespace

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
        runs.push_back({.thread = thread, .begin = begin, .end = end});
        if (table.lasts && !table.time.empty()) measure(table, runs.back());
    }
    return runs;
}

namespace {

/// The first row of the run that is not before the time; samples without a time come before all others.
std::size_t firstRowAt(const SampleTable& table, const ThreadRun& run, std::int64_t time) {
    const auto start = table.time.begin();
    const auto found = std::lower_bound(start + std::ptrdiff_t(run.begin), start + std::ptrdiff_t(run.end),
                                        std::max(time, noTime + 1));
    return static_cast<std::size_t>(found - start);
}

/// The first row that may extend beyond the time. Without overlaps, that is the last row before the time.
std::size_t firstRowInto(const SampleTable& table, const ThreadRun& run, std::int64_t time) {
    if (run.longest > 0 && run.overlaps) {
        std::int64_t from = 0;
        if (__builtin_sub_overflow(time, run.longest, &from)) from = noTime;
        return firstRowAt(table, run, from);
    }
    const auto row = firstRowAt(table, run, time);
    return run.longest > 0 && row > run.begin ? row - 1 : row;
}

} // namespace

std::vector<SampleRange> rowsAt(const SampleTable& table, const ThreadRun& run,
                                const std::optional<TimeRange>& time) {
    if (!time) return {{.begin = run.begin, .end = run.end, .thread = run.thread}};
    std::vector<SampleRange> rows;
    if (table.time.empty()) return rows;
    const auto begin = firstRowAt(table, run, time->begin);
    const auto end = std::max(begin, firstRowAt(table, run, time->end));
    for (auto row = firstRowInto(table, run, time->begin); row < begin && time->begin < time->end; ++row) {
        if (table.endAt(row) <= time->begin) continue;
        if (!rows.empty() && rows.back().end == row)
            ++rows.back().end;
        else
            rows.push_back({.begin = row, .end = row + 1, .thread = run.thread});
    }
    if (!rows.empty() && rows.back().end == begin)
        rows.back().end = end;
    else if (begin < end)
        rows.push_back({.begin = begin, .end = end, .thread = run.thread});
    return rows;
}

std::vector<SampleRange> rowsOn(const SampleTable& table, std::span<const SampleRange> rows,
                                std::span<const std::int32_t> cpus) {
    std::vector<SampleRange> kept;
    for (const auto& range : rows) {
        for (auto row = range.begin; row < range.end; ++row) {
            if (std::ranges::find(cpus, table.cpuAt(row)) == cpus.end()) continue;
            if (kept.empty() || kept.back().end != row || kept.back().thread != range.thread)
                kept.push_back({.begin = row, .end = row, .thread = range.thread});
            kept.back().end = row + 1;
        }
    }
    return kept;
}

void forEachPart(const SampleTable& table, const ThreadRun& run, std::span<const SampleRange> rows,
                 TimeRange time, const std::function<void(const PartialSample&)>& visit) {
    if (!table.lasts || rows.empty() || table.time.empty()) return;
    const auto begin = firstRowAt(table, run, time.begin);
    const auto mayReachEnd = firstRowInto(table, run, time.end);
    for (const auto& range : rows) {
        for (auto row = range.begin; row < range.end; ++row) {
            // Samples after those that begin before the range, and before those that may end after it, are
            // whole.
            if (row >= begin) row = std::max(row, mayReachEnd);
            if (row >= range.end) break;
            const auto from = table.time[row];
            const auto to = table.endAt(row);
            if (to <= from || (from >= time.begin && to <= time.end)) continue;
            visit({row, wrappingDifference(std::min(to, time.end), std::max(from, time.begin))});
        }
    }
}

std::size_t rowCount(std::span<const SampleRange> ranges) {
    std::size_t rows = 0;
    for (const auto& range : ranges)
        rows += range.end - range.begin;
    return rows;
}

std::vector<std::vector<SampleRange>> splitRanges(std::span<const SampleRange> ranges, std::size_t parts) {
    const auto size = rowCount(ranges) / parts + 1;
    std::vector<std::vector<SampleRange>> result(parts);
    std::size_t part = 0;
    std::size_t room = size;
    for (auto range : ranges) {
        while (range.end - range.begin > room) {
            auto first = range;
            first.end = range.begin += room;
            result[part++].push_back(first);
            room = size;
        }
        room -= range.end - range.begin;
        result[part].push_back(range);
    }
    return result;
}

std::vector<SampleRange> difference(std::span<const SampleRange> from, std::span<const SampleRange> without) {
    std::vector<SampleRange> result;
    std::size_t next = 0;
    for (auto range : from) {
        while (next < without.size() && without[next].end <= range.begin)
            ++next;
        for (auto other = next; other < without.size() && without[other].begin < range.end; ++other) {
            auto before = range;
            before.end = without[other].begin;
            if (before.begin < before.end) result.push_back(before);
            range.begin = std::min(range.end, without[other].end);
        }
        if (range.begin < range.end) result.push_back(range);
    }
    return result;
}

} // namespace candela
