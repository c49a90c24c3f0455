#include "views/timeline/timeline_rows.h"

#include "model/base/wrapping.h"
#include "views/text/plain_text.h"

#include <QObject>

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace candela {

namespace {

QString nameOf(const Profile& profile, StringIndex name) {
    const auto text = name ? profile.text(name) : std::string_view();
    return plainText(text);
}

void addUp(std::vector<std::int64_t>& sum, const std::vector<std::int64_t>& weight) {
    sum.resize(std::max(sum.size(), weight.size()));
    for (std::size_t slice = 0; slice < weight.size(); ++slice)
        sum[slice] = wrappingSum(sum[slice], weight[slice]);
}

std::int64_t largest(const std::vector<std::int64_t>& weight) {
    return weight.empty() ? 0 : std::ranges::max(weight);
}

/// The slices of each track in the visible range, by process, thread or CPU.
class Details {
public:
    explicit Details(const Timeline& timeline)
        : m_slices(timeline.tracks.empty() ? 0 : timeline.tracks[0].weight.size()) {
        for (const auto& track : timeline.tracks)
            m_tracks.emplace(std::tuple(track.process, track.thread, track.cpu), &track);
    }
    std::vector<std::int64_t> of(const TimelineTrack& track) const {
        const auto found = m_tracks.find(std::tuple(track.process, track.thread, track.cpu));
        return found == m_tracks.end() ? std::vector<std::int64_t>(m_slices) : found->second->weight;
    }

private:
    std::size_t m_slices;
    absl::flat_hash_map<std::tuple<ProcessIndex, ThreadIndex, std::int32_t>, const TimelineTrack*> m_tracks;
};

TimelineRow trackRow(const Profile& profile, const TimelineTrack& track, const Details& details) {
    TimelineRow row{.kind = track.kind,
                    .name = {},
                    .number = {},
                    .group = {},
                    .process = track.process,
                    .thread = track.thread,
                    .cpu = track.cpu,
                    .total = track.total,
                    .weight = details.of(track)};
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

TimelineRow processRow(const Profile& profile, ProcessIndex index) {
    TimelineRow row{.kind = TrackKind::Process,
                    .name = {},
                    .number = {},
                    .group = {},
                    .process = index,
                    .thread = {},
                    .weight = {}};
    if (index) {
        const auto& process = profile.processes[index.row()];
        row.name = nameOf(profile, process.name);
        row.number = QString::number(process.pid);
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
    ProcessCollector(const Profile& profile, const SampleKey& groups, const OpenedTracks& opened)
        : m_profile(profile), m_key(groups), m_names(profile, m_key), m_opened(opened) {}

    void add(TimelineRow thread) {
        const auto [found, isNew] = m_found.try_emplace(thread.process, m_processes.size());
        if (isNew) m_processes.push_back({processRow(m_profile, thread.process), {}});
        auto& process = m_processes[found->second];
        if (isNew) {
            process.row.group = groupOf(thread);
            if (thread.process) process.row.processes.push_back(thread.process);
            process.row.isOpened = m_opened.contains(process.row);
        }
        process.row.total = wrappingSum(process.row.total, thread.total);
        ++process.row.threads;
        addUp(process.row.weight, thread.weight);
        if (process.row.isOpened) process.threads.push_back(std::move(thread));
    }

    /// Moves all rows into `result`, largest first.
    void finish(TimelineRows& result) {
        sortByTotal(m_processes, [](const ProcessRows& process) { return process.row.total; });
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
        sortByTotal(rows, [](const Group& group) { return group.row.total; });
        for (auto& [row, members] : rows) {
            if (members.size() == 1) {
                append(m_processes[members.front()], result);
                continue;
            }
            const bool isOpened = row.isOpened;
            result.largestProcess = std::max(result.largestProcess, largest(row.weight));
            result.rows.push_back(std::move(row));
            for (const auto member : members) {
                if (isOpened) append(m_processes[member], result);
            }
        }
    }

private:
    template<typename Row, typename Total>
    static void sortByTotal(std::vector<Row>& rows, Total total) {
        std::ranges::stable_sort(rows, std::greater(), total);
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
                          .weight = {}};
        if (members.size() == 1) {
            group.total = m_processes[members.front()].row.total;
            return group;
        }
        group.group = m_processes[members.front()].row.group;
        group.name = plainText(group.group);
        group.number = QObject::tr("%1 processes").arg(members.size());
        for (const auto member : members) {
            auto& process = m_processes[member].row;
            process.isInGroup = true;
            for (auto& thread : m_processes[member].threads)
                thread.isInGroup = true;
            group.total = wrappingSum(group.total, process.total);
            group.processes.push_back(process.process);
            addUp(group.weight, process.weight);
        }
        std::ranges::sort(group.processes);
        group.isOpened = m_opened.contains(group);
        return group;
    }
    static void append(ProcessRows& process, TimelineRows& result) {
        process.row.group.clear();
        result.largestProcess = std::max(result.largestProcess, largest(process.row.weight));
        result.rows.push_back(std::move(process.row));
        std::ranges::move(process.threads, std::back_inserter(result.rows));
    }

    const Profile& m_profile;
    SampleKey m_key;
    SampleGroupNames m_names;
    const OpenedTracks& m_opened;
    std::vector<ProcessRows> m_processes;
    absl::flat_hash_map<ProcessIndex, std::size_t> m_found;
};

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

TimelineRows timelineRows(const Profile& profile, const Timeline& whole, const Timeline& detail,
                          const SampleKey& groups, const OpenedTracks& opened) {
    TimelineRows result;
    result.range = detail.range;
    result.sliceLength = detail.sliceLength;
    const Details details(detail);
    ProcessCollector processes(profile, groups, opened);
    for (const auto& track : whole.tracks) {
        auto row = trackRow(profile, track, details);
        result.total = wrappingSum(result.total, row.total);
        addUp(result.sum, row.weight);
        result.largestTrack = std::max(result.largestTrack, largest(row.weight));
        if (row.kind == TrackKind::Cpu)
            result.rows.push_back(std::move(row));
        else
            processes.add(std::move(row));
    }
    result.largestSum = largest(result.sum);
    processes.finish(result);
    return result;
}

} // namespace candela
