/// Call nodes: a group in its calling context, with self and total weight. Top-down trees begin at the
/// stacks' roots, inverted ones at their leaves.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/call_tree/rooted_shape.h"
#include "model/base/wrapping.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

enum class Direction { TopDown, Inverted };

/// The nodes that a search matches.
struct NodeMatches {
    std::size_t count = 0; ///< number of matching nodes with a weight
    /// For each node of the shape: whether it, or a node below it, matches and has a weight in the tree of
    /// any root.
    std::vector<bool> leads;
};

/// How similar a group is to the one that a step of a path names; 0: it is another one.
using StepLikeness = std::function<int(std::size_t step, FrameGroupIndex group)>;

/// A child of a node.
struct SizedChild {
    std::int64_t magnitude = 0;
    std::int64_t total = 0;
    CallNodeIndex node;
};

/// Several children of a node.
struct ChildSums {
    std::uint32_t count = 0;
    std::int64_t magnitude = 0;
    std::int64_t total = 0;
    SizedChild heaviest; ///< the first one of the largest magnitude

    void add(const SizedChild& child) {
        if (child.magnitude > heaviest.magnitude) heaviest = child;
        ++count;
        magnitude = wrappingSum(magnitude, child.magnitude);
        total = wrappingSum(total, child.total);
    }
};

class TopDownTree;

/// Weights on a shape. Inverted trees, and trees with roots, create children when they are first requested.
/// So children() is not const, and a CallTree may be used by one thread only.
class CallTree {
public:
    /// `nodes` is the result of callNodeWeights(); null: it is computed.
    static CallTree create(Direction direction, std::shared_ptr<const CallTreeShape> shape,
                           const StackWeights& weights,
                           std::shared_ptr<const CallNodeWeights> nodes = nullptr);
    /// A tree for each root; in inverted trees, the roots are the outermost callers. `weights` has the
    /// weights of rooted stacks.
    static CallTree create(Direction direction, std::shared_ptr<const RootedShape> rooted,
                           const StackWeights& weights);
    CallTree(CallTree&&) noexcept;
    CallTree& operator=(CallTree&&) noexcept;
    ~CallTree();

    Direction direction() const;
    const FrameGroups& groups() const;
    /// The weight of everything, including samples without frames.
    std::int64_t totalWeight() const;
    /// The same, without the signs of the weights.
    std::int64_t totalMagnitude() const;

    /// Children with a weight (magnitude not 0), largest magnitude first; without a node: the roots. The span
    /// is valid as long as the tree.
    std::span<const CallNodeIndex> children(CallNodeIndex node);
    /// Appends the children of at least this magnitude, which is positive, in ascending order of their rows,
    /// and returns the sums of the other ones with a positive magnitude. Faster than sorting them. Ordered by
    /// magnitude, and by row if magnitudes are equal, they are as in children().
    ChildSums appendChildren(CallNodeIndex node, std::int64_t minimum, std::vector<SizedChild>& children);
    bool hasChildren(CallNodeIndex node);
    CallNodeIndex parent(CallNodeIndex node) const;
    FrameGroupIndex group(CallNodeIndex node) const;
    std::uint32_t depth(CallNodeIndex node) const;
    /// The total minus the totals of the children. In an inverted tree: the weight of the leaf function in
    /// stacks that are exactly this chain of callers.
    std::int64_t self(CallNodeIndex node) const;
    /// In an inverted tree: the self weight of the leaf function in stacks that end with this chain.
    std::int64_t total(CallNodeIndex node) const;
    /// The size of a node without signs: equal to its total, unless some weights are negative (differences of
    /// profiles). It is never less than the sum over its children.
    std::int64_t magnitude(CallNodeIndex node) const;
    /// How many nodes exist so far.
    std::size_t size() const;
    /// The shape's node for a node of a top-down tree; none for a process, thread or label, which the shape
    /// does not have.
    CallNodeIndex shapeNode(CallNodeIndex node) const;
    /// The tree itself if its nodes are those of the shape, for work on many nodes; else null.
    const TopDownTree* treeOfShape() const;
    /// Of the first `maximumRoots` roots of a top-down tree with roots: the first one below which the path of
    /// `steps` steps leads furthest. Each step leads to the most similar child; of equally similar ones, to
    /// the first. None if no root has the first step, or the tree has no roots. Creates no nodes.
    CallNodeIndex rootOfPath(std::size_t steps, const StepLikeness& likeness, std::size_t maximumRoots) const;
    /// `groups` has a row for each group. None for inverted trees, whose nodes are created on demand.
    std::optional<NodeMatches> matches(const std::vector<bool>& groups) const;

private:
    struct State;
    explicit CallTree(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace candela
