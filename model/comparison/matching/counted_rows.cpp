#include "model/comparison/matching/counted_rows.h"

#include "model/base/wrapping.h"

#include <utility>

namespace candela {

std::vector<StackIndex> movedStacks(const CallTreeShape& shape, const CallTreeShape& counted) {
    std::vector<StackIndex> moved;
    for (std::size_t stack = 0; stack < shape.nodeOfStack.size(); ++stack)
        if (shape.nodeOfStack[stack] != counted.nodeOfStack[stack]) moved.emplace_back(stack);
    return moved;
}

CountedRows::CountedRows(std::shared_ptr<const CallTreeShape> shape,
                         std::shared_ptr<const CallTreeShape> counted)
    : m_shape(std::move(shape)), m_counted(std::move(counted)), m_moved(movedStacks(*m_shape, *m_counted)) {
    std::vector<std::uint8_t> isListed(m_shape->size());
    for (std::size_t node = 0; node < isListed.size(); ++node)
        isListed[node] = differs(node);
    std::vector<bool> isPassed(m_shape->size());
    for (const auto stack : m_moved) {
        const auto with = m_counted->nodeOfStack[stack.row()];
        isListed[with.row()] = true;
        // The weight is counted at a node above: the same one for all nodes that are passed.
        for (auto node = m_shape->nodeOfStack[stack.row()]; node != with && !isPassed[node.row()];
             node = m_shape->parent[node.row()])
            isListed[node.row()] = isPassed[node.row()] = true;
    }
    std::vector<std::uint32_t> position(isListed.size(), none);
    for (std::size_t node = 0; node < isListed.size(); ++node) {
        if (!isListed[node]) continue;
        const auto parent = m_shape->parent[node];
        position[node] = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes.push_back({static_cast<std::uint32_t>(node), parent ? position[parent.row()] : none});
    }
    for (const auto stack : m_moved)
        m_moves.push_back({position[m_shape->nodeOfStack[stack.row()].row()],
                           position[m_counted->nodeOfStack[stack.row()].row()]});
}

bool CountedRows::differs(std::size_t node) const {
    return m_shape->group[node] != m_counted->group[node] ||
           m_shape->isRecursive[node] != m_counted->isRecursive[node];
}

CallNodeWeights CountedRows::changes(const StackWeights& weights) const {
    CallNodeWeights changes{std::vector<std::int64_t>(m_nodes.size()),
                            std::vector<std::int64_t>(m_nodes.size())};
    const auto add = [](std::int64_t& sum, std::int64_t weight) { sum = wrappingSum(sum, weight); };
    const auto subtract = [](std::int64_t& sum, std::int64_t weight) {
        sum = wrappingDifference(sum, weight);
    };
    for (std::size_t row = 0; row < m_moved.size(); ++row) {
        const auto weight = weights.weight[m_moved[row].row()];
        if (weight == 0) continue;
        const auto [from, to] = m_moves[row];
        subtract(changes.self[from], weight);
        add(changes.self[to], weight);
        for (auto node = from; node != to; node = m_nodes[node].parent)
            subtract(changes.total[node], weight);
    }
    return changes;
}

std::vector<GroupWeight> CountedRows::rows(const std::vector<GroupWeight>& functions,
                                           const StackWeights& weights, const CallNodeWeights& nodes) const {
    std::vector<GroupWeight> rows(m_shape->groups->size());
    for (const auto& row : functions)
        rows[row.group.row()] = row;
    const auto changed = changes(weights);
    for (std::size_t row = 0; row < m_nodes.size(); ++row) {
        const auto node = m_nodes[row].node;
        const auto self = nodes.self[node], total = nodes.total[node];
        auto& before = rows[m_shape->group[node].row()];
        before.self = wrappingDifference(before.self, self);
        if (!m_shape->isRecursive[node]) before.total = wrappingDifference(before.total, total);
        auto& after = rows[m_counted->group[node].row()];
        after.self = wrappingSum(after.self, wrappingSum(self, changed.self[row]));
        if (!m_counted->isRecursive[node])
            after.total = wrappingSum(after.total, wrappingSum(total, changed.total[row]));
    }
    for (std::size_t row = 0; row < rows.size(); ++row)
        rows[row].group = FrameGroupIndex(row);
    std::erase_if(rows, [](const GroupWeight& row) { return row.self == 0 && row.total == 0; });
    return rows;
}

} // namespace candela
