#include "model/analysis/samples/timeline.h"

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

/// Additions between two checks for cancellation.
constexpr std::size_t stepsBetweenChecks = 1 << 18;

/// Finds the slices of a sample. Times are mostly ascending, so the last result is tried first.
class Slices {
public:
    Slices(TimeRange range, std::size_t count) : m_begin(range.begin), m_end(range.end), m_count(count) {
        const auto length = offset(range.end);
        m_length = std::clamp<std::uint64_t>(length / count + (length % count != 0), 1,
                                             std::numeric_limits<std::int64_t>::max());
    }
    std::int64_t length() const { return static_cast<std::int64_t>(m_length); }

    /// Adds a moment in the range. A moment before the range counts in the first slice.
    void addMoment(TimelineTrack& track, std::int64_t time, std::int64_t weight) {
        add(track, at(std::max(time, m_begin)), weight);
    }
    /// Adds a sample with a duration to each slice that it touches; returns their number.
    std::size_t addLasting(TimelineTrack& track, const SampleTable& table, std::size_t row) {
        const auto begin = std::max(table.time[row], m_begin);
        const auto end = std::min(table.endAt(row), m_end);
        if (begin >= end) { // no duration, or a negative one
            addMoment(track, begin, table.weight[row]);
            return 1;
        }
        std::size_t count = 0;
        auto rest = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
        auto room = m_length - (offset(begin) - at(begin) * m_length);
        for (auto slice = m_current; rest > 0; ++slice) {
            const auto part = slice + 1 < m_count ? std::min(rest, room) : rest;
            add(track, slice, static_cast<std::int64_t>(part));
            ++count;
            rest -= part;
            room = m_length;
        }
        return count;
    }

private:
    static void add(TimelineTrack& track, std::size_t slice, std::int64_t weight) {
        track.weight[slice] = wrappingSum(track.weight[slice], weight);
    }
    std::size_t at(std::int64_t time) {
        const auto from = offset(time) - m_current * m_length;
        if (from >= m_length) m_current = std::min<std::uint64_t>(offset(time) / m_length, m_count - 1);
        return m_current;
    }
    /// Unsigned, because the ends of a malicious range may be further apart than a signed number can express.
    std::uint64_t offset(std::int64_t time) const {
        return static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(m_begin);
    }

    std::int64_t m_begin;
    std::int64_t m_end;
    std::uint64_t m_count;
    std::uint64_t m_length = 1;
    std::uint64_t m_current = 0;
};

/// Finds or creates the track for samples of a thread or CPU.
class Tracks {
public:
    Tracks(const Profile& profile, TrackKind kind, std::size_t slices)
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
    std::vector<TimelineTrack> take() && { return std::move(m_tracks); }

private:
    TimelineTrack& track(const TimelineTrack& wanted) {
        const auto key = std::tuple(wanted.process, wanted.thread, wanted.cpu);
        const auto [found, isNew] = m_found.try_emplace(key, m_tracks.size());
        if (isNew) m_tracks.emplace_back(wanted).weight.resize(m_slices);
        return m_tracks[found->second];
    }

    const Profile& m_profile;
    TrackKind m_kind;
    std::size_t m_slices;
    static constexpr std::size_t noTrack = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> m_byCpu = std::vector(1024, noTrack); // the tracks of CPUs with small numbers;
                                                                   // that of -1 comes first
    std::vector<TimelineTrack> m_tracks;
    absl::flat_hash_map<std::tuple<ProcessIndex, ThreadIndex, std::int32_t>, std::size_t> m_found;
};

/// Adds the samples of all ranges to their tracks, slice by slice.
Result<void> addSamples(const SampleSelection& selection, TrackKind kind, Slices& slices, Tracks& tracks,
                        Task& task) {
    const auto& table = *selection.table;
    std::size_t steps = 0;
    for (const auto& range : selection.ranges) {
        auto* track = kind == TrackKind::Cpu ? nullptr : &tracks.ofThread(range.thread);
        for (auto row = range.begin; row < range.end; ++row) {
            if (++steps >= stepsBetweenChecks) {
                if (task.isCancelled()) return cancelled();
                steps = 0;
            }
            if (!selection.keeps(range, row)) continue;
            if (kind == TrackKind::Cpu) track = &tracks.onCpu(table.cpuAt(row));
            if (table.lasts)
                steps += slices.addLasting(*track, table, row);
            else
                slices.addMoment(*track, table.time[row], table.weight[row]);
        }
    }
    return {};
}

/// Converts the change in each slice into the level at its end.
void addUpChanges(TimelineTrack& track) {
    for (auto& weight : track.weight)
        weight = track.total = wrappingSum(track.total, weight);
}

/// Computes sums, order and scale.
void finish(Timeline& timeline, Density density) {
    auto& tracks = timeline.tracks;
    for (auto& track : tracks) {
        if (density == Density::Level) {
            addUpChanges(track);
        } else {
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
    if (task.isCancelled()) return cancelled();
    auto selection = TRY(selector.select(value, around));
    if (stacks) selection.keepOnly(*stacks);
    Slices slicing(range, slices);
    Tracks tracks(profile, kind, slices);
    TRY(addSamples(selection, kind, slicing, tracks, task));
    result.sliceLength = slicing.length();
    result.tracks = std::move(tracks).take();
    finish(result, density);
    return result;
}

} // namespace candela
