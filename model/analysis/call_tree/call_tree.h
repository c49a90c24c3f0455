/// Call nodes: a group in its calling context, with self and total weight. Top-down trees grow from the
/// stacks' roots, inverted ones from their leaves.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/call_tree/rooted_shape.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

enum class Direction { TopDown, Inverted };

/// The nodes that a search matches.
struct NodeMatches {
    std::size_t count = 0; ///< with a weight
    /// A row per node of the shape: whether a match with a weight is at it or below it, in any root's tree.
    std::vector<bool> leads;
};

/// Weights on a shape. Inverted trees, and those with roots, make children when they are first asked for: so
/// children() is not const, and one CallTree belongs to one thread.
class CallTree {
public:
    static CallTree create(Direction direction, std::shared_ptr<const CallTreeShape> shape,
                           const StackWeights& weights);
    /// A tree for each root; inverted: the roots are the outermost callers. `weights` has the weights of
    /// rooted stacks.
    static CallTree create(Direction direction, std::shared_ptr<const RootedShape> rooted,
                           const StackWeights& weights);
    CallTree(CallTree&&) noexcept;
    CallTree& operator=(CallTree&&) noexcept;
    ~CallTree();

    Direction direction() const;
    const FrameGroups& groups() const;
    /// Weight of everything, including samples without frames.
    std::int64_t totalWeight() const;
    /// The same without signs.
    std::int64_t totalMagnitude() const;

    /// Children with a weight (magnitude not 0), largest magnitude first; of none: the roots. The span is
    /// valid as long as the tree.
    std::span<const CallNodeIndex> children(CallNodeIndex node);
    bool hasChildren(CallNodeIndex node);
    CallNodeIndex parent(CallNodeIndex node) const;
    FrameGroupIndex group(CallNodeIndex node) const;
    std::uint32_t depth(CallNodeIndex node) const;
    /// Total without what the children have. In an inverted tree: the weight of the leaf function where the
    /// stack is exactly this chain of callers.
    std::int64_t self(CallNodeIndex node) const;
    /// In an inverted tree: the self weight of the leaf function that arrives through this chain.
    std::int64_t total(CallNodeIndex node) const;
    /// What is in a node, without signs: its total, unless some weights are negative (differences of
    /// profiles). It is never less than that of its children together.
    std::int64_t magnitude(CallNodeIndex node) const;
    /// How many nodes exist by now.
    std::size_t size() const;
    /// A node of a top-down tree in the shape; none for a root that is not in it.
    CallNodeIndex shapeNode(CallNodeIndex node) const;
    /// `groups` has a row per group. None for inverted trees, whose nodes are made on demand.
    std::optional<NodeMatches> matches(const std::vector<bool>& groups) const;

private:
    struct State;
    explicit CallTree(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace candela
