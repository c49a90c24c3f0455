#include "views/timeline_rows.h"

#include "model/base/wrapping.h"

#include <QObject>

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace candela {

namespace {

QString nameOf(const Profile& profile, StringIndex name) {
    const auto text = name ? profile.text(name) : std::string_view();
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void addUp(std::vector<std::int64_t>& sum, const std::vector<std::int64_t>& weight) {
    sum.resize(std::max(sum.size(), weight.size()));
    for (std::size_t slice = 0; slice < weight.size(); ++slice)
        sum[slice] = wrappingSum(sum[slice], weight[slice]);
}

std::int64_t largest(const std::vector<std::int64_t>& weight) {
    return weight.empty() ? 0 : std::ranges::max(weight);
}

/// The slices of each track that is looked at, found by what the track is of.
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
    TimelineRow row{
        .kind = TrackKind::Process, .name = {}, .number = {}, .process = index, .thread = {}, .weight = {}};
    if (index) {
        const auto& process = profile.processes[index.row()];
        row.name = nameOf(profile, process.name);
        row.number = QString::number(process.pid);
    } else {
        row.name = QObject::tr("Process not known");
    }
    return row;
}

} // namespace

TimelineRows timelineRows(const Profile& profile, const Timeline& whole, const Timeline& detail,
                          const std::set<ProcessIndex>& opened) {
    TimelineRows result;
    result.range = detail.range;
    result.sliceLength = detail.sliceLength;
    const Details details(detail);
    std::vector<TimelineRow> processes;
    std::vector<std::vector<TimelineRow>> threads;
    absl::flat_hash_map<ProcessIndex, std::size_t> found;
    for (const auto& track : whole.tracks) {
        auto row = trackRow(profile, track, details);
        result.total = wrappingSum(result.total, row.total);
        addUp(result.sum, row.weight);
        result.largestTrack = std::max(result.largestTrack, largest(row.weight));
        if (row.kind == TrackKind::Cpu) {
            result.rows.push_back(std::move(row));
            continue;
        }
        const auto [place, isNew] = found.try_emplace(row.process, processes.size());
        if (isNew) {
            processes.push_back(processRow(profile, row.process));
            threads.emplace_back();
        }
        auto& process = processes[place->second];
        process.total = wrappingSum(process.total, row.total);
        ++process.threads;
        process.isOpened = opened.contains(row.process);
        addUp(process.weight, row.weight);
        if (process.isOpened) threads[place->second].push_back(std::move(row));
    }
    result.largestSum = largest(result.sum);
    std::vector<std::size_t> order(processes.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        order[place] = place;
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t place) { return processes[place].total; });
    for (const auto place : order) {
        result.largestProcess = std::max(result.largestProcess, largest(processes[place].weight));
        result.rows.push_back(std::move(processes[place]));
        std::ranges::move(threads[place], std::back_inserter(result.rows));
    }
    return result;
}

} // namespace candela
