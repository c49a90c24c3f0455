#include "views/details/details_computation.h"

namespace candela {

namespace {

std::optional<std::int64_t> weightOfCall(const DetailsRequest& request) {
    if (request.path.isEmpty() || request.path.direction != Direction::TopDown) return {};
    auto tree = request.shown.tree(Direction::TopDown);
    const auto node = findCallNode(tree, request.path);
    if (!node || tree.group(node) != request.group) return {};
    return tree.total(node);
}

} // namespace

Result<Details> DetailsComputation::compute(const DetailsRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    const auto& shown = request.shown;
    if (m_profile != shown.profile || !m_selector) {
        m_profile = shown.profile;
        m_selector.emplace(shown.profile);
        m_whole = timeRangeOf(*shown.profile);
    }
    auto group = TRY(groupDetails(*shown.shape, *shown.weights, request.group, *m_selector, shown.value,
                                  request.filter, m_whole, slices, task));
    return Details{std::move(group), weightOfCall(request)};
}

} // namespace candela
