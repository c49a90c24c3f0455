#include "model/analysis/heat_map/heat_map.h"

#include "model/analysis/samples/tick_sums.h"
#include "model/analysis/samples/time_slices.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <limits>
#include <span>

namespace candela {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t minimumColumns = 4; ///< of a second; else columns are shorter
constexpr std::int64_t minimumColumnLength =
    2 * static_cast<std::int64_t>(HeatMapGrid::rows); ///< nanoseconds

using Limits = std::numeric_limits<std::int64_t>;

/// Nanoseconds from one time to a later one. Unsigned, because the ends of a malicious range may be further
/// apart than a signed number can express.
std::uint64_t distance(std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

/// The last multiple of `length` that is not after `time`; the time itself if there is none.
std::int64_t multipleBefore(std::int64_t time, std::int64_t length) {
    const auto beyond = (time % length + length) % length;
    return time < Limits::min() + beyond ? time : time - beyond;
}

std::uint64_t columnsFrom(std::int64_t begin, std::int64_t end, std::int64_t columnLength) {
    const auto length = static_cast<std::uint64_t>(columnLength);
    const auto whole = distance(begin, end);
    return whole / length + (whole % length != 0);
}

std::int64_t columnLengthFor(TimeRange range, std::size_t most) {
    const auto whole = distance(range.begin, range.end);
    auto length = second;
    while (length > minimumColumnLength && whole < static_cast<std::uint64_t>(minimumColumns * length))
        length /= 10;
    // Steps by 5 and 2, so that ticks of an axis, at 1, 2 or 5 times a power of ten, are between columns.
    for (std::int64_t step = 5; columnsFrom(multipleBefore(range.begin, length), range.end, length) > most;
         step = step == 5 ? 2 : 5)
        length *= step;
    return length;
}

Result<void> addTicks(const SampleSelection& selection, TimeSlices& slices, HeatMap& map, Task& task) {
    const auto& table = *selection.table;
    TickSums sums(slices);
    sums.setTrack({&map.weight, &map.total});
    for (auto rest : selection.ranges) {
        while (rest.begin < rest.end) {
            if (task.isCancelled()) return cancelled();
            const auto count = std::min(rest.end - rest.begin, samplesBetweenChecks);
            if (selection.keepsAll(rest)) {
                sums.add(std::span(table.time).subspan(rest.begin, count),
                         std::span(table.weight).subspan(rest.begin, count));
            } else {
                for (auto row = rest.begin; row < rest.begin + count; ++row) {
                    const auto tick = table.time[row], weight = table.weight[row];
                    if (selection.keeps(rest, row) && sums.isInRange(tick, weight)) sums.add(tick, weight);
                }
            }
            rest.begin += count;
        }
    }
    return {};
}

Result<void> addSamples(const SampleSelection& selection, TimeSlices& slices, HeatMap& map, Task& task) {
    const auto& table = *selection.table;
    for (const auto& range : selection.ranges) {
        for (auto row = range.begin; row < range.end; ++row) {
            if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
            if (!selection.keeps(range, row)) continue;
            if (table.lasts)
                slices.addLasting(map.weight, table, row);
            else
                slices.addMoment(map.weight, table.time[row], table.weight[row]);
        }
    }
    return {};
}

enum class Totals { Counted, Missing };

/// Computes sums and the scale.
void finish(HeatMap& map, Totals totals) {
    std::vector<std::int64_t> sizes;
    if (totals == Totals::Counted) map.magnitude = magnitudeOf(map.total);
    for (const auto weight : map.weight) {
        if (weight != 0) sizes.push_back(magnitudeOf(weight));
        if (totals == Totals::Counted) continue;
        map.total = map.density == Density::Level ? weight : wrappingSum(map.total, weight);
        map.magnitude = wrappingSum(map.magnitude, magnitudeOf(weight));
    }
    if (sizes.empty()) return;
    map.largest = std::ranges::max(sizes);
    const auto strongest = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() - 1) * 99 / 100);
    std::ranges::nth_element(sizes, strongest);
    map.scale = *strongest;
}

} // namespace

HeatMapGrid HeatMapGrid::over(TimeRange range, std::size_t most) {
    HeatMapGrid grid;
    grid.range = range;
    if (range.begin >= range.end) return grid;
    grid.columnLength = columnLengthFor(range, most);
    grid.begin = multipleBefore(range.begin, grid.columnLength);
    grid.columns = columnsFrom(grid.begin, range.end, grid.columnLength);
    return grid;
}

TimeRange HeatMapGrid::timeOf(HeatMapCell cell) const {
    const auto length = static_cast<std::uint64_t>(cellLength());
    const auto room = distance(begin, Limits::max());
    const auto at = [&](std::uint64_t cells) {
        return cells > room / length
                   ? Limits::max()
                   : static_cast<std::int64_t>(static_cast<std::uint64_t>(begin) + cells * length);
    };
    return {at(cell), at(cell + 1)};
}

HeatMapCell HeatMapGrid::cellAt(std::int64_t time) const {
    if (time < begin) return 0;
    return std::min<std::uint64_t>(distance(begin, time) / static_cast<std::uint64_t>(cellLength()),
                                   cells() - 1);
}

Result<HeatMap> heatMap(SampleSelector& selector, const Profile& profile, ValueTypeIndex value, Filter filter,
                        const HeatMapGrid& grid, Task& task, const RowMask* stacks) {
    const auto& table = profile.samples[value.row()];
    HeatMap map{.grid = grid, .weight = {}, .density = densityOf(kindOf(profile, value))};
    map.hasTimes = std::ranges::any_of(table.time, [](std::int64_t time) { return time != noTime; });
    if (!map.hasTimes || grid.columns == 0) return map;
    if (task.isCancelled()) return cancelled();
    filter.time = map.density == Density::Level ? TimeRange{noTime, grid.range.end}
                                                : grid.range; // levels add up changes
    const bool ticks = hasTicks(profile, value);
    if (ticks) filter.time = rangeOfTicks(grid.range, selector.maximumWeight(value));
    auto selection = TRY(selector.select(value, filter));
    if (stacks) selection.keepOnly(*stacks);
    TimeSlices slices(grid.range, grid.begin, grid.cellLength(), grid.cells());
    map.weight = slices.noDifferences();
    TRY(ticks ? addTicks(selection, slices, map, task) : addSamples(selection, slices, map, task));
    TimeSlices::addUp(map.weight);
    if (map.density == Density::Level) TimeSlices::addUp(map.weight);
    finish(map, ticks ? Totals::Counted : Totals::Missing);
    return map;
}

} // namespace candela
