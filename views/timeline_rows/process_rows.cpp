#include "views/timeline_rows/process_rows.h"

#include "views/text/number_text.h"

#include <QObject>

#include <algorithm>
#include <iterator>

namespace candela {

ProcessRows::ProcessRows(const FoundRows& found, const FoundGroups& groups, const TrackListing& listing,
                         const OpenedTracks& opened, TimelineRows& result)
    : m_found(found), m_groups(groups), m_listing(listing), m_opened(opened), m_result(result),
      m_matches(found.names, listing.name) {}

/// A process that is not of the name itself keeps only threads that are.
ProcessRows::Listed ProcessRows::listed(std::size_t process) const {
    const auto count = threadsOf(process);
    if (m_matches.listsAll()) return {true, count};
    const auto& own = m_found.searchedProcesses[process];
    const auto first = m_found.firstThread[process];
    if (m_matches.has(own.name, own.number) || (count == 1 && isThreadMatch(first))) return {true, count};
    Listed listed{false, 0};
    for (auto thread = first; thread < first + count; ++thread)
        listed.threads += isThreadMatch(thread);
    return listed;
}

bool ProcessRows::isThreadMatch(std::size_t thread) const {
    const auto& own = m_found.searchedThreads[thread];
    return m_matches.has(own.name, own.number);
}

void ProcessRows::listGroups() {
    for (std::size_t lane = 0; lane < m_groups.largestProcess.size(); ++lane)
        raiseScale(lane, m_groups.largestProcess[lane]);
    m_result.tracks = m_groups.rows.size();
    const TrackMatches matches(m_groups.names, m_listing.name);
    std::vector<Group> groups;
    std::vector<TrackEntry> entries;
    for (std::size_t row = 0; row < m_groups.rows.size(); ++row) {
        auto group = listed(row, matches);
        if (group.count == 0) continue;
        groups.push_back(std::move(group));
        entries.push_back(m_groups.entries[row]);
    }
    m_result.listedTracks = groups.size();
    m_result.rows.reserve(groups.size());
    for (const auto group : orderedTracks(entries, m_listing.order))
        append(groups[group]);
}

ProcessRows::Group ProcessRows::listed(std::size_t row, const TrackMatches& matches) const {
    const auto all = m_groups.membersOf(row);
    Group group{
        row, matches.listsAll() || (all.size() > 1 && matches.hasName(m_groups.name[row])), all.size(), {}};
    if (group.isMatch) return group;
    for (const auto process : all)
        if (const auto own = listed(process); own.isAny()) group.members.push_back({process, own});
    group.count = group.members.size();
    return group;
}

void ProcessRows::append(Group& group) {
    const auto all = m_groups.membersOf(group.row);
    if (all.size() == 1) {
        const auto own = group.isMatch ? Listed{true, threadsOf(all.front())} : group.members.front().listed;
        return append(all.front(), {}, own);
    }
    auto& row = m_result.rows.emplace_back(TimelineRow{.found = m_groups.rows[group.row].get()});
    row.below = group.count;
    row.opening = group.isMatch ? Opening::ByUser : Opening::WithMatches;
    row.isOpened = m_opened.contains(row);
    if (!row.isOpened) return;
    if (group.isMatch) {
        for (const auto process : all)
            group.members.push_back({process, {true, threadsOf(process)}});
    }
    std::vector<TrackEntry> entries;
    entries.reserve(group.members.size());
    for (const auto& member : group.members)
        entries.push_back(m_found.processEntries[member.process]);
    m_result.rows.reserve(m_result.rows.size() + entries.size());
    for (const auto at : orderedTracks(entries, m_listing.order))
        append(group.members[at].process, {.depth = 1}, group.members[at].listed);
}

void ProcessRows::listTree() {
    const auto nodes = listedNodes();
    m_result.tracks = nodes.size();
    m_result.listedTracks =
        static_cast<std::size_t>(std::ranges::count_if(nodes, [](const auto& node) { return node.isAny(); }));
    m_result.rows.reserve(m_result.listedTracks);
    for (std::size_t at = 0; at < nodes.size();) {
        const auto& node = m_found.tree[at];
        const auto& listed = nodes[at];
        const bool hasChildren = listed.children > 0;
        TimelineRow row{.found = &m_found.processes[node.process], .depth = node.depth};
        if (hasChildren) row.opening = m_listing.listsAll() ? Opening::WithTree : Opening::WithMatches;
        const bool isOpened = !hasChildren || m_opened.contains(row);
        if (!isOpened) row.found = m_result.closed.emplace_back(closedTree(at)).get();
        for (std::size_t lane = 0; !isOpened && lane < row->lanes.size(); ++lane)
            raiseScale(lane, row->lanes[lane].weight.largest());
        if (listed.isAny()) append(node.process, row, listed.own, listed.children);
        at = listed.isAny() && hasChildren && isOpened ? at + 1 : node.end;
    }
}

std::vector<ProcessRows::ListedNode> ProcessRows::listedNodes() const {
    std::vector<ListedNode> nodes(m_found.tree.size());
    for (auto at = nodes.size(); at-- > 0;) {
        auto& node = nodes[at];
        node.own = listed(m_found.tree[at].process);
        for (auto child = at + 1; child < m_found.tree[at].end; child = m_found.tree[child].end)
            node.children += nodes[child].isAny();
    }
    return nodes;
}

/// A closed row stands for the whole tree below it.
std::shared_ptr<const FoundRow> ProcessRows::closedTree(std::size_t node) const {
    const auto end = m_found.tree[node].end;
    const auto& top = m_found.processes[m_found.tree[node].process];
    auto closed = std::make_shared<FoundRow>(FoundRow{
        .name = top.name,
        .number = QObject::tr("%1 +%2").arg(top.number, countText(end - node - 1)),
        .process = top.process,
        .isOwn = top.isOwn,
    });
    LaneSums sums(m_found.lanes.size());
    for (auto at = node; at < end; ++at) {
        const auto& own = m_found.processes[m_found.tree[at].process];
        sums.add(own.lanes);
        std::ranges::copy(own.processes, std::back_inserter(closed->processes));
    }
    closed->lanes = std::move(sums).take();
    std::ranges::sort(closed->processes);
    return closed;
}

void ProcessRows::raiseScale(std::size_t lane, std::int64_t weight) {
    auto& scale = m_result.lanes[lane].largestProcess;
    scale = std::max(scale, weight);
}

/// `row` is that of the process, unless it refers to another one.
void ProcessRows::append(std::size_t process, TimelineRow row, const Listed& listed, std::size_t children) {
    if (!row.found) row.found = &m_found.processes[process];
    // The only thread of a process needs no row of its own.
    const bool hasThreads = listed.threads > (listed.isMatch ? 1U : 0U);
    if (!listed.isMatch && hasThreads && children == 0) row.opening = Opening::WithMatches;
    row.below = children + (hasThreads ? listed.threads : 0);
    row.isOpened = row.below > 0 && m_opened.contains(row);
    m_result.rows.push_back(row);
    if (!row.isOpened || !hasThreads) return;
    std::vector<std::size_t> threads;
    std::vector<TrackEntry> entries;
    for (auto thread = m_found.firstThread[process]; thread < m_found.firstThread[process + 1]; ++thread) {
        if (!listed.isMatch && !isThreadMatch(thread)) continue;
        threads.push_back(thread);
        entries.push_back(m_found.threadEntries[thread]);
    }
    const bool isTree = m_listing.order == TrackOrder::ProcessTree;
    for (const auto at : orderedTracks(entries, isTree ? TrackOrder::Weight : m_listing.order))
        m_result.rows.push_back(
            {.found = &m_found.threads[threads[at]], .kind = TrackKind::Thread, .depth = row.depth});
}

} // namespace candela
