#include "model/analysis/call_tree/inverted_tree.h"

#include "model/base/wrapping.h"

#include <algorithm>

namespace candela {

namespace {

/// The nodes of paths may be anywhere in memory; those of so many further paths are loaded in advance.
constexpr std::size_t rowsAhead = 16;

} // namespace

InvertedTree::InvertedTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights,
                           const CallNodeWeights* nodes)
    : m_shape(std::move(shape)), m_self(nodes ? nodes->self : callNodeSelf(*m_shape, weights)),
      m_foundGroups(m_shape->groups->size()) {
    addRoots();
}

InvertedTree::InvertedTree(std::shared_ptr<const RootedShape> rooted, const StackWeights& weights)
    : m_shape(rooted->shape), m_rooted(std::move(rooted)), m_self(slotWeights(*m_rooted, weights)),
      m_foundGroups(m_shape->groups->size()) {
    addRoots();
}

std::span<const CallNodeIndex> InvertedTree::children(CallNodeIndex node) {
    if (node.isNone()) return m_roots;
    if (!m_nodes[node.row()].expansion) {
        auto expansion = expand(node);
        m_nodes[node.row()].expansion = std::move(expansion);
    }
    return m_nodes[node.row()].expansion->children;
}

bool InvertedTree::hasChildren(CallNodeIndex node) {
    // Weight that does not belong to stacks that end here belongs to the callers.
    return node ? magnitude(node) != magnitudeOf(self(node)) : !m_roots.empty();
}

/// Sums up the leaves of each group with a counting sort.
void InvertedTree::addRoots() {
    std::vector<Child> groups(m_shape->groups->size());
    const auto leaves = static_cast<std::uint32_t>(m_self.size());
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        if (m_self[leaf] == 0) continue;
        const auto at = positionOf(leaf);
        auto& group = groups[groupAt(at).row()];
        group.total = wrappingSum(group.total, m_self[leaf]);
        group.magnitude = wrappingSum(group.magnitude, magnitudeOf(m_self[leaf]));
        if (!hasCaller(at)) group.self = wrappingSum(group.self, m_self[leaf]);
        ++group.positionCount;
    }
    std::uint32_t begin = 0;
    for (std::size_t row = 0; row < groups.size(); ++row) {
        auto& group = groups[row];
        group.nextPosition = begin;
        begin += group.positionCount;
        if (group.magnitude != 0) m_order.push_back({group.magnitude, static_cast<std::uint32_t>(row)});
    }
    m_leaves.resize(begin);
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
        if (m_self[leaf] != 0) m_leaves[groups[groupAt(positionOf(leaf)).row()].nextPosition++] = leaf;
    sortByWeight(m_order);
    m_nodes.reserve(m_order.size());
    for (const auto& [weight, row] : m_order) {
        const auto& group = groups[row];
        m_roots.push_back(CallNodeIndex(m_nodes.size()));
        m_nodes.push_back({.parent = {},
                           .group = FrameGroupIndex(row),
                           .self = group.self,
                           .total = group.total,
                           .magnitude = group.magnitude,
                           .positions = {},
                           .leaves = std::span(m_leaves).subspan(group.nextPosition - group.positionCount,
                                                                 group.positionCount),
                           .expansion = {}});
    }
}

/// Moves every path one step up; paths with the same caller are merged. Parents are in the same order as
/// their children.
void InvertedTree::findCallers(const Node& node) {
    m_callers.clear();
    const auto stepUp = [&](Position at, std::int64_t weight) {
        if (weight == 0 || !hasCaller(at)) return;
        const auto caller = callerOf(at);
        if (m_callers.empty() || m_callers.back().at != caller)
            m_callers.push_back({caller, weight});
        else
            m_callers.back().weight = wrappingSum(m_callers.back().weight, weight);
    };
    for (std::size_t row = 0; row < node.leaves.size(); ++row) {
        if (row + rowsAhead < node.leaves.size()) {
            const auto next = node.leaves[row + rowsAhead];
            __builtin_prefetch(&m_self[next]);
            if (!m_rooted) __builtin_prefetch(&m_shape->parent[next]);
        }
        stepUp(positionOf(node.leaves[row]), m_self[node.leaves[row]]);
    }
    for (std::size_t row = 0; row < node.positions.size(); ++row) {
        if (row + rowsAhead < node.positions.size())
            if (const auto next = node.positions[row + rowsAhead].at.node)
                __builtin_prefetch(&m_shape->parent[next.row()]);
        stepUp(node.positions[row].at, node.positions[row].weight);
    }
}

/// Finds the groups that m_callers lead to, one child for each; m_order has the largest first.
void InvertedTree::findChildren() {
    ++m_pass;
    m_found.clear();
    for (std::size_t row = 0; row < m_callers.size(); ++row) {
        if (row + rowsAhead < m_callers.size())
            if (const auto next = m_callers[row + rowsAhead].at.node)
                __builtin_prefetch(&m_shape->group[next.row()]);
        const auto& position = m_callers[row];
        const auto group = groupAt(position.at);
        auto& found = m_foundGroups[group.row()];
        if (found.pass != m_pass) {
            found = {m_pass, static_cast<std::uint32_t>(m_found.size())};
            m_found.push_back({.group = group});
        }
        auto& child = m_found[found.child];
        child.total = wrappingSum(child.total, position.weight);
        child.magnitude = wrappingSum(child.magnitude, magnitudeOf(position.weight));
        if (!hasCaller(position.at)) child.self = wrappingSum(child.self, position.weight);
        ++child.positionCount;
    }
    std::uint32_t begin = 0;
    m_order.clear();
    for (std::size_t row = 0; row < m_found.size(); ++row) {
        auto& child = m_found[row];
        child.nextPosition = begin;
        begin += child.positionCount;
        if (child.magnitude != 0) m_order.push_back({child.magnitude, static_cast<std::uint32_t>(row)});
    }
    sortByWeight(m_order);
}

/// Creates a node's children, one for each group of its callers.
std::unique_ptr<InvertedTree::Expansion> InvertedTree::expand(CallNodeIndex parent) {
    findCallers(m_nodes[parent.row()]);
    findChildren();
    auto expansion = std::make_unique<Expansion>();
    expansion->positions.resize(m_callers.size());
    for (const auto& position : m_callers)
        expansion->positions[m_found[m_foundGroups[groupAt(position.at).row()].child].nextPosition++] =
            position;
    expansion->children.reserve(m_order.size());
    const auto depth = m_nodes[parent.row()].depth + 1;
    for (const auto& [weight, row] : m_order) {
        const auto& child = m_found[row];
        expansion->children.push_back(CallNodeIndex(m_nodes.size()));
        m_nodes.push_back(
            {.parent = parent,
             .group = child.group,
             .depth = depth,
             .self = child.self,
             .total = child.total,
             .magnitude = child.magnitude,
             .positions = std::span(expansion->positions)
                              .subspan(child.nextPosition - child.positionCount, child.positionCount),
             .leaves = {},
             .expansion = {}});
    }
    return expansion;
}

} // namespace candela
