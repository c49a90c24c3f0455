/// A call tree's shape below roots: where each root's stacks end in it. The shape is that of the profile
/// without roots; its nodes are not repeated for each root.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/samples/rooted_stacks.h"

#include <memory>
#include <vector>

namespace candela {

/// A slot is a node of the shape in which stacks of a root end. Slots are sorted by root, then in the order of
/// a walk that visits a node, then all below its first child, then those of the next: so what is below a node
/// in the tree of a root is a range of slots.
struct RootedShape {
    std::shared_ptr<const CallTreeShape> shape; ///< its groups end with those of the roots
    std::shared_ptr<const RootedStacks> stacks;
    std::vector<std::uint32_t> position;    ///< of each node of the shape in that walk, from 1
    std::vector<std::uint32_t> endPosition; ///< of each node: behind those of what is below it
    std::vector<std::uint32_t> slotOfStack; ///< a row per rooted stack
    std::vector<CallNodeIndex> node;        ///< of each slot; none: the root itself, of samples without a frame
    std::vector<std::uint32_t> slotPosition; ///< of each slot: its node's; 0: the root itself
    std::vector<std::uint32_t> rootOfSlot;
    std::vector<std::uint32_t> slotsBegin; ///< where those of each root begin; one more entry than roots

    std::size_t slotCount() const { return node.size(); }
};

RootedShape rootedShape(std::shared_ptr<const CallTreeShape> shape,
                        std::shared_ptr<const RootedStacks> stacks);

/// The self weight of each slot. `weights` has the weights of rooted stacks.
std::vector<std::int64_t> slotWeights(const RootedShape& rooted, const StackWeights& weights);

} // namespace candela
