/// Call nodes: a group in its calling context, with self and total weight. Top-down trees grow from the stacks'
/// roots, inverted ones from their leaves. A shape is made once per profile and grouping, weights per filter.
#pragma once

#include "model/analysis/filter.h"
#include "model/analysis/grouping.h"

#include <memory>
#include <span>
#include <vector>

namespace candela {

using CallNodeIndex = Index<struct CallNodeTag>;

/// The top-down tree of all stacks without weights; parents come before children.
struct CallTreeShape {
    std::shared_ptr<const FrameGroups> groups;
    std::vector<CallNodeIndex> parent;      ///< none for a root
    std::vector<FrameGroupIndex> group;
    std::vector<std::uint16_t> depth;       ///< 0 for a root
    std::vector<CallNodeIndex> nodeOfStack; ///< a row per row of StackTable
};

std::shared_ptr<const CallTreeShape> callTreeShape(std::shared_ptr<const FrameGroups> groups);

enum class Direction { TopDown, Inverted };

/// Weights on a shape. Inverted trees make children when they are first asked for: so children() is not const,
/// and one CallTree belongs to one thread.
class CallTree {
public:
    static CallTree create(Direction direction, std::shared_ptr<const CallTreeShape> shape, StackWeights weights);
    CallTree(CallTree&&) noexcept;
    CallTree& operator=(CallTree&&) noexcept;
    ~CallTree();

    Direction direction() const;
    const FrameGroups& groups() const;
    /// Weight of everything, including samples without frames.
    std::int64_t totalWeight() const;

    /// Children with a weight (self or total not 0), largest total first; of none: the roots.
    std::span<const CallNodeIndex> children(CallNodeIndex node);
    bool hasChildren(CallNodeIndex node);
    CallNodeIndex parent(CallNodeIndex node) const;
    FrameGroupIndex group(CallNodeIndex node) const;
    std::uint32_t depth(CallNodeIndex node) const;
    /// In an inverted tree: the weight of the leaf function that arrives by exactly this way.
    std::int64_t self(CallNodeIndex node) const;
    std::int64_t total(CallNodeIndex node) const;
    /// How many nodes exist by now.
    std::size_t size() const;

private:
    struct State;
    explicit CallTree(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace candela
