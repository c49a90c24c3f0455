#include "views/timeline_rows/timeline_rows.h"

#include "model/base/wrapping.h"
#include "views/text/plain_text.h"
#include "views/timeline_rows/process_rows.h"

#include <QObject>

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <tuple>

namespace candela {

namespace {

QString nameOf(const Profile& profile, StringIndex name) {
    const auto text = name ? profile.text(name) : std::string_view();
    return plainText(text);
}

using TrackKey = std::tuple<ProcessIndex, ThreadIndex, std::int32_t>;

TrackKey keyOf(const TimelineTrack& track) {
    return {track.process, track.thread, track.cpu};
}

void addUp(std::vector<std::int64_t>& sum, const std::vector<std::int64_t>& weight) {
    sum.resize(std::max(sum.size(), weight.size()));
    for (std::size_t slice = 0; slice < weight.size(); ++slice)
        sum[slice] = wrappingSum(sum[slice], weight[slice]);
}

TimelineRow trackRow(const Profile& profile, const TimelineTrack& track, std::size_t lanes) {
    TimelineRow row{.kind = track.kind,
                    .name = {},
                    .number = {},
                    .group = {},
                    .process = track.process,
                    .thread = track.thread,
                    .cpu = track.cpu,
                    .lanes = std::vector<RowLane>(lanes)};
    if (track.kind == TrackKind::Cpu) {
        row.name = track.cpu < 0 ? QObject::tr("CPU not known") : QObject::tr("CPU %1").arg(track.cpu);
    } else if (track.thread) {
        const auto& thread = profile.threads[track.thread.row()];
        row.name = nameOf(profile, thread.name);
        row.number = QString::number(thread.tid);
    } else {
        row.name = QObject::tr("Thread not known");
    }
    return row;
}

/// Makes a row for each track that any value has, with the weights of all values.
class TrackRows {
public:
    TrackRows(const Profile& profile, std::size_t lanes) : m_profile(profile), m_lanes(lanes) {}

    void add(const ValueTimeline& timeline, std::size_t lane) {
        const auto details = byKey(timeline.detail.get());
        ForMarks<TracksByKey> marked;
        for (const auto kind : markKinds)
            marked[kind] = byKey(timeline.marked[kind].get());
        for (const auto& track : timeline.whole->tracks) {
            const auto [row, isNew] = m_found.try_emplace(keyOf(track), m_rows.size());
            if (isNew) m_rows.push_back(trackRow(m_profile, track, m_lanes));
            auto& own = m_rows[row->second].lanes[lane];
            own.total = track.total;
            own.weight = weightOf(details, track);
            for (const auto kind : markKinds)
                own.marked[kind] = weightOf(marked[kind], track);
        }
    }
    std::vector<TimelineRow> take() && { return std::move(m_rows); }

private:
    using TracksByKey = absl::flat_hash_map<TrackKey, const TimelineTrack*>;
    static TracksByKey byKey(const Timeline* timeline) {
        TracksByKey tracks;
        if (!timeline) return tracks;
        for (const auto& track : timeline->tracks)
            tracks.emplace(keyOf(track), &track);
        return tracks;
    }
    static std::vector<std::int64_t> weightOf(const TracksByKey& tracks, const TimelineTrack& track) {
        const auto found = tracks.find(keyOf(track));
        return found != tracks.end() ? found->second->weight : std::vector<std::int64_t>();
    }

    const Profile& m_profile;
    std::size_t m_lanes;
    std::vector<TimelineRow> m_rows;
    absl::flat_hash_map<TrackKey, std::size_t> m_found;
};

/// A lane for each value, without weights yet.
std::vector<TimelineLane> lanesOf(const Profile& profile, std::span<const ValueTimeline> values) {
    std::vector<TimelineLane> lanes;
    for (const auto& value : values) {
        const auto& type = profile.samples[value.value.row()].type;
        const auto kind = kindOf(profile, value.value);
        const auto before = std::ranges::count(lanes, kind, &TimelineLane::kind);
        lanes.push_back({.value = value.value,
                         .name = nameOf(profile, type.name),
                         .unit = std::string(profile.text(type.unit)),
                         .kind = kind,
                         .density = densityOf(kind),
                         .tone = static_cast<std::size_t>(before),
                         .sum = {}});
    }
    return lanes;
}

/// The rows of all values; those of `main` first, in its order.
std::vector<TimelineRow> trackRows(const Profile& profile, std::span<const ValueTimeline> values,
                                   std::size_t main) {
    TrackRows rows(profile, values.size());
    rows.add(values[main], main);
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
        if (lane != main) rows.add(values[lane], lane);
    }
    return std::move(rows).take();
}

} // namespace

void RowLane::add(const RowLane& other) {
    total = wrappingSum(total, other.total);
    addUp(weight, other.weight);
    for (const auto kind : markKinds)
        addUp(marked[kind], other.marked[kind]);
}

std::int64_t RowLane::largest() const {
    return weight.empty() ? 0 : std::ranges::max(weight);
}

bool OpenedTracks::contains(const TimelineRow& row) const {
    const auto& changed = m_changed[static_cast<std::size_t>(row.opening)];
    const bool isChanged =
        row.isGroup() ? changed.groups.contains(row.group) : changed.processes.contains(row.process);
    return isChanged == (row.opening == Opening::ByUser);
}

void OpenedTracks::open(const TimelineRow& row) {
    if (!contains(row)) toggle(row);
}

void OpenedTracks::toggle(const TimelineRow& row) {
    const auto flip = [](auto& rows, const auto& key) {
        if (rows.erase(key) == 0) rows.insert(key);
    };
    auto& changed = changedOf(row.opening);
    row.isGroup() ? flip(changed.groups, row.group) : flip(changed.processes, row.process);
}

TimelineRows timelineRows(const Profile& profile, std::span<const ValueTimeline> values, ValueTypeIndex main,
                          const SampleKey& groups, const TrackListing& listing, const OpenedTracks& opened) {
    TimelineRows result;
    result.lanes = lanesOf(profile, values);
    result.mainLane =
        static_cast<std::size_t>(std::ranges::find(values, main, &ValueTimeline::value) - values.begin());
    result.range = values[result.mainLane].detail->range;
    result.sliceLength = values[result.mainLane].detail->sliceLength;
    ProcessRows processes(profile, groups, listing, opened, result);
    for (auto& row : trackRows(profile, values, result.mainLane)) {
        for (std::size_t lane = 0; lane < values.size(); ++lane) {
            result.lanes[lane].sum.add(row.lanes[lane]);
            auto& scale = result.lanes[lane].largestTrack;
            scale = std::max(scale, row.lanes[lane].largest());
        }
        if (row.kind == TrackKind::Cpu)
            result.rows.push_back(std::move(row));
        else
            processes.add(std::move(row));
    }
    for (auto& lane : result.lanes)
        lane.largestSum = lane.sum.largest();
    processes.finish();
    if (result.tracks == 0) result.tracks = result.listedTracks = result.rows.size(); // CPUs
    return result;
}

} // namespace candela
