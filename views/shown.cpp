#include "views/shown.h"

#include "model/analysis/rooted_profile.h"

namespace candela {

std::string_view Shown::unit() const {
    if (!profile || !value) return {};
    const auto unit = profile->samples[value.row()].type.unit;
    return unit ? profile->text(unit) : std::string_view();
}

Result<Shown> ShownComputation::compute(const ShownRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    TRY(updateProfile(request, task));
    TRY(updateWeights(request, task));
    if (task.isCancelled()) return cancelled();
    updateShape(request);
    if (task.isCancelled()) return cancelled();
    updateFunctions();
    updateMatches(request);
    return m_parts;
}

Result<void> ShownComputation::updateProfile(const ShownRequest& request, Task& task) {
    if (m_source == request.profile && m_parts.roots == request.roots) return {};
    m_source.reset();
    m_parts = {};
    m_rootFrames.clear();
    if (request.roots) {
        auto rooted = TRY(rootedProfile(*request.profile, *request.roots, BelowRoots::Stacks, task));
        m_parts.profile = std::make_shared<const Profile>(std::move(rooted.profile));
        m_rootFrames = std::move(rooted.roots);
    } else {
        m_parts.profile = request.profile;
    }
    m_parts.roots = request.roots;
    m_selector.emplace(m_parts.profile);
    m_source = request.profile;
    return {};
}

void ShownComputation::updateShape(const ShownRequest& request) {
    if (m_parts.shape && m_parts.groups().grouping == request.grouping) return;
    m_parts.functions.reset();
    m_parts.matches.reset();
    m_parts.shape = callTreeShape(groupFrames(m_parts.profile, request.grouping));
    m_parts.rootGroups.reset();
    if (!m_parts.roots) return;
    std::vector<bool> isRoot(m_parts.groups().size());
    for (const auto frame : m_rootFrames)
        isRoot[m_parts.groups().groupOfFrame[frame.row()].row()] = true;
    m_parts.rootGroups = std::make_shared<const std::vector<bool>>(std::move(isRoot));
}

void ShownComputation::updateFunctions() {
    if (m_parts.functions) return;
    m_parts.matches.reset();
    auto functions = groupWeights(*m_parts.shape, *m_parts.weights);
    std::erase_if(functions, [this](const GroupWeight& row) { return m_parts.isRoot(row.group); });
    m_parts.functions = std::make_shared<const std::vector<GroupWeight>>(std::move(functions));
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
