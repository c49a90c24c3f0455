#include "views/timeline/timeline_picks.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace candela {

namespace {

template<typename Rows, typename Row>
bool contains(const Rows& rows, Row row) {
    return std::ranges::find(rows, row) != rows.end();
}

template<typename Row>
void toggle(std::vector<Row>& rows, Row row) {
    if (std::erase(rows, row) > 0) return;
    rows.insert(std::ranges::upper_bound(rows, row), row);
}

/// Removes the group if all of it is in the list; else adds it.
void toggleAll(std::vector<ProcessIndex>& rows, const std::vector<ProcessIndex>& group) {
    const bool areIn = std::ranges::all_of(group, [&](ProcessIndex row) { return contains(rows, row); });
    for (const auto row : group) {
        if (areIn || !contains(rows, row)) toggle(rows, row);
    }
}

bool hasSamples(const TimelineRows& rows, const FoundRow& row) {
    return row.lanes[rows.mainLane].hasSamples;
}

/// Of an opened row of the process tree; those of a closed one are its own.
std::span<const FoundNode> nodesBelow(const TimelineRows& rows, const TimelineRow& row) {
    const auto& found = *rows.found;
    const auto isIt = [&](const FoundNode& node) { return &found.processes[node.process] == row.found; };
    const auto node = std::ranges::find_if(found.tree, isIt);
    if (!rows.isTree || node == found.tree.end()) return {};
    return {node + 1, found.tree.begin() + static_cast<std::ptrdiff_t>(node->end)};
}

std::vector<ProcessIndex> pickedProcesses(const TimelineRows& rows, const TimelineRow& row) {
    auto processes = row->processes;
    if (hasSamples(rows, *row.found)) return processes;
    for (const auto& node : nodesBelow(rows, row))
        std::ranges::copy(rows.found->processes[node.process].processes, std::back_inserter(processes));
    std::ranges::sort(processes);
    return processes;
}

} // namespace

bool hasPickedSamples(const TimelineRows& rows, const TimelineRow& row) {
    return hasSamples(rows, *row.found) ||
           std::ranges::any_of(nodesBelow(rows, row), [&](const FoundNode& node) {
               return hasSamples(rows, rows.found->processes[node.process]);
           });
}

Filter withPicked(Filter filter, const TimelineRows& rows, const TimelineRow& row, Pick pick) {
    if (!hasPickedSamples(rows, row)) return filter;
    const auto before = filter;
    const bool isOfNothing = (row.kind == TrackKind::Process && row->processes.empty()) ||
                             (row.kind == TrackKind::Thread && !row->thread);
    if (isOfNothing) return filter;
    if (row.kind == TrackKind::Cpu) {
        if (pick == Pick::Only) filter.cpus.clear();
        if (pick == Pick::Toggle || before.cpus != std::vector{row->cpu}) toggle(filter.cpus, row->cpu);
        return filter;
    }
    if (pick == Pick::Only) {
        filter.processes.clear();
        filter.threads.clear();
    }
    if (row.kind == TrackKind::Process) {
        const auto processes = pickedProcesses(rows, row);
        const bool wasOnly = before.processes == processes && before.threads.empty();
        if (pick == Pick::Toggle || !wasOnly) toggleAll(filter.processes, processes);
    } else {
        const bool wasOnly = before.threads == std::vector{row->thread} && before.processes.empty();
        if (pick == Pick::Toggle || !wasOnly) toggle(filter.threads, row->thread);
    }
    return filter;
}

Emphasis pickedRow(const Filter& filter, const Profile& profile, const TimelineRow& row) {
    if (row.kind == TrackKind::Cpu) {
        if (filter.cpus.empty()) return Emphasis::Normal;
        return contains(filter.cpus, row->cpu) ? Emphasis::Picked : Emphasis::Faded;
    }
    if (filter.threads.empty() && filter.processes.empty()) return Emphasis::Normal;
    const bool isPicked =
        contains(filter.processes, row->process) ||
        std::ranges::any_of(row->processes,
                            [&](auto process) { return contains(filter.processes, process); }) ||
        (row.kind == TrackKind::Thread && contains(filter.threads, row->thread)) ||
        (row.kind == TrackKind::Process && std::ranges::any_of(filter.threads, [&](ThreadIndex thread) {
             return contains(row->processes, profile.threads[thread.row()].process);
         }));
    return isPicked ? Emphasis::Picked : Emphasis::Faded;
}

} // namespace candela
