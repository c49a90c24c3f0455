#include "model/analysis/call_tree/rooted_tree.h"

#include "model/base/wrapping.h"

#include <algorithm>

namespace candela {

RootedTree::RootedTree(std::shared_ptr<const RootedShape> rooted, const StackWeights& weights)
    : m_rooted(std::move(rooted)) {
    const auto self = slotWeights(*m_rooted, weights);
    const auto sumUp = [&](std::vector<std::int64_t>& before, auto weightOf) {
        before.resize(self.size() + 1);
        for (std::size_t slot = 0; slot < self.size(); ++slot)
            before[slot + 1] = wrappingSum(before[slot], weightOf(self[slot]));
    };
    sumUp(m_before, std::identity());
    if (std::ranges::any_of(self, [](std::int64_t weight) { return weight < 0; }))
        sumUp(m_magnitudeBefore, magnitudeOf);
    addRoots();
}

std::int64_t RootedTree::sum(const std::vector<std::int64_t>& before, SlotRange range) {
    return wrappingDifference(before[range.end], before[range.begin]);
}

RootedTree::SlotRange RootedTree::ownSlots(const Node& node) const {
    const auto own = node.shapeNode ? m_rooted->position[node.shapeNode.row()] : 0;
    const auto begin = node.range.begin;
    const bool endsHere = begin < node.range.end && m_rooted->slotPosition[begin] == own;
    return {begin, begin + (endsHere ? 1 : 0)};
}

FrameGroupIndex RootedTree::group(CallNodeIndex index) const {
    const auto& node = m_nodes[index.row()];
    const auto& shape = *m_rooted->shape;
    return node.shapeNode ? shape.group[node.shapeNode.row()] : shape.groups->groupOfRoot(node.root);
}

std::vector<CallNodeIndex> RootedTree::addNodes(std::span<Node> nodes) {
    std::vector<WeightedRow> order;
    for (std::size_t row = 0; row < nodes.size(); ++row)
        if (const auto weight = magnitudeIn(nodes[row].range); weight != 0)
            order.push_back({weight, static_cast<std::uint32_t>(row)});
    sortByWeight(order);
    std::vector<CallNodeIndex> added;
    added.reserve(order.size());
    for (const auto& [weight, row] : order) {
        added.emplace_back(m_nodes.size());
        m_nodes.push_back(std::move(nodes[row]));
    }
    return added;
}

void RootedTree::addRoots() {
    std::vector<Node> roots;
    for (std::uint32_t root = 0; root + 1 < m_rooted->slotsBegin.size(); ++root)
        roots.push_back({.parent = {},
                         .shapeNode = {},
                         .root = root,
                         .range = {m_rooted->slotsBegin[root], m_rooted->slotsBegin[root + 1]},
                         .children = {}});
    m_roots = addNodes(roots);
}

CallNodeIndex RootedTree::shapeChild(CallNodeIndex shapeNode, std::uint32_t slot) const {
    const auto& shape = *m_rooted->shape;
    const auto begin = shapeNode ? shape.childrenBegin[shapeNode.row()] : 0;
    const auto end = shape.childrenBegin[shapeNode ? shapeNode.row() + 1 : 0];
    // The last node that is not after the slot.
    const auto positions = std::span(m_rooted->position).subspan(begin, end - begin);
    const auto after = std::ranges::upper_bound(positions, m_rooted->slotPosition[slot]);
    return CallNodeIndex(begin + static_cast<std::size_t>(after - positions.begin()) - 1);
}

void RootedTree::expand(CallNodeIndex index) {
    const auto& node = m_nodes[index.row()];
    const std::span positions(m_rooted->slotPosition);
    std::vector<Node> children;
    for (auto rest = slotsBelow(node); rest.begin < rest.end;) {
        const auto child = shapeChild(node.shapeNode, rest.begin);
        const auto below = positions.subspan(rest.begin, rest.end - rest.begin);
        const auto end = std::ranges::lower_bound(below, m_rooted->endPosition[child.row()]);
        const auto next = rest.begin + static_cast<std::uint32_t>(end - below.begin());
        children.push_back({.parent = index,
                            .shapeNode = child,
                            .root = node.root,
                            .depth = node.depth + 1,
                            .range = {rest.begin, next},
                            .children = {}});
        rest.begin = next;
    }
    auto added = addNodes(children); // adding nodes moves the existing ones in memory
    m_nodes[index.row()].children = std::move(added);
    m_nodes[index.row()].isExpanded = true;
}

std::span<const CallNodeIndex> RootedTree::children(CallNodeIndex node) {
    if (node.isNone()) return m_roots;
    if (!m_nodes[node.row()].isExpanded) expand(node);
    return m_nodes[node.row()].children;
}

bool RootedTree::hasChildren(CallNodeIndex node) const {
    if (node.isNone()) return !m_roots.empty();
    return magnitudeIn(slotsBelow(m_nodes[node.row()])) != 0;
}

/// Goes from each slot to the matches above it, by links that skip the nodes between.
NodeMatches RootedTree::matches(const std::vector<bool>& groups) const {
    const auto& shape = *m_rooted->shape;
    NodeMatches found{.count = 0, .leads = std::vector<bool>(shape.size())};
    std::vector<CallNodeIndex> nearest(shape.size()); // for each node: the match at it or above it
    for (std::size_t row = 0; row < shape.size(); ++row) {
        const auto parent = shape.parent[row];
        nearest[row] = groups[shape.group[row].row()] ? CallNodeIndex(row)
                       : parent                       ? nearest[parent.row()]
                                                      : CallNodeIndex();
    }
    std::vector<std::uint32_t> countedFor(shape.size()); // one more than the root that the node was last
                                                         // counted for
    for (std::uint32_t slot = 0; slot < m_rooted->slotCount(); ++slot) {
        if (magnitudeIn({slot, slot + 1}) == 0) continue;
        const auto mark = m_rooted->rootOfSlot[slot] + 1;
        const auto above = [&](CallNodeIndex node) { return node ? nearest[node.row()] : CallNodeIndex(); };
        for (auto match = above(m_rooted->node[slot]); match && countedFor[match.row()] != mark;
             match = above(shape.parent[match.row()])) {
            countedFor[match.row()] = mark;
            ++found.count;
        }
    }
    for (const auto root : m_roots)
        found.count += groups[group(root).row()];
    for (auto row = shape.size(); row-- > 0;) {
        if (countedFor[row] != 0) found.leads[row] = true;
        if (found.leads[row] && shape.parent[row]) found.leads[shape.parent[row].row()] = true;
    }
    return found;
}

} // namespace candela
