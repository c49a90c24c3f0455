/// Computes flame charts off the GUI thread and keeps what the next one can reuse. May be called from any
/// thread; calls wait for each other.
#pragma once

#include "model/analysis/flame_chart/flame_chart.h"
#include "views/flame_chart/flame_chart_tracks.h"
#include "views/tracks/process_lives.h"

#include <memory>
#include <mutex>
#include <optional>

namespace candela {

/// What a chart depends on. `filter` has no time: the chart also shows the time around it.
struct FlameChartRequest {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const CallTreeShape> shape;
    ValueTypeIndex value;
    Filter filter;

    bool isSnapshotOf(const FlameChartRequest& earlier) const {
        return value == earlier.value && filter == earlier.filter;
    }
    bool operator==(const FlameChartRequest&) const = default;
};

struct ComputedFlameChart {
    std::shared_ptr<const FlameChart> chart;
    std::vector<std::uint8_t> tones; ///< groupTones() of its groups
    std::shared_ptr<const ProcessLives> lives;
    std::shared_ptr<const FlameChartTracks> tracks;
};

class FlameChartComputation {
public:
    Result<ComputedFlameChart> compute(const FlameChartRequest& request, Task& task);

private:
    std::mutex m_mutex;
    std::shared_ptr<const Profile> m_profile;
    std::optional<SampleSelector> m_selector;
    std::shared_ptr<const ProcessLives> m_lives;
};

} // namespace candela
