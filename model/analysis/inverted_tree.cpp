#include "model/analysis/inverted_tree.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <numeric>

namespace candela {

InvertedTree::InvertedTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights)
    : m_shape(std::move(shape)), m_foundNodes(m_shape->size()), m_foundGroups(m_shape->groups->size()) {
    const auto self = callNodeSelf(*m_shape, weights);
    std::vector<Way> ways;
    for (std::size_t node = 0; node < self.size(); ++node)
        ways.push_back({CallNodeIndex(node), self[node]});
    m_roots = expand({}, std::move(ways));
}

std::span<const CallNodeIndex> InvertedTree::children(CallNodeIndex node) {
    if (node.isNone()) return m_roots->children;
    if (!m_nodes[node.row()].expansion) {
        auto expansion = expand(node, waysToCallers(m_nodes[node.row()]));
        m_nodes[node.row()].expansion = std::move(expansion);
    }
    return m_nodes[node.row()].expansion->children;
}

/// One step up from every way; ways that meet become one.
std::vector<InvertedTree::Way> InvertedTree::waysToCallers(const Node& node) {
    ++m_pass;
    std::vector<Way> callers;
    for (const auto& way : node.ways) {
        const auto caller = m_shape->parent[way.at.row()];
        if (caller.isNone()) continue;
        auto& found = m_foundNodes[caller.row()];
        if (found.pass != m_pass) {
            found = {m_pass, static_cast<std::uint32_t>(callers.size())};
            callers.push_back({caller, 0});
        }
        auto& weight = callers[found.position].weight;
        weight = wrappingSum(weight, way.weight);
    }
    return callers;
}

/// Makes the children that these ways lead to, one for each group.
std::unique_ptr<InvertedTree::Expansion> InvertedTree::expand(CallNodeIndex parent, std::vector<Way> ways) {
    ++m_pass;
    std::erase_if(ways, [](const Way& way) { return way.weight == 0; });
    struct Child {
        FrameGroupIndex group;
        std::int64_t self = 0;
        std::int64_t total = 0;
        std::size_t ways = 0;
    };
    std::vector<Child> children;
    const auto childOf = [&](const Way& way) -> std::uint32_t& {
        return m_foundGroups[m_shape->group[way.at.row()].row()].position;
    };
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

    auto expansion = std::make_unique<Expansion>();
    expansion->ways.resize(ways.size());
    std::vector<std::size_t> next;
    std::size_t begin = 0;
    for (std::size_t row = 0; row < children.size(); ++row) {
        const auto& child = children[row];
        m_foundGroups[child.group.row()].position = static_cast<std::uint32_t>(row);
        next.push_back(begin);
        begin += child.ways;
        if (child.self == 0 && child.total == 0) continue;
        expansion->children.push_back(CallNodeIndex(m_nodes.size()));
        m_nodes.push_back({.parent = parent,
                           .group = child.group,
                           .depth = parent ? m_nodes[parent.row()].depth + 1 : 0,
                           .self = child.self,
                           .total = child.total,
                           .ways = std::span(expansion->ways).subspan(next.back(), child.ways),
                           .expansion = {}});
    }
    for (const auto& way : ways)
        expansion->ways[next[childOf(way)]++] = way;
    return expansion;
}

} // namespace candela
