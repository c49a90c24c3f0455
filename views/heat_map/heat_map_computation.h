/// Computes heat maps off the GUI thread and keeps what the next one can reuse. May be called from any
/// thread; calls wait for each other.
#pragma once

#include "model/analysis/heat_map/heat_map.h"
#include "model/profile/losses.h"
#include "views/session/stack_mark.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace candela {

/// What a map depends on. `filter` has no time: the map also shows the time around it.
struct HeatMapRequest {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const CallTreeShape> shape; ///< what the mark is a group of
    ValueTypeIndex value;
    Filter filter;
    std::optional<TimeRange> zoom; ///< none: the whole time
    std::size_t maximumColumns = HeatMapGrid::maximumColumns;
    StackMark mark = {}; ///< the selected group, or else the matches of the search

    bool isSnapshotOf(const HeatMapRequest& earlier) const {
        return profile != earlier.profile && value == earlier.value && filter == earlier.filter;
    }
    bool operator==(const HeatMapRequest&) const = default;
};

struct ComputedHeatMap {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const CallTreeShape> shape;
    ValueTypeIndex value;
    TimeRange whole; ///< timeRangeOf() the profile
    std::vector<LostTime> lostTimes;
    std::shared_ptr<const HeatMap> map;
    StackMark mark;
    std::shared_ptr<const HeatMap> marked; ///< the marked part of the map; null without a mark
};

class HeatMapComputation {
public:
    Result<ComputedHeatMap> compute(const HeatMapRequest& request, Task& task);

private:
    std::mutex m_mutex;
    std::optional<SampleSelector> m_selector;
    HeatMapRequest m_request; ///< of the last result
    ComputedHeatMap m_result;
};

} // namespace candela
