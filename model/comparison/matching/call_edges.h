/// Callers and callees of some groups of a call tree, with the weight of the calls.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

class CallEdges {
public:
    struct Edge {
        FrameGroupIndex group; ///< none: no caller
        std::int64_t weight = 0;
    };

    /// `wanted` has a row per group. Weights are without signs.
    CallEdges(const CallTreeShape& shape, const StackWeights& weights, const std::vector<bool>& wanted);

    /// The heaviest, heaviest first; equal ones in the order of their groups.
    std::span<const Edge> callers(FrameGroupIndex group) const { return m_callers[group.row()]; }
    std::span<const Edge> callees(FrameGroupIndex group) const { return m_callees[group.row()]; }

private:
    std::vector<std::vector<Edge>> m_callers, m_callees; // a row per group
};

} // namespace candela
