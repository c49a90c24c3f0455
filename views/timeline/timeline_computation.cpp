#include "views/timeline/timeline_computation.h"

namespace candela {

void TimelineComputation::forgetOthers(const TimelineRequest& request) {
    if (m_profile != request.profile) {
        m_profile = request.profile;
        m_selector.emplace(m_profile);
        m_range = timeRangeOf(*m_profile);
    } else if (m_filter == request.filter && m_kind == request.kind) {
        return;
    }
    m_filter = request.filter;
    m_kind = request.kind;
    m_wholes.assign(m_profile->samples.size(), nullptr);
}

Result<ValueTimeline> TimelineComputation::compute(ValueTypeIndex value, const TimelineRequest& request,
                                                   Task& task) {
    const auto tracks = [&](TimeRange range) -> Result<std::shared_ptr<const Timeline>> {
        return std::make_shared<const Timeline>(
            TRY(timeline(*m_selector, *m_profile, value, m_filter, m_kind, range, request.slices, task)));
    };
    auto& whole = m_wholes[value.row()];
    if (!whole) whole = TRY(tracks(m_range));
    const bool isWhole = request.visible.begin >= request.visible.end || request.visible == m_range;
    const bool fits = !whole->tracks.empty() && whole->tracks[0].weight.size() == request.slices;
    if (isWhole && fits) return ValueTimeline{value, whole, whole};
    return ValueTimeline{value, whole, TRY(tracks(isWhole ? m_range : request.visible))};
}

Result<ComputedTimeline> TimelineComputation::compute(const TimelineRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    forgetOthers(request);
    ComputedTimeline computed{m_profile, {}, request.main, m_range, false};
    for (const auto value : request.values) {
        computed.values.push_back(TRY(compute(value, request, task)));
        computed.hasTimes |= computed.values.back().whole->hasTimes;
    }
    return computed;
}

} // namespace candela
