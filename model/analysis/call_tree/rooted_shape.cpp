#include "model/analysis/call_tree/rooted_shape.h"

#include "model/analysis/call_tree/weight_order.h"
#include "model/base/wrapping.h"

#include <utility>

namespace candela {

namespace {

/// Fills in position and endPosition: sizes from the leaves up, then positions from the roots down.
void walk(RootedShape& rooted) {
    const auto& shape = *rooted.shape;
    auto& size = rooted.endPosition;
    size.assign(shape.size(), 1);
    for (auto node = shape.size(); node-- > 0;)
        if (const auto parent = shape.parent[node]) size[parent.row()] += size[node];
    rooted.position.resize(shape.size());
    // Siblings are adjacent: each begins where the previous one ends.
    std::uint32_t next = 1;
    CallNodeIndex parent;
    for (std::size_t node = 0; node < shape.size(); ++node) {
        if (shape.parent[node] != parent) {
            parent = shape.parent[node];
            next = rooted.position[parent.row()] + 1;
        }
        rooted.position[node] = next;
        next += size[node];
        size[node] = next; // from here on, the end of the node's range
    }
}

/// The node in which a stack ends; none for a stack without a frame.
CallNodeIndex nodeOf(const CallTreeShape& shape, StackIndex stack) {
    return stack ? shape.nodeOfStack[stack.row()] : CallNodeIndex();
}

/// For each rooted stack, its root and position as one number, and its row; sorted by that number.
std::vector<WeightedRow> sortedRows(const RootedShape& rooted) {
    // Loads the nodes of the next stacks in advance: they may be anywhere in memory, and waiting for each
    // would take most of the time.
    constexpr std::size_t farAhead = 24;
    constexpr std::size_t ahead = 8;
    const auto& rows = rooted.stacks->rows;
    const auto& nodes = rooted.shape->nodeOfStack;
    std::vector<WeightedRow> order(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (row + farAhead < rows.size()) {
            if (const auto stack = rows[row + farAhead].stack) __builtin_prefetch(&nodes[stack.row()]);
            if (const auto node = nodeOf(*rooted.shape, rows[row + ahead].stack))
                __builtin_prefetch(&rooted.position[node.row()]);
        }
        const auto [root, stack] = rows[row];
        const auto node = nodeOf(*rooted.shape, stack);
        const std::int64_t position = node ? rooted.position[node.row()] : 0;
        // The key is negated, because sorting puts the largest first.
        order[row] = {-(std::int64_t(root) << 32 | position), static_cast<std::uint32_t>(row)};
    }
    sortByWeight(order);
    return order;
}

} // namespace

RootedShape rootedShape(std::shared_ptr<const CallTreeShape> shape,
                        std::shared_ptr<const RootedStacks> stacks) {
    RootedShape rooted;
    rooted.shape = std::move(shape);
    rooted.stacks = std::move(stacks);
    walk(rooted);
    const auto& rows = rooted.stacks->rows;
    rooted.slotOfStack.resize(rows.size());
    std::int64_t last = 1; // not the number of any stack
    for (const auto& [number, row] : sortedRows(rooted)) {
        const auto [root, stack] = rows[row];
        while (rooted.slotsBegin.size() <= root)
            rooted.slotsBegin.push_back(static_cast<std::uint32_t>(rooted.slotCount()));
        // Several stacks may have the same node: those of one function at several addresses.
        if (std::exchange(last, number) != number) {
            rooted.node.push_back(nodeOf(*rooted.shape, stack));
            rooted.slotPosition.push_back(static_cast<std::uint32_t>(-number));
            rooted.rootOfSlot.push_back(root);
        }
        rooted.slotOfStack[row] = static_cast<std::uint32_t>(rooted.slotCount() - 1);
    }
    rooted.slotsBegin.resize(rooted.stacks->roots.size() + 1, static_cast<std::uint32_t>(rooted.slotCount()));
    return rooted;
}

std::vector<std::int64_t> slotWeights(const RootedShape& rooted, const StackWeights& weights) {
    std::vector<std::int64_t> result(rooted.slotCount());
    for (std::size_t row = 0; row < rooted.slotOfStack.size(); ++row) {
        auto& weight = result[rooted.slotOfStack[row]];
        weight = wrappingSum(weight, weights.rooted[row]);
    }
    return result;
}

} // namespace candela
