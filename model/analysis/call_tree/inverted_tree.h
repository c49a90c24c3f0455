/// The inverted half of CallTree: the roots are the groups with self weight, and the children of a node are
/// its callers. A node keeps the paths by which its leaf weight arrives, and its children are created from
/// these on demand. Paths are sorted like the shape's nodes, so that paths that join are adjacent.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/call_tree/weight_order.h"

namespace candela {

class InvertedTree {
public:
    /// `nodes`: null if they have to be computed.
    InvertedTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights,
                 const CallNodeWeights* nodes);
    InvertedTree(std::shared_ptr<const RootedShape> rooted, const StackWeights& weights);

    std::span<const CallNodeIndex> children(CallNodeIndex node);
    bool hasChildren(CallNodeIndex node);
    CallNodeIndex parent(CallNodeIndex node) const { return m_nodes[node.row()].parent; }
    FrameGroupIndex group(CallNodeIndex node) const { return m_nodes[node.row()].group; }
    std::uint32_t depth(CallNodeIndex node) const { return m_nodes[node.row()].depth; }
    std::int64_t self(CallNodeIndex node) const { return m_nodes[node.row()].self; }
    std::int64_t total(CallNodeIndex node) const { return m_nodes[node.row()].total; }
    std::int64_t magnitude(CallNodeIndex node) const { return m_nodes[node.row()].magnitude; }
    std::size_t size() const { return m_nodes.size(); }

private:
    /// Where a path of an inverted node continues: a node of the shape, and its root if there are roots.
    /// Without a node: the root itself.
    struct Position {
        CallNodeIndex node;
        std::uint32_t root = 0;
        bool operator==(const Position&) const = default;
    };
    /// The leaf weight of the stacks that pass through a position.
    struct WeightedPosition {
        Position at;
        std::int64_t weight = 0;
    };
    /// A node to create, with the number of positions that belong to it.
    struct Child {
        FrameGroupIndex group;
        std::int64_t self = 0;
        std::int64_t total = 0;
        std::int64_t magnitude = 0;
        std::uint32_t positionCount = 0;
        std::uint32_t nextPosition = 0; // index of the next one to fill in
    };
    /// The input for a node's children: the positions of all children, child after child.
    struct Expansion {
        std::vector<CallNodeIndex> children; // largest magnitude first
        std::vector<WeightedPosition> positions;
    };
    struct Node {
        CallNodeIndex parent;
        FrameGroupIndex group;
        std::uint32_t depth = 0;
        std::int64_t self = 0;
        std::int64_t total = 0;
        std::int64_t magnitude = 0;
        std::span<const WeightedPosition> positions; // part of the parent's expansion; none for a root
        std::span<const std::uint32_t> leaves;       // for a root only: part of m_leaves
        std::unique_ptr<Expansion> expansion;
    };

    void addRoots();
    Position positionOf(std::uint32_t leaf) const {
        return m_rooted ? Position{m_rooted->node[leaf], m_rooted->rootOfSlot[leaf]}
                        : Position{CallNodeIndex(leaf), 0};
    }
    FrameGroupIndex groupAt(Position at) const {
        return at.node ? m_shape->group[at.node.row()] : m_shape->groups->groupOfRoot(at.root);
    }
    /// The position of the caller, which must exist.
    Position callerOf(Position at) const { return {m_shape->parent[at.node.row()], at.root}; }
    bool hasCaller(Position at) const { return at.node && (m_rooted || m_shape->parent[at.node.row()]); }
    std::unique_ptr<Expansion> expand(CallNodeIndex parent);
    void findCallers(const Node& node);
    void findChildren();

    std::shared_ptr<const CallTreeShape> m_shape;
    std::shared_ptr<const RootedShape> m_rooted; // null: there are no roots
    std::vector<std::int64_t> m_self;            // self weight of each node of the shape; with roots: of each
                                                 // slot
    std::vector<std::uint32_t> m_leaves;         // the rows of m_self that are not 0, by group
    std::vector<Node> m_nodes;
    std::vector<CallNodeIndex> m_roots;
    // For the node that is being expanded: the positions of its callers.
    std::vector<WeightedPosition> m_callers;
    std::vector<Child> m_found;
    std::vector<WeightedRow> m_order; // of m_found
    // For each group, where an expansion found it first; valid only for entries with the number of that
    // expansion.
    struct Found {
        std::uint32_t pass = 0;
        std::uint32_t child = 0;
    };
    std::vector<Found> m_foundGroups;
    std::uint32_t m_pass = 0;
};

} // namespace candela
