#include "views/timeline_rows/found_rows.h"

#include "model/analysis/samples/own_processes.h"
#include "views/text/plain_text.h"

#include <QObject>

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace candela {

namespace {

QString nameOf(const Profile& profile, StringIndex name) {
    return plainText(name ? profile.text(name) : std::string_view());
}

using TrackKey = std::tuple<ProcessIndex, ThreadIndex, std::int32_t>;

TrackKey keyOf(const TimelineTrack& track) {
    return {track.process, track.thread, track.cpu};
}

FoundRow trackRow(const Profile& profile, const TimelineTrack& track, std::size_t lanes) {
    FoundRow row{.kind = track.kind,
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

FoundRow processRow(const Profile& profile, ProcessIndex index, std::size_t lanes) {
    FoundRow row{.process = index, .lanes = std::vector<RowLane>(lanes)};
    if (index) {
        const auto& process = profile.processes[index.row()];
        row.name = nameOf(profile, process.name);
        row.number = QString::number(process.pid);
        row.processes.push_back(index);
        row.isOwn = isOwnProcess(profile, index);
    } else {
        row.name = QObject::tr("Process not known");
    }
    return row;
}

/// Makes a row for each track that any value has, with the weights of all values.
class TrackRows {
public:
    TrackRows(const Profile& profile, std::size_t lanes) : m_profile(profile), m_lanes(lanes) {}

    void add(const ValueTimeline& timeline, std::size_t lane) {
        const TracksByKey details(timeline.detail);
        ForMarks<TracksByKey> marked;
        for (const auto kind : markKinds)
            marked[kind] = TracksByKey(timeline.marked[kind]);
        for (const auto& track : timeline.whole->tracks) {
            const auto [row, isNew] = m_found.try_emplace(keyOf(track), m_rows.size());
            if (isNew) m_rows.push_back(trackRow(m_profile, track, m_lanes));
            auto& own = m_rows[row->second].lanes[lane];
            own.total = track.total;
            own.hasSamples = true;
            own.weight = details.weightOf(track);
            for (const auto kind : markKinds)
                own.marked[kind] = marked[kind].weightOf(track);
        }
    }
    std::vector<FoundRow> take() && { return std::move(m_rows); }

private:
    class TracksByKey {
    public:
        TracksByKey() = default;
        explicit TracksByKey(std::shared_ptr<const Timeline> timeline) : m_timeline(std::move(timeline)) {
            if (!m_timeline) return;
            m_tracks.reserve(m_timeline->tracks.size());
            for (const auto& track : m_timeline->tracks)
                m_tracks.emplace(keyOf(track), &track);
        }
        /// Shares the timeline's memory.
        SliceWeights weightOf(const TimelineTrack& track) const {
            const auto found = m_tracks.find(keyOf(track));
            if (found == m_tracks.end()) return {};
            return SliceWeights(
                std::shared_ptr<const std::vector<std::int64_t>>(m_timeline, &found->second->weight));
        }

    private:
        std::shared_ptr<const Timeline> m_timeline;
        absl::flat_hash_map<TrackKey, const TimelineTrack*> m_tracks;
    };

    const Profile& m_profile;
    std::size_t m_lanes;
    std::vector<FoundRow> m_rows;
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
std::vector<FoundRow> trackRows(const Profile& profile, std::span<const ValueTimeline> values,
                                std::size_t main) {
    TrackRows rows(profile, values.size());
    rows.add(values[main], main);
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
        if (lane != main) rows.add(values[lane], lane);
    }
    return std::move(rows).take();
}

/// Puts threads below their processes, and processes into order and into their tree.
class ProcessFinder {
public:
    ProcessFinder(const Profile& profile, FoundRows& result) : m_profile(profile), m_result(result) {}

    /// Threads of a process are added in order of their weight.
    void add(FoundRow thread) { m_threads[found(thread.process)].push_back(std::move(thread)); }
    void finish() {
        for (std::size_t process = 0; process < m_processes.size(); ++process)
            addUp(m_processes[process], m_threads[process]);
        m_result.sampled = m_processes.size();
        std::vector<const FoundRow*> rows;
        rows.reserve(m_processes.size());
        for (const auto& process : m_processes)
            rows.push_back(&process);
        auto order = byWeight(rows, m_result.mainLane);
        addAncestors();
        for (auto ancestor = order.size(); ancestor < m_processes.size(); ++ancestor)
            order.push_back(ancestor);
        for (const auto process : order)
            append(std::move(m_processes[process]), std::move(m_threads[process]));
        m_result.firstThread.push_back(m_result.threads.size());
        m_result.names.sort();
        makeEntries();
        makeTree();
    }

private:
    std::size_t found(ProcessIndex index) {
        const auto [found, isNew] = m_found.try_emplace(index, m_processes.size());
        if (isNew) {
            m_processes.push_back(processRow(m_profile, index, m_result.lanes.size()));
            m_threads.emplace_back();
        }
        return found->second;
    }
    void addUp(FoundRow& process, const std::vector<FoundRow>& threads) {
        if (threads.size() == 1) {
            process.lanes = threads.front().lanes;
        } else {
            LaneSums sums(m_result.lanes.size());
            for (const auto& thread : threads)
                sums.add(thread.lanes);
            process.lanes = std::move(sums).take();
        }
        for (std::size_t lane = 0; lane < m_result.lanes.size(); ++lane) {
            auto& scale = m_result.lanes[lane].largestProcess;
            scale = std::max(scale, process.lanes[lane].weight.largest());
        }
    }
    /// A process without samples has a row where it joins rows below it.
    void addAncestors() {
        std::vector<ProcessIndex> sampled;
        for (const auto& process : m_processes)
            sampled.push_back(process.process);
        for (const auto process : joiningAncestors(m_profile, sampled))
            found(process);
    }
    void append(FoundRow process, std::vector<FoundRow> threads) {
        const auto pid = process.process ? m_profile.processes[process.process.row()].pid : -1;
        m_result.searchedProcesses.push_back({m_result.names.add(process.name), pid});
        m_result.processes.push_back(std::move(process));
        m_result.firstThread.push_back(m_result.threads.size());
        for (auto& thread : threads) {
            const auto tid = thread.thread ? m_profile.threads[thread.thread.row()].tid : -1;
            m_result.searchedThreads.push_back({m_result.names.add(thread.name), tid});
            m_result.threads.push_back(std::move(thread));
        }
    }
    void makeEntries() {
        const auto& names = m_result.names;
        for (std::size_t row = 0; row < m_result.processes.size(); ++row) {
            const auto index = m_result.processes[row].process;
            const auto start = index ? m_profile.processes[index.row()].startTime : noTime;
            m_result.processEntries.push_back(
                {names.rank(m_result.searchedProcesses[row].name), start, index});
        }
        for (std::size_t row = 0; row < m_result.threads.size(); ++row) {
            const auto index = m_result.threads[row].thread;
            const auto start = index ? m_profile.threads[index.row()].startTime : noTime;
            m_result.threadEntries.push_back({names.rank(m_result.searchedThreads[row].name), start, {}});
        }
    }
    void makeTree() {
        const auto tracks = processTree(m_profile, m_result.processEntries);
        auto& tree = m_result.tree;
        tree.resize(tracks.size());
        for (auto at = tracks.size(); at-- > 0;) {
            auto end = at + 1;
            while (end < tracks.size() && tracks[end].depth > tracks[at].depth)
                end = tree[end].end;
            tree[at] = {tracks[at].entry, tracks[at].depth, end};
        }
    }

    const Profile& m_profile;
    FoundRows& m_result;
    std::vector<FoundRow> m_processes;
    std::vector<std::vector<FoundRow>> m_threads; ///< of each process
    absl::flat_hash_map<ProcessIndex, std::size_t> m_found;
};

} // namespace

std::vector<std::size_t> byWeight(std::span<const FoundRow* const> rows, std::size_t main) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t left, std::size_t right) {
        const auto &lanes = rows[left]->lanes, &others = rows[right]->lanes;
        if (lanes[main].total != others[main].total) return lanes[main].total > others[main].total;
        return std::ranges::lexicographical_compare(others, lanes, std::less(), &RowLane::total,
                                                    &RowLane::total);
    });
    return order;
}

FoundRows findRows(const Profile& profile, std::span<const ValueTimeline> values, ValueTypeIndex main) {
    FoundRows result;
    result.lanes = lanesOf(profile, values);
    result.mainLane =
        static_cast<std::size_t>(std::ranges::find(values, main, &ValueTimeline::value) - values.begin());
    result.range = values[result.mainLane].detail->range;
    result.sliceLength = values[result.mainLane].detail->sliceLength;
    LaneSums sums(values.size());
    ProcessFinder processes(profile, result);
    for (auto& row : trackRows(profile, values, result.mainLane)) {
        sums.add(row.lanes);
        for (std::size_t lane = 0; lane < values.size(); ++lane) {
            auto& scale = result.lanes[lane].largestTrack;
            scale = std::max(scale, row.lanes[lane].weight.largest());
        }
        row.kind == TrackKind::Cpu ? result.cpus.push_back(std::move(row)) : processes.add(std::move(row));
    }
    auto all = std::move(sums).take();
    for (std::size_t lane = 0; lane < values.size(); ++lane)
        result.lanes[lane].sum = std::move(all[lane]);
    processes.finish();
    return result;
}

} // namespace candela
