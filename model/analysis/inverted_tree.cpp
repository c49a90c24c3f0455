#include "model/analysis/inverted_tree.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <functional>

namespace candela {

InvertedTree::InvertedTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights)
    : m_shape(std::move(shape)), m_self(callNodeSelf(*m_shape, weights)), m_foundNodes(m_shape->size()),
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

void InvertedTree::addRoots() {
    for (std::size_t row = 0; row < m_shape->groups->size(); ++row) {
        Node root;
        root.group = FrameGroupIndex(row);
        for (const auto node : m_shape->nodesOf(root.group)) {
            const auto weight = m_self[node.row()];
            root.total = wrappingSum(root.total, weight);
            if (m_shape->parent[node.row()].isNone()) root.self = wrappingSum(root.self, weight);
        }
        if (root.self != 0 || root.total != 0) m_nodes.push_back(std::move(root));
    }
    std::ranges::stable_sort(m_nodes, std::greater(), &Node::total);
    for (std::size_t row = 0; row < m_nodes.size(); ++row)
        m_roots.push_back(CallNodeIndex(row));
}

/// One step up from every way; ways that meet become one.
std::vector<InvertedTree::Way> InvertedTree::waysToCallers(const Node& node) {
    ++m_pass;
    std::vector<Way> callers;
    const auto stepUp = [&](CallNodeIndex at, std::int64_t weight) {
        const auto caller = m_shape->parent[at.row()];
        if (caller.isNone() || weight == 0) return;
        auto& found = m_foundNodes[caller.row()];
        if (found.pass != m_pass) {
            found = {m_pass, static_cast<std::uint32_t>(callers.size())};
            callers.push_back({caller, 0});
        }
        auto& sum = callers[found.position].weight;
        sum = wrappingSum(sum, weight);
    };
    if (node.parent.isNone()) {
        for (const auto leaf : m_shape->nodesOf(node.group))
            stepUp(leaf, m_self[leaf.row()]);
    } else {
        for (const auto& way : node.ways)
            stepUp(way.at, way.weight);
    }
    return callers;
}

/// Largest total first. Afterwards m_foundGroups says at which position each group is.
std::vector<InvertedTree::Child> InvertedTree::childrenBy(std::span<const Way> ways) {
    ++m_pass;
    std::vector<Child> children;
    for (const auto& way : ways) {
        const auto group = m_shape->group[way.at.row()];
        auto& found = m_foundGroups[group.row()];
        if (found.pass != m_pass) {
            found = {m_pass, static_cast<std::uint32_t>(children.size())};
            children.push_back({.group = group});
        }
        auto& child = children[found.position];
        child.total = wrappingSum(child.total, way.weight);
        if (m_shape->parent[way.at.row()].isNone()) child.self = wrappingSum(child.self, way.weight);
        ++child.ways;
    }
    std::ranges::sort(children, [](const Child& left, const Child& right) {
        return left.total != right.total ? left.total > right.total : left.group < right.group;
    });
    for (std::size_t row = 0; row < children.size(); ++row)
        m_foundGroups[children[row].group.row()].position = static_cast<std::uint32_t>(row);
    return children;
}

/// Makes a node's children, one for each group that its callers are in.
std::unique_ptr<InvertedTree::Expansion> InvertedTree::expand(CallNodeIndex parent) {
    const auto ways = waysToCallers(m_nodes[parent.row()]);
    const auto depth = m_nodes[parent.row()].depth + 1;
    auto expansion = std::make_unique<Expansion>();
    expansion->ways.resize(ways.size());
    std::vector<std::size_t> next; // where each child's next way goes
    std::size_t begin = 0;
    for (const auto& child : childrenBy(ways)) {
        next.push_back(begin);
        begin += child.ways;
        if (child.self == 0 && child.total == 0) continue;
        expansion->children.push_back(CallNodeIndex(m_nodes.size()));
        m_nodes.push_back({.parent = parent,
                           .group = child.group,
                           .depth = depth,
                           .self = child.self,
                           .total = child.total,
                           .ways = std::span(expansion->ways).subspan(next.back(), child.ways),
                           .expansion = {}});
    }
    for (const auto& way : ways)
        expansion->ways[next[m_foundGroups[m_shape->group[way.at.row()].row()].position]++] = way;
    return expansion;
}

} // namespace candela
