/// The call trees of both sides as one tree: nodes with matched functions on matched paths are one node, and
/// nodes of one side alone are kept.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/comparison/comparison.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

/// What a node's width stands for. Weights of base are in the scale of new: equal normalized weights are
/// equal.
enum class DifferenceWidth {
    Base,
    New,
    Both,   ///< the mean of base and new, so that nodes of one side are visible, too
    Changes ///< new minus base; as wide as the changes of all stacks without their signs
};

struct DifferenceTree {
    std::shared_ptr<const Comparison> comparison;
    /// Its groups are the rows of the comparison, with the names of new, in a profile without samples. Each
    /// node is a stack of its own.
    std::shared_ptr<const CallTreeShape> shape;
    std::vector<const ComparisonRow*> rows; ///< by group of the shape; null: the comparison lacks it
    /// The weights of each side in its own scale, by node. Those without a frame are not in the tree.
    StackWeights base, newSide;

    StackWeights weights(DifferenceWidth width) const;
};

/// The sides are the top-down trees that were compared. Takes time in proportion to the nodes of both.
DifferenceTree differenceTree(std::shared_ptr<const Comparison> comparison, CallTree& base,
                              CallTree& newSide);

} // namespace candela
