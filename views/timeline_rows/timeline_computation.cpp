#include "views/timeline_rows/timeline_computation.h"

#include "views/session/freed_in_pool.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t largeGroup = 200; ///< processes

GroupLives livesOf(const FoundGroups& groups, const ProcessLives& lives) {
    GroupLives found;
    for (const auto& row : groups.rows)
        if (row && row->processes.size() >= largeGroup) found.emplace(row.get(), lives.of(row->processes));
    return found;
}

} // namespace

void TimelineComputation::forgetOthers(const TimelineRequest& request) {
    if (m_profile != request.profile) {
        m_profile = request.profile;
        m_selector.emplace(m_profile);
        m_unfiltered.reset();
        m_idle.reset();
        m_rows.reset();
        m_range = timeRangeOf(*m_profile);
        m_lives = std::make_shared<const ProcessLives>(m_profile);
    } else if (m_filter == request.filter && m_kind == request.kind) {
        return;
    }
    m_filter = request.filter;
    m_kind = request.kind;
    m_wholes.assign(m_profile->samples.size(), {});
    m_parts.clear();
}

/// Takes the tracks from the last request if they are the same.
Result<TimelineComputation::Tracks> TimelineComputation::tracks(Part part, const RowMask* stacks,
                                                                std::vector<Part>& used, Task& task) {
    const auto isIt = [&](const Part& earlier) { return earlier.isSameAs(part); };
    const auto& whole = m_wholes[part.value.row()];
    if (const auto known = std::ranges::find_if(m_parts, isIt); known != m_parts.end())
        part.tracks = known->tracks;
    else if (whole.tracks && isIt(whole))
        part.tracks = whole.tracks;
    else
        part.tracks = std::make_shared<const Timeline>(TRY(timeline(
            *m_selector, *m_profile, part.value, m_filter, m_kind, part.range, part.slices, task, stacks)));
    used.push_back(part);
    return part.tracks;
}

Result<ValueTimeline> TimelineComputation::compute(ValueTypeIndex value, const TimelineRequest& request,
                                                   const ForMarks<RowMask>& stacks, std::vector<Part>& used,
                                                   Task& task) {
    const bool isWhole = request.visible.begin >= request.visible.end || request.visible == m_range;
    Part part{value, isWhole ? m_range : request.visible, request.slices, {}, nullptr, nullptr};
    auto& whole = m_wholes[value.row()];
    if (!whole.tracks) {
        auto all = part;
        all.range = m_range;
        all.tracks = TRY(tracks(all, nullptr, used, task));
        whole = all;
    }
    ValueTimeline computed{value, whole.tracks, TRY(tracks(part, nullptr, used, task)), {}};
    for (const auto kind : markKinds) {
        if (!request.marks.has(kind)) continue;
        part.mark = request.marks.marks[kind];
        part.shape = request.marks.shape;
        computed.marked[kind] = TRY(tracks(part, &stacks[kind], used, task));
    }
    return computed;
}

/// Whatever the filter, so it is computed again only for another range.
Result<std::shared_ptr<const IdleLane>> TimelineComputation::idle(const TimelineRequest& request,
                                                                  Task& task) {
    const auto value = request.hasIdle ? idleValue(*m_profile) : ValueTypeIndex();
    if (!value) return nullptr;
    const auto range = request.visible.begin >= request.visible.end ? m_range : request.visible;
    if (m_idle && m_idleRange == range && m_idle->weight.size() == request.slices) return m_idle;
    if (!m_unfiltered) m_unfiltered.emplace(m_profile);
    const auto all =
        TRY(timeline(*m_unfiltered, *m_profile, value, {}, TrackKind::Cpu, range, request.slices, task));
    m_idle = std::make_shared<const IdleLane>(idleLane(*m_profile, all, request.slices));
    m_idleRange = range;
    return m_idle;
}

/// Rows of the same timelines are the same, so that other groups are made without them.
void TimelineComputation::makeRows(const TimelineRequest& request, std::vector<ValueTimeline> values) {
    if (!m_rows || m_values != values || m_main != request.main) {
        m_rows = freedInPool(findRows(*m_profile, values, request.main));
        m_groups.reset();
        m_values = std::move(values);
        m_main = request.main;
    }
    if (m_groups && m_groups->key == request.groups) return;
    m_groups.reset(); // if memory runs out below, both are made again
    auto groups = freedInPool(findGroups(*m_profile, *m_rows, request.groups));
    m_groupLives = std::make_shared<const GroupLives>(livesOf(*groups, *m_lives));
    m_groups = std::move(groups);
}

Result<ComputedTimeline> TimelineComputation::compute(const TimelineRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    forgetOthers(request);
    ForMarks<RowMask> stacks;
    for (const auto kind : markKinds) {
        if (request.marks.has(kind)) stacks[kind] = request.marks.marks[kind].stacks(*request.marks.shape);
    }
    ComputedTimeline computed{
        m_profile, {}, {}, m_range, request.marks, m_lives, {}, false, TRY(idle(request, task))};
    std::vector<Part> used;
    std::vector<ValueTimeline> values;
    for (const auto value : request.values) {
        values.push_back(TRY(compute(value, request, stacks, used, task)));
        computed.hasTimes |= values.back().whole->hasTimes;
    }
    m_parts = std::move(used);
    if (task.isCancelled()) return cancelled();
    makeRows(request, std::move(values));
    computed.rows = m_rows;
    computed.groups = m_groups;
    computed.groupLives = m_groupLives;
    return computed;
}

} // namespace candela
