#include "views/timeline_rows/process_rows.h"

#include "model/analysis/samples/own_processes.h"
#include "views/text/plain_text.h"

#include <QObject>

#include <algorithm>
#include <functional>
#include <iterator>

namespace candela {

namespace {

TimelineRow processRow(const Profile& profile, ProcessIndex index, std::size_t lanes) {
    TimelineRow row{.kind = TrackKind::Process,
                    .name = {},
                    .number = {},
                    .group = {},
                    .process = index,
                    .thread = {},
                    .lanes = std::vector<RowLane>(lanes)};
    if (index) {
        const auto& process = profile.processes[index.row()];
        row.name = plainText(process.name ? profile.text(process.name) : std::string_view());
        row.number = QString::number(process.pid);
        row.processes.push_back(index);
        row.isOwn = isOwnProcess(profile, index);
    } else {
        row.name = QObject::tr("Process not known");
    }
    return row;
}

void addLanes(std::vector<RowLane>& sums, const std::vector<RowLane>& lanes) {
    sums.resize(lanes.size());
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        sums[lane].add(lanes[lane]);
}

/// Sorts by the main value; rows that have the same weight of it, by the other values.
template<typename Row>
void sortByWeight(std::vector<Row>& rows, std::size_t main) {
    std::ranges::stable_sort(rows, [main](const Row& left, const Row& right) {
        const auto& lanes = left.row.lanes;
        const auto& others = right.row.lanes;
        if (lanes[main].total != others[main].total) return lanes[main].total > others[main].total;
        return std::ranges::lexicographical_compare(others, lanes, std::less(), &RowLane::total,
                                                    &RowLane::total);
    });
}

} // namespace

ProcessRows::ProcessRows(const Profile& profile, const SampleKey& groups, const TrackListing& listing,
                         const OpenedTracks& opened, TimelineRows& result)
    : m_profile(profile), m_key(groups), m_names(profile, m_key), m_listing(listing), m_opened(opened),
      m_result(result) {}

ProcessRows::Process& ProcessRows::found(ProcessIndex index) {
    const auto [found, isNew] = m_found.try_emplace(index, m_processes.size());
    if (isNew) m_processes.push_back({processRow(m_profile, index, m_result.lanes.size()), {}});
    return m_processes[found->second];
}

void ProcessRows::add(TimelineRow thread) {
    auto& process = found(thread.process);
    if (process.threads.empty()) process.row.group = groupOf(thread);
    addLanes(process.row.lanes, thread.lanes);
    process.threads.push_back(std::move(thread));
}

std::string ProcessRows::groupOf(const TimelineRow& thread) const {
    if (m_key.kind == SampleKey::Kind::Process || thread.process.isNone() || isTree()) return {};
    auto name = m_names.of(thread.thread, {});
    return name.empty() ? std::string(m_names.nameless()) : name;
}

/// A process without samples has a row where it joins rows below it, which shows who started them.
void ProcessRows::addAncestors() {
    std::vector<ProcessIndex> pending;
    for (const auto& process : m_processes)
        pending.push_back(process.row.process);
    absl::flat_hash_map<ProcessIndex, std::size_t> children; // with samples, or such below them
    while (!pending.empty()) {
        const auto process = pending.back();
        pending.pop_back();
        const auto parent = process ? m_profile.processes[process.row()].parent : ProcessIndex();
        if (!parent || ++children[parent] > 1 || m_found.contains(parent)) continue;
        pending.push_back(parent);
    }
    for (const auto& [process, count] : children) {
        if (count > 1 && !m_found.contains(process)) pending.push_back(process);
    }
    std::ranges::sort(pending); // the order of a hash map is another one each time
    for (const auto process : pending)
        found(process);
}

void ProcessRows::finish() {
    if (isTree()) addAncestors();
    sortByWeight(m_processes, m_result.mainLane);
    isTree() ? listTree() : listGroups();
}

std::vector<ProcessRows::Group> ProcessRows::groups() {
    std::vector<Group> groups;
    absl::flat_hash_map<std::string, std::size_t> found;
    for (std::size_t row = 0; row < m_processes.size(); ++row) {
        const auto& name = m_processes[row].row.group;
        const auto index =
            name.empty() ? groups.size() : found.try_emplace(name, groups.size()).first->second;
        if (index == groups.size())
            groups.push_back(
                {{.name = {}, .number = {}, .group = name, .process = {}, .thread = {}, .lanes = {}}, {}});
        groups[index].members.push_back(row);
    }
    for (auto& [row, members] : groups) {
        for (const auto member : members)
            addLanes(row.lanes, m_processes[member].row.lanes);
        if (members.size() == 1) {
            m_processes[members.front()].row.group.clear();
            continue;
        }
        row.name = plainText(row.group);
        row.number = QObject::tr("%1 processes").arg(members.size());
        for (const auto member : members) {
            auto& process = m_processes[member];
            process.row.group.clear();
            process.row.depth = 1;
            row.processes.push_back(process.row.process);
        }
        std::ranges::sort(row.processes);
        row.isOwn = std::ranges::all_of(members,
                                        [this](std::size_t member) { return m_processes[member].row.isOwn; });
    }
    return groups;
}

TrackEntry ProcessRows::entryOf(const Process& process) const {
    const auto index = process.row.process;
    return {process.row.name, index ? m_profile.processes[index.row()].startTime : noTime, index};
}

std::vector<std::size_t> ProcessRows::ordered(const std::vector<std::size_t>& members) const {
    std::vector<TrackEntry> entries;
    for (const auto member : members)
        entries.push_back(entryOf(m_processes[member]));
    std::vector<std::size_t> result;
    for (const auto& track : orderedTracks(m_profile, entries, m_listing.order))
        result.push_back(members[track.entry]);
    return result;
}

void ProcessRows::listGroups() {
    auto all = groups();
    sortByWeight(all, m_result.mainLane);
    std::vector<TrackEntry> entries;
    for (const auto& group : all) {
        raiseScale(group.row);
        auto entry = entryOf(m_processes[group.members.front()]);
        if (group.row.isGroup()) entry.name = group.row.name;
        for (const auto member : group.members)
            entry.start = std::min(entry.start, entryOf(m_processes[member]).start);
        entries.push_back(std::move(entry));
    }
    m_result.tracks = all.size();
    for (const auto& track : orderedTracks(m_profile, entries, m_listing.order))
        listGroup(all[track.entry]);
}

void ProcessRows::listGroup(Group& group) {
    const bool isMatch = group.row.isGroup() && m_listing.lists(group.row.name, {});
    std::erase_if(group.members, [&](std::size_t member) {
        auto& process = m_processes[member];
        if (!isMatch) narrow(process);
        return !process.isMatch && process.threads.empty();
    });
    if (group.members.empty()) return;
    ++m_result.listedTracks;
    if (!group.row.isGroup()) return append(m_processes[group.members.front()]);
    group.row.below = group.members.size();
    group.row.opening = isMatch ? Opening::ByUser : Opening::WithMatches;
    group.row.isOpened = m_opened.contains(group.row);
    const bool isOpened = group.row.isOpened;
    m_result.rows.push_back(std::move(group.row));
    if (!isOpened) return;
    for (const auto member : ordered(group.members))
        append(m_processes[member]);
}

/// A process that is not of the name itself keeps only threads that are.
void ProcessRows::narrow(Process& process) const {
    const auto isMatch = [&](const TimelineRow& row) { return m_listing.lists(row.name, row.number); };
    process.isMatch =
        isMatch(process.row) || (process.threads.size() == 1 && isMatch(process.threads.front()));
    if (process.isMatch) return;
    std::erase_if(process.threads, [&](const TimelineRow& thread) { return !isMatch(thread); });
    if (!process.threads.empty()) process.row.opening = Opening::WithMatches;
}

void ProcessRows::listTree() {
    std::vector<TrackEntry> entries;
    for (auto& process : m_processes) {
        entries.push_back(entryOf(process));
        raiseScale(process.row);
        narrow(process);
    }
    const auto tracks = orderedTracks(m_profile, entries, TrackOrder::ProcessTree);
    const auto rows = treeRows(tracks);
    m_result.tracks = rows.size();
    m_result.listedTracks = static_cast<std::size_t>(std::ranges::count(rows, true, &TreeRow::isListed));
    for (std::size_t at = 0; at < rows.size();) {
        auto& process = m_processes[tracks[at].entry];
        auto& row = process.row;
        const auto end = rows[at].end;
        const bool hasChildren = rows[at].children > 0;
        row.depth = tracks[at].depth;
        if (hasChildren) row.opening = m_listing.listsAll() ? Opening::WithTree : Opening::WithMatches;
        const bool isOpened = !hasChildren || m_opened.contains(row);
        if (!isOpened) addBelow(row, tracks, at + 1, end);
        if (rows[at].isListed) append(process, rows[at].children);
        at = rows[at].isListed && hasChildren && isOpened ? at + 1 : end;
    }
}

/// A closed row stands for the whole tree below it.
void ProcessRows::addBelow(TimelineRow& row, const std::vector<OrderedTrack>& tracks, std::size_t first,
                           std::size_t end) const {
    for (auto at = first; at < end; ++at) {
        const auto& below = m_processes[tracks[at].entry].row;
        addLanes(row.lanes, below.lanes);
        std::ranges::copy(below.processes, std::back_inserter(row.processes));
    }
    std::ranges::sort(row.processes);
    row.number = QObject::tr("%1 +%2").arg(row.number, QString::number(end - first));
}

std::vector<ProcessRows::TreeRow> ProcessRows::treeRows(const std::vector<OrderedTrack>& tracks) const {
    std::vector<TreeRow> rows(tracks.size());
    for (auto at = tracks.size(); at-- > 0;) {
        const auto& process = m_processes[tracks[at].entry];
        auto& row = rows[at];
        row.end = at + 1;
        while (row.end < tracks.size() && tracks[row.end].depth > tracks[at].depth) {
            row.children += rows[row.end].isListed;
            row.end = rows[row.end].end;
        }
        row.isListed = process.isMatch || !process.threads.empty() || row.children > 0;
    }
    return rows;
}

void ProcessRows::raiseScale(const TimelineRow& row) {
    for (std::size_t lane = 0; lane < row.lanes.size(); ++lane) {
        auto& scale = m_result.lanes[lane].largestProcess;
        scale = std::max(scale, row.lanes[lane].largest());
    }
}

void ProcessRows::append(Process& process, std::size_t children) {
    auto& row = process.row;
    // The only thread of a process needs no row of its own.
    const bool hasThreads = process.threads.size() > (process.isMatch ? 1U : 0U);
    row.below = children + (hasThreads ? process.threads.size() : 0);
    row.isOpened = row.below > 0 && m_opened.contains(row);
    const bool showsThreads = row.isOpened && hasThreads;
    const auto depth = row.depth;
    raiseScale(row);
    m_result.rows.push_back(std::move(row));
    if (!showsThreads) return;
    std::vector<TrackEntry> entries;
    for (const auto& thread : process.threads) {
        const auto start = thread.thread ? m_profile.threads[thread.thread.row()].startTime : noTime;
        entries.push_back({thread.name, start, {}});
    }
    const auto order = isTree() ? TrackOrder::Weight : m_listing.order;
    for (const auto& track : orderedTracks(m_profile, entries, order)) {
        auto& thread = process.threads[track.entry];
        thread.depth = depth;
        m_result.rows.push_back(std::move(thread));
    }
}

} // namespace candela
