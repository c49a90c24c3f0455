#include "views/session/shown.h"

#include "model/base/parallel.h"

namespace candela {

std::string_view Shown::unit() const {
    if (!profile || !value) return {};
    const auto unit = profile->samples[value.row()].type.unit;
    return unit ? profile->text(unit) : std::string_view();
}

CallTree Shown::tree(Direction direction) const {
    return rooted ? CallTree::create(direction, rooted, *weights)
                  : CallTree::create(direction, shape, *weights);
}

Result<Shown> ShownComputation::compute(const ShownRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    forgetOthers(request);
    TRY(updateShapeAndWeights(request, task));
    if (task.isCancelled()) return cancelled();
    inParallel(2, [this](std::size_t part) { part == 0 ? updateFunctions() : updateRooted(); });
    updateMatches(request);
    return m_parts;
}

/// Drops the parts of other requests, and all that was computed from them.
void ShownComputation::forgetOthers(const ShownRequest& request) {
    if (m_parts.profile != request.profile || m_parts.roots != request.roots) {
        m_parts = {};
        m_rootedStacks.reset();
        m_selector.reset();
        m_parts.profile = request.profile;
        m_parts.roots = request.roots;
    }
    if (m_parts.shape && m_parts.groups().grouping != request.grouping) m_parts.shape.reset();
    if (m_parts.weights && (m_parts.value != request.value || m_filter != request.filter))
        m_parts.weights.reset();
    if (!m_parts.shape) m_parts.rooted.reset();
    if (!m_parts.shape || !m_parts.weights) {
        m_parts.functions.reset();
        m_parts.matches.reset();
    }
}

/// The two have nothing to do with each other until the tree has weights.
Result<void> ShownComputation::updateShapeAndWeights(const ShownRequest& request, Task& task) {
    std::shared_ptr<FrameGroups> groups;
    std::shared_ptr<const CallTreeShape> shape;
    Result<void> weighed;
    inParallel(2, [&](std::size_t part) {
        if (part == 1) {
            weighed = updateWeights(request, task);
        } else if (!m_parts.shape) {
            groups = groupFrames(request.profile, request.grouping);
            shape = callTreeShape(groups);
        }
    });
    if (shape && (m_rootedStacks || !request.roots)) {
        if (m_rootedStacks) addRoots(*groups, m_rootedStacks->roots); // the groups are not shared yet
        m_parts.shape = std::move(shape);
    }
    return weighed;
}

Result<void> ShownComputation::updateWeights(const ShownRequest& request, Task& task) {
    if (m_parts.weights) return {};
    if (!m_selector) {
        if (request.roots)
            m_rootedStacks = std::make_shared<const RootedStacks>(
                TRY(rootedStacks(*request.profile, *request.roots, task)));
        m_selector.emplace(request.profile, m_rootedStacks);
    }
    auto weights = TRY(m_selector->stackWeights(request.value, request.filter, task));
    m_parts.weights = std::make_shared<const StackWeights>(std::move(weights));
    m_parts.value = request.value;
    m_filter = request.filter;
    return {};
}

void ShownComputation::updateRooted() {
    if (!m_rootedStacks || m_parts.rooted) return;
    m_parts.rooted = std::make_shared<const RootedShape>(rootedShape(m_parts.shape, m_rootedStacks));
}

void ShownComputation::updateFunctions() {
    if (m_parts.functions) return;
    m_parts.functions =
        std::make_shared<const std::vector<GroupWeight>>(groupWeights(*m_parts.shape, *m_parts.weights));
}

void ShownComputation::updateMatches(const ShownRequest& request) {
    if (m_parts.matches && m_search == request.search) return;
    auto matches = std::make_shared<SearchMatches>();
    if (!request.search.empty()) {
        auto groups = matchingGroups(m_parts.groups(), request.search);
        if (groups) {
            matches->groups = std::move(*groups);
            matches->coverage =
                searchCoverage(m_parts.groups(), *m_parts.weights, matches->groups, m_rootedStacks.get());
        } else {
            matches->failure = groups.error().message;
        }
    }
    m_parts.matches = std::move(matches);
    m_search = request.search;
}

} // namespace candela
