/// A call tree's shape for trees with roots: where each root's stacks end in it. The shape is that of the
/// profile without roots; its nodes are not repeated for each root.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/samples/rooted_stacks.h"

#include <memory>
#include <vector>

namespace candela {

/// A slot is a pair of a root and a node of the shape in which stacks of that root end. Slots are sorted by
/// root, then in depth-first order (a node, then everything below its first child, then below the next). So
/// everything below a node in a root's tree is a range of slots.
struct RootedShape {
    std::shared_ptr<const CallTreeShape> shape; ///< its groups include those of the roots, at the end
    std::shared_ptr<const RootedStacks> stacks;
    std::vector<std::uint32_t> position;    ///< the number of each node in depth-first order, from 1
    std::vector<std::uint32_t> endPosition; ///< for each node: the position after everything below it
    std::vector<std::uint32_t> slotOfStack; ///< a row for each rooted stack
    std::vector<CallNodeIndex> node; ///< node of each slot; none: the root itself, for samples without a
                                     ///< frame
    std::vector<std::uint32_t> slotPosition; ///< position of each slot's node; 0: the root itself
    std::vector<std::uint32_t> rootOfSlot;
    std::vector<std::uint32_t> slotsBegin; ///< where each root's slots begin; one more entry than roots

    std::size_t slotCount() const { return node.size(); }
};

RootedShape rootedShape(std::shared_ptr<const CallTreeShape> shape,
                        std::shared_ptr<const RootedStacks> stacks);

/// The self weight of each slot. `weights` has the weights of rooted stacks.
std::vector<std::int64_t> slotWeights(const RootedShape& rooted, const StackWeights& weights);

} // namespace candela
