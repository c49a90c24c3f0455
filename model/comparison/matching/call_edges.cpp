#include "model/comparison/matching/call_edges.h"

#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// A function that nearly all functions call is recognized by its heaviest callers.
constexpr std::size_t maximumEdges = 48;

} // namespace

CallEdges::CallEdges(const CallTreeShape& shape, const StackWeights& weights, const std::vector<bool>& wanted)
    : m_callers(shape.groups->size()), m_callees(shape.groups->size()) {
    using Key = std::pair<FrameGroupIndex, FrameGroupIndex>; // caller, callee
    absl::flat_hash_map<Key, std::int64_t> sums;
    // From the leaves on: the total of a node is complete when it is reached. The self weights need no column
    // of their own then.
    auto totals = callNodeSelf(shape, weights);
    for (std::size_t node = shape.size(); node-- > 0;) {
        const auto weight = totals[node];
        if (weight == 0) continue;
        const auto callee = shape.group[node];
        const auto above = shape.parent[node];
        if (above) totals[above.row()] = wrappingSum(totals[above.row()], weight);
        const auto caller = above ? shape.group[above.row()] : FrameGroupIndex();
        if (caller == callee) continue;
        if (!wanted[callee.row()] && !(caller && wanted[caller.row()])) continue;
        auto& sum = sums[{caller, callee}];
        sum = wrappingSum(sum, weight < 0 ? wrappingDifference(0, weight) : weight);
    }
    for (const auto& [edge, weight] : sums) {
        const auto& [caller, callee] = edge;
        if (wanted[callee.row()]) m_callers[callee.row()].push_back({caller, weight});
        if (caller && wanted[caller.row()]) m_callees[caller.row()].push_back({callee, weight});
    }
    for (auto* side : {&m_callers, &m_callees})
        for (auto& edges : *side) {
            std::ranges::sort(edges, [](const Edge& left, const Edge& right) {
                return left.weight != right.weight ? left.weight > right.weight : left.group < right.group;
            });
            if (edges.size() > maximumEdges) edges.resize(maximumEdges);
        }
}

} // namespace candela
