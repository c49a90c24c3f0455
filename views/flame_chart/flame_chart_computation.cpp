#include "views/flame_chart/flame_chart_computation.h"

#include "views/flame/flame_colours.h"
#include "views/session/freed_in_pool.h"

namespace candela {

Result<ComputedFlameChart> FlameChartComputation::compute(const FlameChartRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    if (m_profile != request.profile) {
        m_profile = request.profile;
        m_selector.emplace(request.profile);
        m_lives = std::make_shared<const ProcessLives>(request.profile);
    }
    auto chart =
        TRY(flameChart(*m_selector, request.profile, request.shape, request.value, request.filter, task));
    auto tracks = std::make_shared<const FlameChartTracks>(chart);
    return ComputedFlameChart{freedInPool(std::move(chart)), groupTones(*request.shape->groups), m_lives,
                              std::move(tracks)};
}

} // namespace candela
