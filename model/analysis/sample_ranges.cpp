#include "model/analysis/sample_ranges.h"

#include <algorithm>

namespace candela {

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
