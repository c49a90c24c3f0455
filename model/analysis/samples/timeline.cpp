#include "model/analysis/samples/timeline.h"

#include "model/analysis/samples/clock_ticks.h"
#include "model/analysis/samples/time_slices.h"
#include "model/base/wrapping.h"
#include "model/profile/value_kinds.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>

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
        if (slot < m_byCpu.size() && m_byCpu[slot] != noTrack) return m_tracks[m_byCpu[slot]];
        auto& found = track({.kind = m_kind, .process = {}, .thread = {}, .cpu = cpu, .weight = {}});
        if (slot < m_byCpu.size()) m_byCpu[slot] = static_cast<std::size_t>(&found - m_tracks.data());
        return found;
    }
    std::vector<TimelineTrack> take() && {
        for (auto& track : m_tracks)
            TimeSlices::addUp(track.weight);
        return std::move(m_tracks);
    }

private:
    TimelineTrack& track(const TimelineTrack& wanted) {
        const auto key = std::tuple(wanted.process, wanted.thread, wanted.cpu);
        const auto [found, isNew] = m_found.try_emplace(key, m_tracks.size());
        if (isNew) m_tracks.emplace_back(wanted).weight = m_slices.noDifferences();
        return m_tracks[found->second];
    }

    const Profile& m_profile;
    TrackKind m_kind;
    const TimeSlices& m_slices;
    static constexpr std::size_t noTrack = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> m_byCpu = std::vector(1024, noTrack); // the tracks of CPUs with small numbers;
                                                                   // that of -1 comes first
    std::vector<TimelineTrack> m_tracks;
    absl::flat_hash_map<std::tuple<ProcessIndex, ThreadIndex, std::int32_t>, std::size_t> m_found;
};

/// Adds the samples of all ranges to their tracks, slice by slice.
Result<void> addSamples(const SampleSelection& selection, TrackKind kind, TimeSlices& slices, Tracks& tracks,
                        Task& task) {
    const auto& table = *selection.table;
    for (const auto& range : selection.ranges) {
        auto* track = kind == TrackKind::Cpu ? nullptr : &tracks.ofThread(range.thread);
        for (auto row = range.begin; row < range.end; ++row) {
            if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
            if (!selection.keeps(range, row)) continue;
            if (kind == TrackKind::Cpu) track = &tracks.onCpu(table.cpuAt(row));
            if (table.lasts)
                slices.addLasting(track->weight, table, row);
            else
                slices.addMoment(track->weight, table.time[row], table.weight[row]);
        }
    }
    return {};
}

/// The same for samples of a clock. Those after the range have a part in it, but count in no total.
Result<void> addTicks(const SampleSelection& selection, TrackKind kind, TimeRange time, TimeSlices& slices,
                      Tracks& tracks, Task& task) {
    const auto& table = *selection.table;
    for (const auto& range : selection.ranges) {
        TimelineTrack* track = nullptr;
        for (auto row = range.begin; row < range.end; ++row) {
            if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
            if (!selection.keeps(range, row)) continue;
            const auto tick = table.time[row], weight = table.weight[row];
            const auto part = timeOfTick(tick, weight);
            const bool isCounted = tick < time.end;
            if (!isCounted && part.begin >= time.end) continue;
            if (kind == TrackKind::Cpu)
                track = &tracks.onCpu(table.cpuAt(row));
            else if (!track)
                track = &tracks.ofThread(range.thread);
            if (isCounted) track->total = wrappingSum(track->total, weight);
            if (!slices.addTime(track->weight, part) && isCounted)
                slices.addMoment(track->weight, tick, weight);
        }
    }
    return {};
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
    std::optional<TimeRange> found;
    for (const auto& table : profile.samples) {
        for (std::size_t row = 0; row < table.time.size(); ++row) {
            const auto time = table.time[row];
            if (time == noTime) continue;
            const auto afterIt = time < std::numeric_limits<std::int64_t>::max() ? time + 1 : time;
            const TimeRange own{time, std::max(afterIt, table.endAt(row))};
            if (!found) found = own;
            found->begin = std::min(found->begin, own.begin);
            found->end = std::max(found->end, own.end);
        }
    }
    return found.value_or(TimeRange());
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
    TimeSlices slicing(range, slices);
    Tracks tracks(profile, kind, slicing);
    TRY(ticks ? addTicks(selection, kind, range, slicing, tracks, task)
              : addSamples(selection, kind, slicing, tracks, task));
    result.sliceLength = slicing.length();
    result.tracks = std::move(tracks).take();
    finish(result, density, ticks ? Totals::Counted : Totals::Missing);
    return result;
}

} // namespace candela
