/// The rows of a countedShape() for other weights, from what differs between it and its shape alone.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/call_tree/function_list.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

/// The stacks whose weight `counted`, a countedShape() of `shape`, counts at another node, in ascending
/// order.
std::vector<StackIndex> movedStacks(const CallTreeShape& shape, const CallTreeShape& counted);

class CountedRows {
public:
    /// `counted` is a countedShape() of `shape`. Takes time in proportion to the nodes and the stacks.
    CountedRows(std::shared_ptr<const CallTreeShape> shape, std::shared_ptr<const CallTreeShape> counted);

    const std::vector<StackIndex>& moved() const { return m_moved; }
    /// The result of groupWeights() for `counted`. `functions` is that for the shape, and `nodes` are the
    /// weights of its nodes. Takes time in proportion to what differs, and to the groups.
    std::vector<GroupWeight> rows(const std::vector<GroupWeight>& functions, const StackWeights& weights,
                                  const CallNodeWeights& nodes) const;

private:
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    /// A node that is of another group, is recursive in one shape only, or may have another weight.
    struct Node {
        std::uint32_t node = 0;
        std::uint32_t parent = none; ///< where it is among the nodes that differ
    };
    /// Where a moved stack is counted in the shape, and in the counted one, among the nodes that differ.
    struct Move {
        std::uint32_t from = 0, to = 0;
    };
    bool differs(std::size_t node) const;
    /// By how much the weights of the nodes that differ are changed by moved stacks.
    CallNodeWeights changes(const StackWeights& weights) const;

    std::shared_ptr<const CallTreeShape> m_shape, m_counted;
    std::vector<Node> m_nodes; ///< ascending
    std::vector<StackIndex> m_moved;
    std::vector<Move> m_moves; ///< a row for each moved stack
};

} // namespace candela
