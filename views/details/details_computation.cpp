#include "views/details/details_computation.h"

namespace candela {

Result<GroupDetails> DetailsComputation::compute(const DetailsRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    const auto& shown = request.shown;
    if (m_profile != shown.profile || !m_selector) {
        m_profile = shown.profile;
        m_selector.emplace(shown.profile);
    }
    return groupDetails(*shown.shape, *shown.weights, request.group, *m_selector, shown.value, request.filter,
                        slices, task);
}

} // namespace candela
