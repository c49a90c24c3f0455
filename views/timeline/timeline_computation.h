/// Computes timelines off the GUI thread and keeps the parts that the next request can reuse: the selector
/// and the tracks of the whole recording. May be called from any thread; calls wait for each other.
#pragma once

#include "views/timeline/timeline_rows.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace candela {

struct TimelineRequest {
    std::shared_ptr<const Profile> profile;
    std::vector<ValueTypeIndex> values;
    ValueTypeIndex main; ///< the session's value, one of `values`
    Filter filter;
    TrackKind kind = TrackKind::Thread;
    TimeRange visible; ///< empty: the whole recording
    std::size_t slices = 0;
};

struct ComputedTimeline {
    std::shared_ptr<const Profile> profile;
    std::vector<ValueTimeline> values;
    ValueTypeIndex main;
    TimeRange range; ///< the range of the whole recording
    bool hasTimes = false;
};

class TimelineComputation {
public:
    Result<ComputedTimeline> compute(const TimelineRequest& request, Task& task);

private:
    void forgetOthers(const TimelineRequest& request);
    Result<ValueTimeline> compute(ValueTypeIndex value, const TimelineRequest& request, Task& task);

    std::mutex m_mutex;
    std::shared_ptr<const Profile> m_profile;
    std::optional<SampleSelector> m_selector;
    TimeRange m_range;
    Filter m_filter;
    TrackKind m_kind = TrackKind::Thread;
    /// The timelines of the whole recording for m_profile, m_filter and m_kind: one for each value type, null
    /// if it was not computed.
    std::vector<std::shared_ptr<const Timeline>> m_wholes;
};

} // namespace candela
