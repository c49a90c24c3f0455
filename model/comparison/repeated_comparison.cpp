#include "model/comparison/repeated_comparison.h"

#include "model/analysis/samples/rooted_stacks.h"
#include "model/base/parallel.h"
#include "model/comparison/matched/kept_matching.h"
#include "model/comparison/matching/match_sides.h"

#include <utility>

namespace candela {

namespace {

std::vector<GroupWeight> rootsOf(const ComparedState& state, const StackWeights& weights) {
    return state.rooted ? rootWeights(*state.rooted, weights) : std::vector<GroupWeight>();
}

MatchSide matchSideOf(const ComparedState& state, const StackWeights& weights,
                      const std::vector<GroupWeight>& functions) {
    MatchSide side{.groups = state.shape->groups,
                   .shape = state.shape,
                   .weights = &weights,
                   .rows = functions,
                   .total = weights.total};
    const auto roots = rootsOf(state, weights);
    side.rows.insert(side.rows.end(), roots.begin(), roots.end());
    return side;
}

std::shared_ptr<const std::vector<GroupWeight>> countedFunctions(const CountedRows& counted,
                                                                 const ComparedState& state) {
    const auto nodes =
        state.nodes ? state.nodes
                    : std::make_shared<const CallNodeWeights>(callNodeWeights(*state.shape, *state.weights));
    return std::make_shared<const std::vector<GroupWeight>>(
        counted.rows(*state.functions, *state.weights, *nodes));
}

/// Runs the work of both sides at once.
template<typename T, typename Work>
Result<std::array<T, 2>> ofBoth(const Work& work) {
    std::array<Result<T>, 2> results;
    inParallel(2, [&](std::size_t side) { results[side] = work(side); });
    return std::array<T, 2>{TRY(std::move(results[0])), TRY(std::move(results[1]))};
}

} // namespace

Result<Comparison> RepeatedComparison::compare(const ComparedState& base, const ComparedState& newSide,
                                               Normalize normalize, const HandLinks& links, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    const bool isBaseKept = keep(m_kept[0], base), isNewKept = keep(m_kept[1], newSide);
    if (!isBaseKept || !isNewKept || links != m_links) m_matching.reset();
    if (!m_matching) TRY(match(base, newSide, links, task));
    auto sides = TRY(ofBoth<ComparisonSide>([&](std::size_t side) {
        return side == 0 ? sideOf(m_kept[0], base, m_matching->base, task)
                         : sideOf(m_kept[1], newSide, m_matching->newSide, task);
    }));
    auto matching = m_matching;
    if (base.filter.time || newSide.filter.time)
        matching = std::make_shared<const Matching>(
            keptMatching(*m_matching, matchSideOf(base, *base.weights, *base.functions),
                         matchSideOf(newSide, *newSide.weights, *newSide.functions), links,
                         {m_kept[0].moved(), m_kept[1].moved()}));
    if (task.isCancelled()) return cancelled();
    return candela::compare(std::move(sides[0]), std::move(sides[1]), base.type(), newSide.type(), normalize,
                            std::move(matching));
}

std::span<const StackIndex> RepeatedComparison::Kept::moved() const {
    return counted ? std::span(counted->moved()) : std::span<const StackIndex>();
}

bool RepeatedComparison::keep(Kept& kept, const ComparedState& state) {
    const auto roots = state.rooted ? state.rooted->stacks : nullptr;
    if (kept.profile != state.profile() || kept.roots != roots) {
        kept = {};
        kept.profile = state.profile();
        kept.roots = roots;
        kept.selector.emplace(kept.profile, roots);
    }
    auto timeless = state.filter;
    timeless.time.reset();
    if (kept.shape == state.shape && kept.value == state.value && kept.timeless == timeless) return true;
    if (kept.value != state.value) kept.order.reset();
    kept.times.reset();
    kept.shape = state.shape;
    kept.value = state.value;
    kept.timeless = std::move(timeless);
    return false;
}

Result<void> RepeatedComparison::match(const ComparedState& base, const ComparedState& newSide,
                                       const HandLinks& links, Task& task) {
    struct Rows {
        std::shared_ptr<const StackWeights> weights;
        MatchSide side;
    };
    const auto rows = TRY(ofBoth<Rows>([&](std::size_t side) -> Result<Rows> {
        auto& kept = m_kept[side];
        const auto& state = side == 0 ? base : newSide;
        if (!state.filter.time)
            return Rows{state.weights, matchSideOf(state, *state.weights, *state.functions)};
        const auto weights = std::make_shared<const StackWeights>(
            TRY(kept.selector->stackWeights(kept.value, kept.timeless, task)));
        return Rows{weights, matchSideOf(state, *weights, groupWeights(*state.shape, *weights))};
    }));
    m_links = links;
    m_matching = std::make_shared<const Matching>(matchSides(rows[0].side, rows[1].side, links));
    return {};
}

Result<ComparisonSide> RepeatedComparison::sideOf(Kept& kept, const ComparedState& state,
                                                  const CountedSide& counted, Task& task) {
    const auto& shape = counted.shape ? counted.shape : state.shape;
    if (!kept.order || kept.orderedShape != shape) {
        kept.orderedShape.reset(); // until all is made, as memory may be short
        kept.counted.reset();
        kept.times.reset();
        kept.order =
            std::make_shared<const SampleOrder>(*shape, state.profile()->samples[state.value.row()].stack);
        if (shape != state.shape) kept.counted.emplace(state.shape, shape);
        kept.orderedShape = shape;
    }
    auto sums = TRY(runSums(*kept.selector, kept.order, *state.profile(), state.value, state.filter,
                            state.runs, kept.times, task));
    return ComparisonSide{state.shape->groups,
                          *state.weights,
                          sums.duration,
                          rootsOf(state, *state.weights),
                          kept.counted ? countedFunctions(*kept.counted, state) : state.functions,
                          std::make_shared<const RunSums>(std::move(sums)),
                          TRY(brokenStacksOf(*kept.selector, shape, state.value, state.filter, task))};
}

} // namespace candela
