#include "model/analysis/call_tree/call_tree.h"

#include "model/analysis/call_tree/inverted_tree.h"
#include "model/analysis/call_tree/rooted_tree.h"
#include "model/analysis/call_tree/top_down_tree.h"

#include <variant>

namespace candela {

struct CallTree::State {
    std::shared_ptr<const CallTreeShape> shape;
    std::int64_t totalWeight = 0;
    std::int64_t totalMagnitude = 0;
    std::variant<TopDownTree, InvertedTree, RootedTree> tree;
};

CallTree::CallTree(std::unique_ptr<State> state) : m_state(std::move(state)) {}
CallTree::CallTree(CallTree&&) noexcept = default;
CallTree& CallTree::operator=(CallTree&&) noexcept = default;
CallTree::~CallTree() = default;

CallTree CallTree::create(Direction direction, std::shared_ptr<const CallTreeShape> shape,
                          const StackWeights& weights, std::shared_ptr<const CallNodeWeights> nodes) {
    using Tree = std::variant<TopDownTree, InvertedTree, RootedTree>;
    auto tree = direction == Direction::TopDown ? Tree(TopDownTree(shape, weights, std::move(nodes)))
                                                : Tree(InvertedTree(shape, weights, nodes.get()));
    return CallTree(
        std::make_unique<State>(State{std::move(shape), weights.total, weights.magnitude, std::move(tree)}));
}

CallTree CallTree::create(Direction direction, std::shared_ptr<const RootedShape> rooted,
                          const StackWeights& weights) {
    using Tree = std::variant<TopDownTree, InvertedTree, RootedTree>;
    auto tree = direction == Direction::TopDown ? Tree(RootedTree(rooted, weights))
                                                : Tree(InvertedTree(rooted, weights));
    return CallTree(
        std::make_unique<State>(State{rooted->shape, weights.total, weights.magnitude, std::move(tree)}));
}

Direction CallTree::direction() const {
    return std::holds_alternative<InvertedTree>(m_state->tree) ? Direction::Inverted : Direction::TopDown;
}
const FrameGroups& CallTree::groups() const {
    return *m_state->shape->groups;
}
std::int64_t CallTree::totalWeight() const {
    return m_state->totalWeight;
}
std::int64_t CallTree::totalMagnitude() const {
    return m_state->totalMagnitude;
}
std::span<const CallNodeIndex> CallTree::children(CallNodeIndex node) {
    return std::visit([&](auto& tree) { return tree.children(node); }, m_state->tree);
}
ChildSums CallTree::appendChildren(CallNodeIndex node, std::int64_t minimum,
                                   std::vector<SizedChild>& children) {
    if (const auto* tree = treeOfShape()) return tree->appendChildren(node, minimum, children);
    return std::visit(
        [&](auto& tree) {
            ChildSums smaller;
            for (const auto row : tree.children(node)) { // larger ones were created first
                const SizedChild child{tree.magnitude(row), tree.total(row), row};
                if (child.magnitude >= minimum)
                    children.push_back(child);
                else if (child.magnitude > 0)
                    smaller.add(child);
            }
            return smaller;
        },
        m_state->tree);
}
bool CallTree::hasChildren(CallNodeIndex node) {
    return std::visit([&](auto& tree) { return tree.hasChildren(node); }, m_state->tree);
}
CallNodeIndex CallTree::parent(CallNodeIndex node) const {
    return std::visit([&](const auto& tree) { return tree.parent(node); }, m_state->tree);
}
FrameGroupIndex CallTree::group(CallNodeIndex node) const {
    return std::visit([&](const auto& tree) { return tree.group(node); }, m_state->tree);
}
std::uint32_t CallTree::depth(CallNodeIndex node) const {
    return std::visit([&](const auto& tree) { return tree.depth(node); }, m_state->tree);
}
std::int64_t CallTree::self(CallNodeIndex node) const {
    return std::visit([&](const auto& tree) { return tree.self(node); }, m_state->tree);
}
std::int64_t CallTree::total(CallNodeIndex node) const {
    return std::visit([&](const auto& tree) { return tree.total(node); }, m_state->tree);
}
std::int64_t CallTree::magnitude(CallNodeIndex node) const {
    return std::visit([&](const auto& tree) { return tree.magnitude(node); }, m_state->tree);
}
std::size_t CallTree::size() const {
    return std::visit([](const auto& tree) { return tree.size(); }, m_state->tree);
}
CallNodeIndex CallTree::shapeNode(CallNodeIndex node) const {
    const auto* rooted = std::get_if<RootedTree>(&m_state->tree);
    return rooted ? rooted->shapeNode(node) : node;
}
const TopDownTree* CallTree::treeOfShape() const {
    return std::get_if<TopDownTree>(&m_state->tree);
}
CallNodeIndex CallTree::rootOfPath(std::size_t steps, const StepLikeness& likeness,
                                   std::size_t maximumRoots) const {
    const auto* rooted = std::get_if<RootedTree>(&m_state->tree);
    return rooted ? rooted->rootOfPath(steps, likeness, maximumRoots) : CallNodeIndex();
}
std::optional<NodeMatches> CallTree::matches(const std::vector<bool>& groups) const {
    if (const auto* tree = treeOfShape()) return tree->matches(groups);
    if (const auto* tree = std::get_if<RootedTree>(&m_state->tree)) return tree->matches(groups);
    return std::nullopt;
}

} // namespace candela
