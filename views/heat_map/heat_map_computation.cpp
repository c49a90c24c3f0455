#include "views/heat_map/heat_map_computation.h"

namespace candela {

namespace {

bool haveSameMap(const HeatMapRequest& left, HeatMapRequest right) {
    right.mark = left.mark;
    right.shape = left.shape;
    return left == right;
}

} // namespace

Result<ComputedHeatMap> HeatMapComputation::compute(const HeatMapRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    if (m_request.profile != request.profile) {
        m_request = {};
        m_selector.emplace(request.profile);
        m_result = {.profile = request.profile,
                    .shape = nullptr,
                    .value = {},
                    .whole = timeRangeOf(*request.profile),
                    .lostTimes = lostTimes(*request.profile),
                    .map = nullptr,
                    .mark = {},
                    .marked = nullptr};
    }
    const auto compute = [&](const RowMask* stacks) -> Result<std::shared_ptr<const HeatMap>> {
        const auto grid = HeatMapGrid::over(request.zoom.value_or(m_result.whole), request.maximumColumns);
        return std::make_shared<const HeatMap>(
            TRY(heatMap(*m_selector, *request.profile, request.value, request.filter, grid, task, stacks)));
    };
    auto result = m_result;
    if (!result.map || !haveSameMap(m_request, request)) result.map = TRY(compute(nullptr));
    result.shape = request.shape;
    result.value = request.value;
    result.mark = request.mark;
    result.marked = nullptr;
    if (!request.mark.isEmpty()) {
        const auto stacks = request.mark.stacks(*request.shape);
        result.marked = TRY(compute(&stacks));
    }
    m_request = request;
    m_result = result;
    return result;
}

} // namespace candela
