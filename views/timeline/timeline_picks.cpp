#include "views/timeline/timeline_picks.h"

#include <algorithm>

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
void toggleAll(std::vector<ProcessIndex>& rows, std::span<const ProcessIndex> group) {
    const bool areIn = std::ranges::all_of(group, [&](ProcessIndex row) { return contains(rows, row); });
    for (const auto row : group) {
        if (areIn || !contains(rows, row)) toggle(rows, row);
    }
}

} // namespace

Filter withPicked(Filter filter, const TimelineRow& row, Pick pick) {
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
        const bool wasOnly = std::ranges::equal(before.processes, row->processes) && before.threads.empty();
        if (pick == Pick::Toggle || !wasOnly) toggleAll(filter.processes, row->processes);
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
