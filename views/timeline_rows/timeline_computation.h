/// Computes timelines off the GUI thread and keeps the parts that the next request can reuse: the selector,
/// the tracks of the whole recording, and those of the last request with their rows. May be called from any
/// thread; calls wait for each other.
#pragma once

#include "views/timeline_rows/timeline_rows.h"
#include "views/tracks/idle_lane.h"
#include "views/tracks/process_lives.h"

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
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
    TimelineMarks marks = {};
    bool hasIdle = false;                           ///< whether the machine's idle time is wanted
    SampleKey groups{SampleKey::Kind::ProcessName}; ///< which processes share a row
};

/// The lives of large groups, which would hold up the frame that draws them first. Those of other rows,
/// closed ones of the process tree included, are found when they are drawn.
using GroupLives = std::unordered_map<const FoundRow*, RowLife>;

struct ComputedTimeline {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const FoundRows> rows;
    std::shared_ptr<const FoundGroups> groups;
    TimeRange range; ///< the range of the whole recording
    TimelineMarks marks;
    std::shared_ptr<const ProcessLives> lives;
    std::shared_ptr<const GroupLives> groupLives; ///< of `groups`
    bool hasTimes = false;
    std::shared_ptr<const IdleLane> idle; ///< of the visible range; null: not wanted, or not known
};

class TimelineComputation {
public:
    Result<ComputedTimeline> compute(const TimelineRequest& request, Task& task);

private:
    using Tracks = std::shared_ptr<const Timeline>;
    /// Tracks for m_profile, m_filter and m_kind.
    struct Part {
        ValueTypeIndex value;
        TimeRange range;
        std::size_t slices = 0;
        StackMark mark;                             ///< empty: all stacks
        std::shared_ptr<const CallTreeShape> shape; ///< what the mark is a group of; null: all stacks
        Tracks tracks = nullptr;

        bool isSameAs(const Part& other) const {
            return value == other.value && range == other.range && slices == other.slices &&
                   mark == other.mark && shape == other.shape;
        }
    };

    void forgetOthers(const TimelineRequest& request);
    Result<std::shared_ptr<const IdleLane>> idle(const TimelineRequest& request, Task& task);
    Result<ValueTimeline> compute(ValueTypeIndex value, const TimelineRequest& request,
                                  const ForMarks<RowMask>& stacks, std::vector<Part>& used, Task& task);
    Result<Tracks> tracks(Part part, const RowMask* stacks, std::vector<Part>& used, Task& task);
    void makeRows(const TimelineRequest& request, std::vector<ValueTimeline> values);

    std::mutex m_mutex;
    std::shared_ptr<const Profile> m_profile;
    std::optional<SampleSelector> m_selector;
    std::optional<SampleSelector> m_unfiltered; ///< for idle time, so that each keeps what its filter matched
    std::shared_ptr<const IdleLane> m_idle;     ///< of the last range and number of slices; null: none
    TimeRange m_idleRange;
    TimeRange m_range;
    std::shared_ptr<const ProcessLives> m_lives;
    Filter m_filter;
    TrackKind m_kind = TrackKind::Thread;
    std::vector<Part> m_wholes; ///< of the whole recording: one for each value type, null if not computed
    std::vector<Part> m_parts;  ///< of the last request
    // Rows and groups of the last request, and what they were made from.
    std::vector<ValueTimeline> m_values;
    ValueTypeIndex m_main;
    std::shared_ptr<const FoundRows> m_rows;
    std::shared_ptr<const FoundGroups> m_groups;
    std::shared_ptr<const GroupLives> m_groupLives;
};

} // namespace candela
