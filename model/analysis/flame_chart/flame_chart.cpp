#include "model/analysis/flame_chart/flame_chart.h"

#include "model/analysis/samples/timeline.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

std::int64_t cappedSum(std::int64_t time, std::int64_t length) {
    std::int64_t end = 0;
    return __builtin_add_overflow(time, length, &end) ? std::numeric_limits<std::int64_t>::max() : end;
}

bool areNeighbours(const SampleTable& table, std::size_t row) {
    return row + 1 < table.size() && table.threadAt(row) == table.threadAt(row + 1) &&
           table.timeAt(row) != noTime;
}

/// Appends the samples of one thread to its track.
class TrackFiller {
public:
    TrackFiller(const SampleTable& table, const CallTreeShape& shape, std::int64_t period)
        : m_table(table), m_shape(shape), m_period(period) {}

    void begin(FlameChartTrack& track) { m_track = &track; }
    void add(std::size_t row) {
        const auto begin = m_table.timeAt(row);
        if (begin == noTime) return;
        const auto stack = m_table.stack[row];
        const auto node = stack ? m_shape.nodeOfStack[stack.row()] : CallNodeIndex();
        if (m_table.lasts) return addLasting(begin, m_table.endAt(row), node);
        auto end = cappedSum(begin, m_period);
        if (areNeighbours(m_table, row) && m_table.timeAt(row + 1) <= cappedSum(end, m_period))
            end = m_table.timeAt(row + 1);
        m_track->append(begin, end, node);
    }
    void end() {
        while (!m_open.empty())
            showOpen(std::numeric_limits<std::int64_t>::max());
    }

private:
    struct Open {
        std::int64_t end;
        CallNodeIndex node;
    };

    void addLasting(std::int64_t begin, std::int64_t end, CallNodeIndex node) {
        if (begin >= end) return;
        while (!m_open.empty() && m_from < begin)
            showOpen(begin);
        m_from = begin;
        m_open.push_back({end, node});
    }
    /// Shows the sample that began last, up to its end or to `until`. Samples that ended below others are
    /// dropped.
    void showOpen(std::int64_t until) {
        const auto [end, node] = m_open.back();
        if (end > m_from) m_track->append(m_from, std::min(end, until), node);
        if (end > until) {
            m_from = until;
            return;
        }
        m_from = std::max(m_from, end);
        m_open.pop_back();
    }

    const SampleTable& m_table;
    const CallTreeShape& m_shape;
    std::int64_t m_period;
    FlameChartTrack* m_track = nullptr;
    std::vector<Open> m_open; ///< samples that began before m_from; the last one is shown
    std::int64_t m_from = 0;
};

bool hasTimes(const SampleTable& table) {
    return std::ranges::any_of(table.time, [](std::int64_t time) { return time != noTime; });
}

} // namespace

std::int64_t samplePeriod(const Profile& profile, const SampleTable& table) {
    constexpr std::size_t maximumDistances = 1'000'000;
    constexpr std::int64_t defaultPeriod = 1'000'000;
    const auto step = table.size() / maximumDistances + 1;
    std::vector<std::int64_t> distances;
    for (std::size_t row = 0; row < table.size(); row += step) {
        if (!areNeighbours(table, row)) continue;
        const auto distance = wrappingDifference(table.timeAt(row + 1), table.timeAt(row));
        if (distance > 0) distances.push_back(distance);
    }
    auto period = defaultPeriod;
    if (!distances.empty()) {
        const auto middle = distances.begin() + std::ptrdiff_t(distances.size() / 2);
        std::ranges::nth_element(distances, middle);
        period = *middle;
    } else if (profile.origin.period > 0 && profile.origin.periodUnit == "nanoseconds") {
        period = profile.origin.period;
    }
    return period;
}

Result<FlameChart> flameChart(SampleSelector& selector, std::shared_ptr<const Profile> profile,
                              std::shared_ptr<const CallTreeShape> shape, ValueTypeIndex value, Filter filter,
                              Task& task) {
    const auto& table = profile->samples[value.row()];
    FlameChart chart{profile, shape, value, timeRangeOf(*profile), hasTimes(table), 0, {}};
    if (!chart.hasTimes) return chart;
    filter.time.reset();
    TrackFiller filler(table, *shape, samplePeriod(*profile, table));
    ThreadIndex thread;
    const auto visit = [&](std::size_t row, std::int64_t weight) {
        if (chart.tracks.empty() || table.threadAt(row) != thread) {
            if (!chart.tracks.empty()) filler.end();
            thread = table.threadAt(row);
            auto& track = chart.tracks.emplace_back();
            track.thread = thread;
            if (thread) track.process = profile->threads[thread.row()].process;
            filler.begin(track);
        }
        auto& track = chart.tracks.back();
        track.weight = wrappingSum(track.weight, weight);
        filler.add(row);
    };
    TRY(selector.forEachSample(value, filter, task, visit));
    if (!chart.tracks.empty()) filler.end();
    const auto ancestors = std::make_shared<const CommonAncestors>(*shape);
    RowBlocks tracks(chart.tracks.size(), 1);
    inParallel(partCount(table.size(), samplesBetweenChecks), [&](std::size_t) {
        for (auto track = tracks.next(); track && !task.isCancelled(); track = tracks.next())
            chart.tracks[track->first].finish(*shape, ancestors);
    });
    if (task.isCancelled()) return cancelled();
    std::erase_if(chart.tracks, [](const FlameChartTrack& track) { return track.size() == 0; });
    std::ranges::stable_sort(chart.tracks, std::greater(), [](const FlameChartTrack& track) {
        return static_cast<std::uint64_t>(magnitudeOf(track.weight));
    });
    for (const auto& track : chart.tracks) {
        chart.weight = wrappingSum(chart.weight, track.weight);
        chart.range.end = std::max(chart.range.end, track.range().end);
    }
    return chart;
}

} // namespace candela
