#include "views/heat_map/heat_map_computation.h"

namespace candela {

namespace {

/// The stacks to mark.
RowMask markedStacks(const HeatMapMarks& marks, const CallTreeShape& shape) {
    std::vector<bool> groups(shape.groups->size());
    if (marks.selected)
        groups[marks.selected.row()] = true;
    else
        groups = marks.matches->groups;
    groups.resize(shape.groups->size()); // matches may be of an earlier snapshot
    return stacksWith(groups, shape);
}

bool haveSameMap(const HeatMapRequest& left, HeatMapRequest right) {
    right.marks = left.marks;
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
                    .marks = {},
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
    result.marks = request.marks;
    result.marked = nullptr;
    if (!request.marks.isEmpty()) {
        const auto stacks = markedStacks(request.marks, *request.shape);
        result.marked = TRY(compute(&stacks));
    }
    m_request = request;
    m_result = result;
    return result;
}

} // namespace candela
