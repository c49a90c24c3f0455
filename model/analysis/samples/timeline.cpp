#include "model/analysis/samples/timeline.h"

#include "model/analysis/samples/sample_ranges.h"
#include "model/analysis/samples/tick_sums.h"
#include "model/analysis/samples/time_slices.h"
#include "model/base/parallel.h"
#include "model/base/task.h"
#include "model/base/wrapping.h"
#include "model/profile/value_kinds.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace candela {

namespace {

/// Finds or creates the track for samples of a thread or CPU.
class Tracks {
public:
    Tracks(const Profile& profile, TrackKind kind, const TimeSlices& slices)
        : m_profile(profile), m_kind(kind), m_slices(slices) {}

    TimelineTrack& ofThread(ThreadIndex thread) {
        const auto process = thread ? m_profile.threads[thread.row()].process : ProcessIndex();
        const auto ofTrack = m_kind == TrackKind::Thread ? thread : ThreadIndex();
        return track({.kind = m_kind, .process = process, .thread = ofTrack, .weight = {}});
    }
    /// Threads move between CPUs often, so this is called for every sample.
    TimelineTrack& onCpu(std::int32_t cpu) {
        const auto slot = static_cast<std::size_t>(std::int64_t(cpu) + 1);
        if (slot < m_byCpu.size() && m_byCpu[slot]) return *m_byCpu[slot];
        auto& found = track({.kind = m_kind, .process = {}, .thread = {}, .cpu = cpu, .weight = {}});
        if (slot < m_byCpu.size()) m_byCpu[slot] = &found;
        return found;
    }
    /// Adds the tracks of later samples.
    void add(Tracks later) {
        for (auto& track : later.m_tracks) {
            const auto [found, isNew] = m_found.try_emplace(keyOf(track), nullptr);
            if (isNew) {
                found->second = &m_tracks.emplace_back(std::move(track));
                continue;
            }
            auto& own = *found->second;
            own.total = wrappingSum(own.total, track.total);
            std::ranges::transform(own.weight, track.weight, own.weight.begin(), wrappingSum);
        }
    }
    std::vector<TimelineTrack> take() && {
        for (auto& track : m_tracks)
            TimeSlices::addUp(track.weight);
        return {std::make_move_iterator(m_tracks.begin()), std::make_move_iterator(m_tracks.end())};
    }

private:
    using Key = std::tuple<ProcessIndex, ThreadIndex, std::int32_t>;
    static Key keyOf(const TimelineTrack& track) { return {track.process, track.thread, track.cpu}; }

    TimelineTrack& track(const TimelineTrack& wanted) {
        const auto [found, isNew] = m_found.try_emplace(keyOf(wanted), nullptr);
        if (isNew) {
            found->second = &m_tracks.emplace_back(wanted);
            found->second->weight = m_slices.noDifferences();
        }
        return *found->second;
    }

    const Profile& m_profile;
    TrackKind m_kind;
    const TimeSlices& m_slices;
    /// The tracks of CPUs with small numbers; that of -1 comes first.
    std::vector<TimelineTrack*> m_byCpu = std::vector<TimelineTrack*>(1024);
    std::deque<TimelineTrack> m_tracks; // they keep their addresses
    absl::flat_hash_map<Key, TimelineTrack*> m_found;
};

/// Adds samples to their tracks, slice by slice.
class TrackedSamples {
public:
    TrackedSamples(const SampleSelection& selection, TrackKind kind, const TimeSlices& slices, Tracks& tracks)
        : m_selection(selection), m_table(*selection.table), m_kind(kind), m_slices(slices), m_tracks(tracks),
          m_ticks(m_slices) {}
    TrackedSamples(const TrackedSamples&) = delete;
    TrackedSamples& operator=(const TrackedSamples&) = delete;

    /// Returns early when it is cancelled.
    void add(std::span<const SampleRange> ranges, bool areTicks, const Task& task) {
        for (auto rest : ranges) {
            while (rest.begin < rest.end && !task.isCancelled()) {
                auto block = rest;
                block.end = rest.begin = std::min(rest.end, rest.begin + samplesBetweenChecks);
                if (!areTicks)
                    addSamples(block);
                else if (m_kind == TrackKind::Cpu)
                    addTicksByCpu(block);
                else
                    addTicksOfThread(block);
            }
        }
    }

private:
    void addSamples(const SampleRange& range) {
        auto* track = m_kind == TrackKind::Cpu ? nullptr : &m_tracks.ofThread(range.thread);
        for (auto row = range.begin; row < range.end; ++row) {
            if (!m_selection.keeps(range, row)) continue;
            if (m_kind == TrackKind::Cpu) track = &m_tracks.onCpu(m_table.cpuAt(row));
            if (m_table.lasts)
                m_slices.addLasting(track->weight, m_table, row);
            else
                m_slices.addMoment(track->weight, m_table.time[row], m_table.weight[row]);
        }
    }

    /// Ticks after the range have a part in it, but count in no total.
    bool isSeen(const SampleRange& range, std::size_t row) const {
        return m_selection.keeps(range, row) && m_ticks.isInRange(m_table.time[row], m_table.weight[row]);
    }

    void addTicksOfThread(SampleRange range) {
        // A thread without a tick gets no track.
        while (range.begin < range.end && !isSeen(range, range.begin))
            ++range.begin;
        if (range.begin == range.end) return;
        setTrack(m_tracks.ofThread(range.thread));
        if (m_selection.keepsAll(range)) {
            const auto count = range.end - range.begin;
            m_ticks.add(std::span(m_table.time).subspan(range.begin, count),
                        std::span(m_table.weight).subspan(range.begin, count));
            return;
        }
        for (auto row = range.begin; row < range.end; ++row)
            if (isSeen(range, row)) m_ticks.add(m_table.time[row], m_table.weight[row]);
    }

    /// A thread's ticks in one slice are summed for each CPU before the slices of the CPUs get them: threads
    /// move between CPUs often.
    void addTicksByCpu(const SampleRange& range) {
        const bool keepsAll = m_selection.keepsAll(range);
        for (auto row = range.begin; row < range.end; ++row) {
            if (!keepsAll && !m_selection.keeps(range, row)) continue;
            const auto time = m_table.time[row], weight = m_table.weight[row];
            const auto cpu = m_table.cpuAt(row);
            const auto slot = static_cast<std::size_t>(std::int64_t(cpu) + 1);
            if (slot < m_cpuSums.size() && m_ticks.isInCurrent(time, weight)) {
                auto& sum = m_cpuSums[slot];
                if (sum == 0) m_summedCpus.push_back(cpu);
                sum += static_cast<std::uint64_t>(weight);
                continue;
            }
            addCpuSums(); // the next tick has another slice
            if (!m_ticks.isInRange(time, weight)) continue;
            setTrack(m_tracks.onCpu(cpu));
            m_ticks.add(time, weight);
        }
        addCpuSums();
    }

    void addCpuSums() {
        for (const auto cpu : m_summedCpus) {
            const auto slot = static_cast<std::size_t>(std::int64_t(cpu) + 1);
            const auto sum = static_cast<std::int64_t>(std::exchange(m_cpuSums[slot], 0));
            auto& track = m_tracks.onCpu(cpu);
            m_slices.addToCurrent(track.weight, sum);
            track.total = wrappingSum(track.total, sum);
        }
        m_summedCpus.clear();
    }

    void setTrack(TimelineTrack& track) { m_ticks.setTrack({&track.weight, &track.total}); }

    const SampleSelection& m_selection;
    const SampleTable& m_table;
    TrackKind m_kind;
    TimeSlices m_slices;
    Tracks& m_tracks;
    TickSums m_ticks;
    // Ticks in the current slice, of CPUs with small numbers; that of -1 comes first.
    std::vector<std::uint64_t> m_cpuSums = std::vector<std::uint64_t>(1024);
    std::vector<std::int32_t> m_summedCpus; // CPUs that have a sum
};

/// The tracks of all samples of a selection, not yet in order.
Result<std::vector<TimelineTrack>> tracksOf(const SampleSelection& selection, const Profile& profile,
                                            TrackKind kind, const TimeSlices& slices, bool areTicks,
                                            const Task& task) {
    const auto parts = partCount(rowCount(selection.ranges), rowsWorthAThread);
    const auto ranges = splitRanges(selection.ranges, parts);
    std::vector<Tracks> tracks(parts, Tracks(profile, kind, slices));
    inParallel(parts, [&](std::size_t part) {
        TrackedSamples(selection, kind, slices, tracks[part]).add(ranges[part], areTicks, task);
    });
    if (task.isCancelled()) return cancelled();
    for (std::size_t part = 1; part < parts; ++part)
        tracks[0].add(std::move(tracks[part]));
    return std::move(tracks[0]).take();
}

/// Converts the change in each slice into the level at its end.
void addUpChanges(TimelineTrack& track) {
    for (auto& weight : track.weight)
        weight = track.total = wrappingSum(track.total, weight);
}

enum class Totals { Counted, Missing };

/// Computes sums, order and scale.
void finish(Timeline& timeline, Density density, Totals totals) {
    auto& tracks = timeline.tracks;
    for (auto& track : tracks) {
        if (density == Density::Level) {
            addUpChanges(track);
        } else if (totals == Totals::Missing) {
            for (const auto weight : track.weight)
                track.total = wrappingSum(track.total, weight);
        }
        for (const auto weight : track.weight)
            timeline.largestSlice = std::max(timeline.largestSlice, weight);
    }
    std::ranges::stable_sort(tracks, std::greater(), &TimelineTrack::total);
}

} // namespace

TimeRange timeRangeOf(const Profile& profile) {
    // Without branches: this reads all samples of a profile.
    constexpr auto never = std::numeric_limits<std::int64_t>::max();
    auto begin = never, last = noTime, end = noTime;
    for (const auto& table : profile.samples) {
        for (const auto time : table.time) {
            begin = std::min(begin, time == noTime ? never : time);
            last = std::max(last, time);
        }
        for (std::size_t row = 0; table.lasts && row < table.time.size(); ++row)
            end = std::max(end, table.endAt(row));
    }
    if (last == noTime) return {};
    return {begin, std::max(end, last < never ? last + 1 : last)};
}

Result<Timeline> timeline(SampleSelector& selector, const Profile& profile, ValueTypeIndex value,
                          const Filter& filter, TrackKind kind, TimeRange range, std::size_t slices,
                          Task& task, const RowMask* stacks) {
    Timeline result;
    result.range = range;
    result.hasTimes =
        std::ranges::any_of(profile.samples, [](const auto& table) { return !table.time.empty(); });
    if (range.begin >= range.end || slices == 0) return result;

    auto around = filter;
    const auto density = densityOf(kindOf(profile, value));
    around.time = density == Density::Level ? TimeRange{noTime, range.end} : range;
    const bool ticks = hasTicks(profile, value);
    if (ticks) around.time = rangeOfTicks(range, selector.maximumWeight(value));
    if (task.isCancelled()) return cancelled();
    auto selection = TRY(selector.select(value, around));
    if (stacks) selection.keepOnly(*stacks);
    const TimeSlices slicing(range, slices);
    result.sliceLength = slicing.length();
    result.tracks = TRY(tracksOf(selection, profile, kind, slicing, ticks, task));
    finish(result, density, ticks ? Totals::Counted : Totals::Missing);
    return result;
}

} // namespace candela
