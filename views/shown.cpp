#include "views/shown.h"

namespace candela {

std::string_view Shown::unit() const {
    if (!profile || !value) return {};
    const auto unit = profile->samples[value.row()].type.unit;
    return unit ? profile->text(unit) : std::string_view();
}

Result<Shown> ShownComputation::compute(const ShownRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    if (m_parts.profile != request.profile) {
        m_parts = {};
        m_parts.profile = request.profile;
        m_selector.emplace(request.profile);
    }
    TRY(updateWeights(request, task));
    if (task.isCancelled()) return cancelled();
    if (!m_parts.shape || m_parts.groups().grouping != request.grouping) {
        m_parts.functions.reset();
        m_parts.matches.reset();
        m_parts.shape = callTreeShape(groupFrames(request.profile, request.grouping));
    }
    if (task.isCancelled()) return cancelled();
    if (!m_parts.functions) {
        m_parts.matches.reset();
        m_parts.functions =
            std::make_shared<const std::vector<GroupWeight>>(groupWeights(*m_parts.shape, *m_parts.weights));
    }
    updateMatches(request);
    return m_parts;
}

Result<void> ShownComputation::updateWeights(const ShownRequest& request, Task& task) {
    if (m_parts.weights && m_parts.value == request.value && m_filter == request.filter) return {};
    m_parts.weights.reset();
    m_parts.functions.reset();
    auto weights = TRY(m_selector->stackWeights(request.value, request.filter, task));
    m_parts.weights = std::make_shared<const StackWeights>(std::move(weights));
    m_parts.value = request.value;
    m_filter = request.filter;
    return {};
}

void ShownComputation::updateMatches(const ShownRequest& request) {
    if (m_parts.matches && m_search == request.search) return;
    auto matches = std::make_shared<SearchMatches>();
    if (!request.search.empty()) {
        auto groups = matchingGroups(m_parts.groups(), request.search);
        if (groups) {
            matches->groups = std::move(*groups);
            matches->coverage = searchCoverage(m_parts.groups(), *m_parts.weights, matches->groups);
        } else {
            matches->failure = groups.error().message;
        }
    }
    m_parts.matches = std::move(matches);
    m_search = request.search;
}

} // namespace candela
