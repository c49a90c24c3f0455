/// Call nodes: a group in its calling context, with self and total weight. Top-down trees grow from the
/// stacks' roots, inverted ones from their leaves. A shape is made once per profile and grouping, weights per
/// filter.
#pragma once

#include "model/analysis/filter.h"
#include "model/analysis/grouping.h"

#include <memory>
#include <span>
#include <vector>

namespace candela {

using CallNodeIndex = Index<struct CallNodeTag>;

/// The top-down tree of all stacks without weights. Nodes are stored level by level, and within a level in
/// the order of their parents. So parents come before children, siblings are neighbours, and passes from
/// parents to children or back read and write memory in order.
struct CallTreeShape {
    std::shared_ptr<const FrameGroups> groups;
    std::vector<CallNodeIndex> parent; ///< none for a root, which come first; ascends after them
    std::vector<FrameGroupIndex> group;
    std::vector<std::uint32_t> depth;       ///< 0 for a root
    std::vector<std::uint8_t> isRecursive;  ///< 1 where an ancestor has the same group
    std::vector<CallNodeIndex> nodeOfStack; ///< a row per row of StackTable
    /// Where the children of each node begin; they end where those of the next one begin. One more entry than
    /// nodes. The roots are the nodes before the first entry.
    std::vector<std::uint32_t> childrenBegin;

    std::size_t size() const { return parent.size(); }
};

std::shared_ptr<const CallTreeShape> callTreeShape(std::shared_ptr<const FrameGroups> groups);

/// Self and total weights of a shape's nodes.
struct CallNodeWeights {
    std::vector<std::int64_t> self;
    std::vector<std::int64_t> total;
};
/// Only the self weights.
std::vector<std::int64_t> callNodeSelf(const CallTreeShape& shape, const StackWeights& weights);
CallNodeWeights callNodeWeights(const CallTreeShape& shape, const StackWeights& weights);

enum class Direction { TopDown, Inverted };

/// Weights on a shape. Inverted trees make children when they are first asked for: so children() is not
/// const, and one CallTree belongs to one thread.
class CallTree {
public:
    static CallTree create(Direction direction, std::shared_ptr<const CallTreeShape> shape,
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
    /// stack consists of exactly this way.
    std::int64_t self(CallNodeIndex node) const;
    /// In an inverted tree: the self weight of the leaf function that arrives by this way.
    std::int64_t total(CallNodeIndex node) const;
    /// What is in a node, without signs: its total, unless some weights are negative (differences of
    /// profiles). It is never less than that of its children together.
    std::int64_t magnitude(CallNodeIndex node) const;
    /// How many nodes exist by now.
    std::size_t size() const;

private:
    struct State;
    explicit CallTree(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace candela
