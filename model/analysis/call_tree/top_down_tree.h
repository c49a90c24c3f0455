/// The top-down half of CallTree: its nodes are those of the shape; children are sorted when they are first
/// requested.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/call_tree/weight_order.h"

namespace candela {

class TopDownTree {
public:
    /// `nodes`: null if they have to be computed.
    TopDownTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights,
                std::shared_ptr<const CallNodeWeights> nodes);

    std::span<const CallNodeIndex> children(CallNodeIndex node);
    ChildSums appendChildren(CallNodeIndex node, std::int64_t minimum,
                             std::vector<SizedChild>& children) const;
    bool hasChildren(CallNodeIndex node) const;
    CallNodeIndex parent(CallNodeIndex node) const { return m_shape->parent[node.row()]; }
    FrameGroupIndex group(CallNodeIndex node) const { return m_shape->group[node.row()]; }
    std::uint32_t depth(CallNodeIndex node) const { return m_shape->depth[node.row()]; }
    std::int64_t self(CallNodeIndex node) const { return m_weights->self[node.row()]; }
    std::int64_t total(CallNodeIndex node) const { return m_weights->total[node.row()]; }
    std::int64_t magnitude(CallNodeIndex node) const {
        return m_magnitudes.empty() ? total(node) : m_magnitudes[node.row()];
    }
    /// The range of a node's children (without a node: of the roots): the first, and one past the last.
    std::pair<std::uint32_t, std::uint32_t> childRange(CallNodeIndex node) const {
        const auto& begin = m_shape->childrenBegin;
        return node ? std::pair(begin[node.row()], begin[node.row() + 1]) : std::pair(0u, begin[0]);
    }
    /// Loads the children's totals in advance.
    void prefetchChildren(CallNodeIndex node) const {
        __builtin_prefetch(m_weights->total.data() + m_shape->childrenBegin[node.row()]);
    }
    std::size_t size() const { return m_shape->size(); }
    NodeMatches matches(const std::vector<bool>& groups) const;

private:
    bool hasWeight(std::uint32_t node) const { return magnitude(CallNodeIndex(node)) != 0; }

    std::shared_ptr<const CallTreeShape> m_shape;
    std::shared_ptr<const CallNodeWeights> m_weights;
    std::vector<std::int64_t> m_magnitudes; // magnitudes of the nodes; empty if no weight is negative
    // Both empty until children() is called for the first time.
    std::vector<CallNodeIndex> m_children;   // in the order of the shape; those of a node are sorted when
                                             // they are requested
    std::vector<std::uint32_t> m_childCount; // number of the roots' children and of each node's; notSorted
                                             // until they are requested
    std::vector<WeightedRow> m_sorted;       // children of the node that is being sorted
};

} // namespace candela
