#include "views/session/shown.h"

#include "model/analysis/samples/text_pattern.h"
#include "model/base/parallel.h"
#include "views/session/freed_in_pool.h"
#include "views/text/root_text.h"

namespace candela {

namespace {

/// What has no name is also found by what it is called in the user's language.
void addMadeNames(const FrameGroups& groups, const std::string& search, std::vector<bool>& matches) {
    const auto pattern = TextPattern::create(search, LetterCase::Smart);
    if (!pattern) return;
    for (std::size_t row = 0; row < groups.size(); ++row)
        if (const FrameGroupIndex group(row); !matches[row] && hasMadeName(groups, group))
            matches[row] = pattern->matches(groupName(groups, group).toStdString());
}

} // namespace

std::string_view Shown::unit() const {
    if (!profile || !value) return {};
    const auto unit = profile->samples[value.row()].type.unit;
    return unit ? profile->text(unit) : std::string_view();
}

CallTree Shown::tree(Direction direction) const {
    return rooted ? CallTree::create(direction, rooted, *weights)
                  : CallTree::create(direction, shape, *weights, nodes);
}

Result<Shown> ShownComputation::compute(const ShownRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    if (m_parts.profile != request.profile) {
        m_parts = {};
        m_parts.profile = request.profile;
        m_groups.reset();
        m_untransformed = {};
        m_selector.reset();
        m_stacks = std::make_shared<FilteredStacks>(request.profile);
    }
    forgetOthers(request, TRY(m_stacks->transformed(request.filter)));
    TRY(updateShapeAndWeights(request, task));
    if (task.isCancelled()) return cancelled();
    inParallel(2, [this](std::size_t part) { part == 0 ? updateFunctions() : updateRooted(); });
    updateMatches(request);
    return m_parts;
}

/// Drops the parts that the new request does not share, and everything computed from them.
void ShownComputation::forgetOthers(const ShownRequest& request,
                                    const std::shared_ptr<const TransformedStacks>& transformed) {
    const auto shape = m_parts.shape;
    if (!m_selector || m_parts.roots != request.roots) {
        m_parts.shape.reset();
        m_parts.weights.reset();
        m_untransformed = {};
        m_rootedGroups = {};
        m_rootedStacks.reset();
        m_selector.reset();
        m_parts.roots = request.roots;
    }
    if (m_groups && m_groups->grouping != request.grouping) {
        m_groups.reset();
        m_untransformed = {};
    }
    if (!m_groups || m_transformed != transformed)
        m_parts.shape = transformed ? nullptr : m_untransformed.shape;
    m_transformed = transformed;
    if (m_parts.weights && (m_parts.value != request.value || m_filter != request.filter))
        m_parts.weights.reset();
    const bool isOtherShape = !m_parts.shape || m_parts.shape != shape;
    if (isOtherShape) m_parts.rooted = m_parts.shape ? m_untransformed.rooted : nullptr;
    if (isOtherShape || !m_parts.weights) {
        m_parts.nodes.reset();
        m_parts.functions.reset();
        m_parts.matches.reset();
    }
}

/// Computes the shape and the weights of the tree, in parallel as far as they are independent.
Result<void> ShownComputation::updateShapeAndWeights(const ShownRequest& request, Task& task) {
    std::shared_ptr<CallTreeShape> shape;
    Result<void> weighed;
    inParallel(2, [&](std::size_t part) {
        if (part == 1) {
            weighed = updateWeights(request, task);
        } else if (!m_parts.shape) {
            shape = newShape(request.grouping);
        }
    });
    if (shape && (m_rootedStacks || !request.roots)) {
        if (m_rootedStacks) shape->groups = withRoots(shape->groups);
        m_parts.shape = freedInPool(std::move(*shape));
        if (!m_transformed) m_untransformed.shape = m_parts.shape;
    }
    return weighed;
}

std::shared_ptr<CallTreeShape> ShownComputation::newShape(Grouping grouping) {
    if (!m_groups)
        m_groups = grouping == Grouping::Function ? m_stacks->functions()
                                                  : groupFrames(m_stacks->profile(), grouping);
    return callTreeShape(m_groups, m_transformed);
}

std::shared_ptr<const FrameGroups>
ShownComputation::withRoots(const std::shared_ptr<const FrameGroups>& groups) {
    auto& [below, rooted] = m_rootedGroups;
    if (below == groups) return rooted;
    auto copy = std::make_shared<FrameGroups>(*groups);
    addRoots(*copy, m_rootedStacks->roots);
    below = groups;
    return rooted = std::move(copy);
}

Result<void> ShownComputation::updateWeights(const ShownRequest& request, Task& task) {
    if (m_parts.weights) return {};
    if (!m_selector) {
        if (request.roots)
            m_rootedStacks = std::make_shared<const RootedStacks>(
                TRY(rootedStacks(*request.profile, *request.roots, task)));
        m_selector.emplace(request.profile, m_rootedStacks, m_stacks);
    }
    auto weights = TRY(m_selector->stackWeights(request.value, request.filter, task));
    m_parts.weights = freedInPool(std::move(weights));
    m_parts.value = request.value;
    m_filter = request.filter;
    return {};
}

void ShownComputation::updateRooted() {
    if (!m_rootedStacks || m_parts.rooted) return;
    m_parts.rooted = freedInPool(rootedShape(m_parts.shape, m_rootedStacks));
    if (!m_transformed) m_untransformed.rooted = m_parts.rooted;
}

void ShownComputation::updateFunctions() {
    if (m_parts.functions) return;
    auto nodes = freedInPool(callNodeWeights(*m_parts.shape, *m_parts.weights));
    m_parts.functions = freedInPool(groupWeights(*m_parts.shape, *m_parts.weights, *nodes));
    if (!m_rootedStacks) m_parts.nodes = std::move(nodes);
}

void ShownComputation::updateMatches(const ShownRequest& request) {
    if (m_parts.matches && m_search == request.search) return;
    auto matches = std::make_shared<SearchMatches>();
    if (!request.search.empty()) {
        auto groups = matchingGroups(m_parts.groups(), request.search);
        if (groups) {
            matches->groups = std::move(*groups);
            addMadeNames(m_parts.groups(), request.search, matches->groups);
            matches->coverage =
                searchCoverage(*m_parts.shape, *m_parts.weights, matches->groups, m_parts.rooted.get());
        } else {
            matches->failure = groups.error().message;
        }
    }
    m_parts.matches = std::move(matches);
    m_search = request.search;
}

} // namespace candela
