/// Finds common ancestors of call nodes in steps that grow, instead of one by one: for stacks of a hundred
/// frames about ten steps. Each node knows its parent and one ancestor further up (Myers, Inf. Process. Lett.
/// 17, 1983: applicative random-access stacks).
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"

#include <cstdint>
#include <vector>

namespace candela {

class CommonAncestors {
public:
    /// O(nodes).
    explicit CommonAncestors(const CallTreeShape& shape);

    /// The number of depths that the stacks of two call nodes have in common; 0 if one is none.
    std::uint32_t sharedDepths(CallNodeIndex left, CallNodeIndex right) const;
    /// The node's ancestor, or itself, at that depth, which is at most its own.
    CallNodeIndex ancestorAt(CallNodeIndex node, std::uint32_t depth) const;
    /// The depth of a node.
    std::uint32_t depth(CallNodeIndex node) const { return m_nodes[at(node)].frames - 1; }
    /// Calls visit(node, depth) for the node and those above it whose depth is at least `lowest` and below
    /// `end`, the deepest first, while it returns true.
    template<typename Visit>
    void forEachUp(CallNodeIndex node, std::uint32_t lowest, std::uint32_t end, Visit&& visit) const {
        const auto* each = &m_nodes[lifted(at(node), end)];
        while (each->frames > lowest && visit(each->node, each->frames - 1))
            each = &m_nodes[each->parent];
    }

private:
    /// In depth-first order, after node 0, which is above all roots and its own parent.
    struct Node {
        std::uint32_t parent = 0;
        std::uint32_t jump = 0;
        std::uint32_t frames = 0; ///< of the stack: one more than the depth
        CallNodeIndex node;
    };

    std::uint32_t at(CallNodeIndex node) const { return m_positionOf[node.row()] + 1; }
    std::uint32_t lifted(std::uint32_t position, std::uint32_t frames) const;

    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_positionOf; ///< by row of the shape, without node 0
};

} // namespace candela
