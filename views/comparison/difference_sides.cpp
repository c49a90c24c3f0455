#include "views/comparison/difference_sides.h"

#include <algorithm>
#include <vector>

namespace candela {

Shown DifferenceSides::shown(DifferenceWidth width, Direction direction) {
    const std::lock_guard computing(m_computing);
    const auto tree = computedTree();
    computeTrees(*tree, direction);
    return {.profile = m_input.newSide.profile,
            .roots = {},
            .value = m_input.newSide.value,
            .shape = tree->shape,
            .weights = std::make_shared<const StackWeights>(tree->weights(width)),
            .rooted = {},
            .nodes = {},
            .functions = {},
            .matches = {}};
}

std::shared_ptr<const SearchMatches>
DifferenceSides::joined(const std::array<std::shared_ptr<const SearchMatches>, 2>& matches) const {
    const auto tree = this->tree();
    const auto& [base, newSide] = matches;
    if (!tree || !base || !newSide || !base->isActive() || !newSide->isActive()) return nullptr;
    auto found = std::make_shared<SearchMatches>();
    for (const auto* row : tree->rows) {
        found->groups.push_back((row->base && base->contains(row->base)) ||
                                (row->newGroup && newSide->contains(row->newGroup)));
        found->coverage.groups += found->groups.back();
    }
    return found;
}

std::shared_ptr<const DifferenceTree> DifferenceSides::computedTree() {
    if (auto tree = this->tree()) return tree;
    auto base = m_input.base.tree(Direction::TopDown), newSide = m_input.newSide.tree(Direction::TopDown);
    auto tree = std::make_shared<const DifferenceTree>(differenceTree(m_input.comparison, base, newSide));
    const std::lock_guard lock(m_mutex);
    m_tree = tree;
    return tree;
}

void DifferenceSides::computeTrees(const DifferenceTree& tree, Direction direction) {
    if (sides(direction)[0]) return;
    const auto made = [&](const StackWeights& weights) {
        return std::make_shared<CallTree>(CallTree::create(direction, tree.shape, weights));
    };
    Trees trees{made(tree.base), made(tree.newSide)};
    const std::lock_guard lock(m_mutex);
    m_trees[static_cast<std::size_t>(direction)] = std::move(trees);
}

std::shared_ptr<const DifferenceTree> DifferenceSides::tree() const {
    const std::lock_guard lock(m_mutex);
    return m_tree;
}

bool DifferenceSides::isOf(const FrameGroups& groups) const {
    const auto own = tree();
    return own && own->shape->groups.get() == &groups;
}

std::array<CallTree*, 2> DifferenceSides::sides(Direction direction) const {
    const std::lock_guard lock(m_mutex);
    const auto& [base, newSide] = m_trees[static_cast<std::size_t>(direction)];
    return {base.get(), newSide.get()};
}

std::array<CallNodeIndex, 2> DifferenceSides::nodesOf(const CallTree& tree, CallNodeIndex node) const {
    if (tree.direction() == Direction::TopDown) return {node, node};
    std::vector<FrameGroupIndex> path;
    for (auto above = node; above; above = tree.parent(above))
        path.push_back(tree.group(above));
    std::ranges::reverse(path);
    std::array<CallNodeIndex, 2> nodes;
    const auto trees = sides(tree.direction());
    for (std::size_t side = 0; side < nodes.size(); ++side) {
        for (const auto group : path) {
            const auto children = trees[side]->children(nodes[side]);
            const auto child = std::ranges::find(
                children, group, [&](CallNodeIndex index) { return trees[side]->group(index); });
            nodes[side] = child == children.end() ? CallNodeIndex() : *child;
            if (!nodes[side]) break;
        }
    }
    return nodes;
}

std::array<std::int64_t, 2> DifferenceSides::totals(const CallTree& tree, CallNodeIndex node) const {
    const auto nodes = nodesOf(tree, node);
    const auto trees = sides(tree.direction());
    return {nodes[0] ? trees[0]->total(nodes[0]) : 0, nodes[1] ? trees[1]->total(nodes[1]) : 0};
}

SideRows::Judged DifferenceSides::judged(const CallTree& tree, CallNodeIndex node) const {
    const auto& groups = tree.groups();
    const bool isWhole = tree.direction() == Direction::TopDown || groups.isRoot(tree.group(node));
    return {this->tree()->rows[tree.group(judgedNode(tree, node)).row()], !isWhole};
}

} // namespace candela
