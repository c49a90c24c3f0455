#include "views/timeline/timeline_rows.h"

#include "model/analysis/samples/own_processes.h"
#include "model/base/wrapping.h"
#include "views/text/plain_text.h"

#include <QObject>

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <functional>
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

void addUp(RowLane& sum, const RowLane& lane) {
    sum.total = wrappingSum(sum.total, lane.total);
    addUp(sum.weight, lane.weight);
    for (const auto kind : markKinds)
        addUp(sum.marked[kind], lane.marked[kind]);
}

void addUp(std::vector<RowLane>& sums, const std::vector<RowLane>& lanes) {
    sums.resize(lanes.size());
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        addUp(sums[lane], lanes[lane]);
}

std::int64_t largest(const std::vector<std::int64_t>& weight) {
    return weight.empty() ? 0 : std::ranges::max(weight);
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

TimelineRow processRow(const Profile& profile, ProcessIndex index) {
    TimelineRow row{.kind = TrackKind::Process,
                    .name = {},
                    .number = {},
                    .group = {},
                    .process = index,
                    .thread = {},
                    .lanes = {}};
    if (index) {
        const auto& process = profile.processes[index.row()];
        row.name = nameOf(profile, process.name);
        row.number = QString::number(process.pid);
        row.isOwn = isOwnProcess(profile, index);
    } else {
        row.name = QObject::tr("Process not known");
    }
    return row;
}

/// A process with the rows of its threads.
struct ProcessRows {
    TimelineRow row;
    std::vector<TimelineRow> threads;
};

/// Collects thread tracks into processes, and processes into groups.
class ProcessCollector {
public:
    ProcessCollector(const Profile& profile, const SampleKey& groups, const OpenedTracks& opened,
                     TimelineRows& result)
        : m_profile(profile), m_key(groups), m_names(profile, m_key), m_opened(opened), m_result(result) {}

    void add(TimelineRow thread) {
        const auto [found, isNew] = m_found.try_emplace(thread.process, m_processes.size());
        if (isNew) m_processes.push_back({processRow(m_profile, thread.process), {}});
        auto& process = m_processes[found->second];
        if (isNew) {
            process.row.group = groupOf(thread);
            if (thread.process) process.row.processes.push_back(thread.process);
            process.row.isOpened = m_opened.contains(process.row);
        }
        ++process.row.threads;
        addUp(process.row.lanes, thread.lanes);
        if (process.row.isOpened) process.threads.push_back(std::move(thread));
    }

    /// Moves all rows into the result, largest first.
    void finish() {
        sort(m_processes);
        std::vector<std::vector<std::size_t>> groups; // rows of m_processes
        absl::flat_hash_map<std::string, std::size_t> found;
        for (std::size_t row = 0; row < m_processes.size(); ++row) {
            const auto& group = m_processes[row].row.group;
            const auto index =
                group.empty() ? groups.size() : found.try_emplace(group, groups.size()).first->second;
            if (index == groups.size()) groups.emplace_back();
            groups[index].push_back(row);
        }
        struct Group {
            TimelineRow row;
            std::vector<std::size_t> members;
        };
        std::vector<Group> rows;
        for (auto& members : groups)
            rows.push_back({groupRow(members), members});
        sort(rows);
        for (auto& [row, members] : rows) {
            if (members.size() == 1) {
                append(m_processes[members.front()]);
                continue;
            }
            const bool isOpened = row.isOpened;
            append(std::move(row));
            for (const auto member : members) {
                if (isOpened) append(m_processes[member]);
            }
        }
    }

private:
    /// Sorts by the main value; rows that have the same weight of it, by the other values.
    template<typename Row>
    void sort(std::vector<Row>& rows) const {
        const auto isHeavier = [main = m_result.mainLane](const Row& left, const Row& right) {
            const auto& lanes = left.row.lanes;
            const auto& others = right.row.lanes;
            if (lanes[main].total != others[main].total) return lanes[main].total > others[main].total;
            return std::ranges::lexicographical_compare(others, lanes, std::less(), &RowLane::total,
                                                        &RowLane::total);
        };
        std::ranges::stable_sort(rows, isHeavier);
    }
    std::string groupOf(const TimelineRow& thread) const {
        const bool isAlone = m_key.kind == SampleKey::Kind::Process || thread.process.isNone();
        if (isAlone) return {};
        auto name = m_names.of(thread.thread, {});
        return name.empty() ? std::string(m_names.nameless()) : name;
    }
    TimelineRow groupRow(const std::vector<std::size_t>& members) {
        TimelineRow group{.kind = TrackKind::Process,
                          .name = {},
                          .number = {},
                          .group = {},
                          .process = {},
                          .thread = {},
                          .lanes = {}};
        if (members.size() == 1) {
            group.lanes = m_processes[members.front()].row.lanes;
            return group;
        }
        group.group = m_processes[members.front()].row.group;
        group.name = plainText(group.group);
        group.number = QObject::tr("%1 processes").arg(members.size());
        group.isOwn = std::ranges::all_of(
            members, [this](std::size_t member) { return m_processes[member].row.isOwn; });
        for (const auto member : members) {
            auto& process = m_processes[member].row;
            process.isInGroup = true;
            for (auto& thread : m_processes[member].threads)
                thread.isInGroup = true;
            group.processes.push_back(process.process);
            addUp(group.lanes, process.lanes);
        }
        std::ranges::sort(group.processes);
        group.isOpened = m_opened.contains(group);
        return group;
    }
    void append(TimelineRow row) {
        for (std::size_t lane = 0; lane < row.lanes.size(); ++lane) {
            auto& scale = m_result.lanes[lane].largestProcess;
            scale = std::max(scale, largest(row.lanes[lane].weight));
        }
        m_result.rows.push_back(std::move(row));
    }
    void append(ProcessRows& process) {
        process.row.group.clear();
        append(std::move(process.row));
        std::ranges::move(process.threads, std::back_inserter(m_result.rows));
    }

    const Profile& m_profile;
    SampleKey m_key;
    SampleGroupNames m_names;
    const OpenedTracks& m_opened;
    TimelineRows& m_result;
    std::vector<ProcessRows> m_processes;
    absl::flat_hash_map<ProcessIndex, std::size_t> m_found;
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

void OpenedTracks::open(const TimelineRow& row) {
    if (row.isGroup())
        groups.insert(row.group);
    else
        processes.insert(row.process);
}

void OpenedTracks::toggle(const TimelineRow& row) {
    if (!contains(row)) return open(row);
    if (row.isGroup())
        groups.erase(row.group);
    else
        processes.erase(row.process);
}

TimelineRows timelineRows(const Profile& profile, std::span<const ValueTimeline> values, ValueTypeIndex main,
                          const SampleKey& groups, const OpenedTracks& opened) {
    TimelineRows result;
    result.lanes = lanesOf(profile, values);
    result.mainLane =
        static_cast<std::size_t>(std::ranges::find(values, main, &ValueTimeline::value) - values.begin());
    result.range = values[result.mainLane].detail->range;
    result.sliceLength = values[result.mainLane].detail->sliceLength;
    ProcessCollector processes(profile, groups, opened, result);
    for (auto& row : trackRows(profile, values, result.mainLane)) {
        for (std::size_t lane = 0; lane < values.size(); ++lane) {
            addUp(result.lanes[lane].sum, row.lanes[lane]);
            auto& scale = result.lanes[lane].largestTrack;
            scale = std::max(scale, largest(row.lanes[lane].weight));
        }
        if (row.kind == TrackKind::Cpu)
            result.rows.push_back(std::move(row));
        else
            processes.add(std::move(row));
    }
    for (auto& lane : result.lanes)
        lane.largestSum = largest(lane.sum.weight);
    processes.finish();
    return result;
}

} // namespace candela
