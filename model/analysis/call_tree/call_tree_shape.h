/// The shape of a call tree without weights. Made once per profile, grouping and transforms; weights once per
/// filter.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"
#include "model/analysis/transforms/transformed_stacks.h"

#include <memory>
#include <vector>

namespace candela {

using CallNodeIndex = Index<struct CallNodeTag>;

/// The top-down tree of all stacks without weights. Nodes are stored level by
/// level, and within a level in the order of their parents; siblings are in the
/// order of their first rows of StackTable. Therefore parents precede children,
/// siblings are adjacent, and passes in either direction access memory in order.
struct CallTreeShape {
    std::shared_ptr<const FrameGroups> groups;
    std::vector<CallNodeIndex> parent; ///< none for a root; roots are the first nodes, after them the parents
                                       ///< ascend
    std::vector<FrameGroupIndex> group;
    std::vector<std::uint32_t> depth;      ///< 0 for a root
    std::vector<std::uint8_t> isRecursive; ///< 1 if an ancestor has the same group
    /// A row per stack of the profile; none if transforms dropped it or all of its frames.
    std::vector<CallNodeIndex> nodeOfStack;
    /// Where the children of each node begin. They end where the children of the next node begin. One more
    /// entry than nodes. The roots are the nodes before the first entry.
    std::vector<std::uint32_t> childrenBegin;

    std::size_t size() const { return parent.size(); }
};

/// The tree of the profile's stacks, or those that transforms made of them; null: there are no transforms.
/// Its groups are `groups`, unless transforms need more (withAddedFrames()).
std::shared_ptr<CallTreeShape>
callTreeShape(std::shared_ptr<const FrameGroups> groups,
              const std::shared_ptr<const TransformedStacks>& transformed = nullptr);

/// Self and total weights of a shape's nodes.
struct CallNodeWeights {
    std::vector<std::int64_t> self;
    std::vector<std::int64_t> total;
};
/// Computes only the self weights.
std::vector<std::int64_t> callNodeSelf(const CallTreeShape& shape, const StackWeights& weights);
CallNodeWeights callNodeWeights(const CallTreeShape& shape, const StackWeights& weights);

} // namespace candela
