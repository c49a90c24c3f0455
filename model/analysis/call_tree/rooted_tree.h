/// The top-down half of CallTree with a tree for each root. A node is a node of the shape below a root, and
/// the range of slots inside it; its total is a difference of prefix sums. Children are created when they are
/// first requested, so that only visible nodes cost anything: with many roots, the complete trees would be
/// many times as large as the shape.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/call_tree/weight_order.h"

namespace candela {

class RootedTree {
public:
    RootedTree(std::shared_ptr<const RootedShape> rooted, const StackWeights& weights);

    std::span<const CallNodeIndex> children(CallNodeIndex node);
    bool hasChildren(CallNodeIndex node) const;
    CallNodeIndex parent(CallNodeIndex node) const { return m_nodes[node.row()].parent; }
    FrameGroupIndex group(CallNodeIndex node) const;
    std::uint32_t depth(CallNodeIndex node) const { return m_nodes[node.row()].depth; }
    std::int64_t self(CallNodeIndex node) const { return sum(m_before, ownSlots(m_nodes[node.row()])); }
    std::int64_t total(CallNodeIndex node) const { return sum(m_before, m_nodes[node.row()].range); }
    std::int64_t magnitude(CallNodeIndex node) const { return magnitudeIn(m_nodes[node.row()].range); }
    std::size_t size() const { return m_nodes.size(); }

    /// The node in the shape; none for a root.
    CallNodeIndex shapeNode(CallNodeIndex node) const { return m_nodes[node.row()].shapeNode; }
    NodeMatches matches(const std::vector<bool>& groups) const;
    /// See CallTree.
    CallNodeIndex rootOfPath(std::size_t steps, const StepLikeness& likeness, std::size_t maximumRoots) const;

private:
    class PathBelowRoots;
    struct SlotRange {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    struct Node {
        CallNodeIndex parent;
        CallNodeIndex shapeNode; // none: a root
        std::uint32_t root = 0;
        std::uint32_t depth = 0;
        SlotRange range; // the slots of the node and of all nodes below it
        bool isExpanded = false;
        std::vector<CallNodeIndex> children; // largest magnitude first
    };

    static std::int64_t sum(const std::vector<std::int64_t>& before, SlotRange range);
    std::int64_t magnitudeIn(SlotRange range) const {
        return sum(m_magnitudeBefore.empty() ? m_before : m_magnitudeBefore, range);
    }
    /// The slots of stacks that end in the node: the first of its range, or none.
    SlotRange ownSlots(const Node& node) const;
    SlotRange slotsBelow(const Node& node) const { return {ownSlots(node).end, node.range.end}; }
    /// The child in the shape that is the slot's node or an ancestor of it; for a root, one of the shape's
    /// roots.
    CallNodeIndex shapeChild(CallNodeIndex shapeNode, std::uint32_t slot) const;
    void addRoots();
    void expand(CallNodeIndex node);
    std::vector<CallNodeIndex> addNodes(std::span<Node> nodes);

    std::shared_ptr<const RootedShape> m_rooted;
    std::vector<std::int64_t> m_before;          // prefix sums of the slots' weights; one entry more than
                                                 // slots
    std::vector<std::int64_t> m_magnitudeBefore; // the same for magnitudes; empty if no weight is negative
    std::vector<Node> m_nodes;
    std::vector<CallNodeIndex> m_roots;
};

} // namespace candela
