/// The top-down half of CallTree: nodes are those of the shape; children are sorted when they are first asked
/// for.
#pragma once

#include "model/analysis/call_tree.h"

namespace candela {

class TopDownTree {
public:
    TopDownTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights);

    std::span<const CallNodeIndex> children(CallNodeIndex node);
    CallNodeIndex parent(CallNodeIndex node) const { return m_shape->parent[node.row()]; }
    FrameGroupIndex group(CallNodeIndex node) const { return m_shape->group[node.row()]; }
    std::uint32_t depth(CallNodeIndex node) const { return m_shape->depth[node.row()]; }
    std::int64_t self(CallNodeIndex node) const { return m_weights.self[node.row()]; }
    std::int64_t total(CallNodeIndex node) const { return m_weights.total[node.row()]; }
    std::size_t size() const { return m_shape->size(); }

private:
    std::shared_ptr<const CallTreeShape> m_shape;
    CallNodeWeights m_weights;
    std::vector<CallNodeIndex> m_children;   // as in the shape, but each node's sorted once asked for
    std::vector<std::uint32_t> m_childCount; // of the roots, then of each node; notSorted until asked for
};

} // namespace candela
