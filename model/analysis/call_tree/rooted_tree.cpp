#include "model/analysis/call_tree/rooted_tree.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <map>
#include <utility>

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

/// Follows a path below one root after the other. In the shape, which all roots share, the similar children
/// of a node are found once; whether a root has them is a matter of its slots.
class RootedTree::PathBelowRoots {
public:
    PathBelowRoots(const RootedTree& tree, std::size_t steps, const StepLikeness& likeness)
        : m_tree(tree), m_rooted(*tree.m_rooted), m_steps(steps), m_likeness(likeness) {}

    /// How many steps lead to a node.
    std::size_t lengthBelow(CallNodeIndex root) {
        Found at{.shapeNode = {}, .range = m_tree.slotsBelow(m_tree.m_nodes[root.row()])};
        for (std::size_t step = 0; step < m_steps; ++step) {
            Found best;
            for (const auto& similar : similarChildren(at.shapeNode, step)) {
                const auto range = slotsOf(similar.shapeNode, at.range);
                const auto magnitude = m_tree.magnitudeIn(range);
                const std::pair rank(similar.likeness, magnitude);
                if (magnitude != 0 && (best.likeness == 0 || rank > std::pair(best.likeness, best.magnitude)))
                    best = {similar.shapeNode, range, similar.likeness, magnitude};
            }
            if (best.likeness == 0) return step;
            at = best;
        }
        return m_steps;
    }

private:
    struct Similar {
        CallNodeIndex shapeNode;
        int likeness = 0;
    };
    struct Found {
        CallNodeIndex shapeNode; ///< none: the root itself
        SlotRange range;
        int likeness = 0;
        std::int64_t magnitude = 0;
    };

    const std::vector<Similar>& similarChildren(CallNodeIndex shapeNode, std::size_t step) {
        const auto [known, isNew] = m_similar.try_emplace(shapeNode);
        if (!isNew) return known->second;
        const auto& shape = *m_rooted.shape;
        const auto begin = shapeNode ? shape.childrenBegin[shapeNode.row()] : 0;
        const auto end = shape.childrenBegin[shapeNode ? shapeNode.row() + 1 : 0];
        for (auto child = begin; child < end; ++child)
            if (const int likeness = m_likeness(step, shape.group[child]); likeness > 0)
                known->second.push_back({CallNodeIndex(child), likeness});
        return known->second;
    }

    /// The slots of a node of the shape and of all nodes below it.
    SlotRange slotsOf(CallNodeIndex shapeNode, SlotRange range) const {
        const auto positions = std::span(m_rooted.slotPosition).subspan(range.begin, range.end - range.begin);
        const auto slotAt = [&](std::uint32_t position) {
            const auto found = std::ranges::lower_bound(positions, position);
            return range.begin + static_cast<std::uint32_t>(found - positions.begin());
        };
        return {slotAt(m_rooted.position[shapeNode.row()]), slotAt(m_rooted.endPosition[shapeNode.row()])};
    }

    const RootedTree& m_tree;
    const RootedShape& m_rooted;
    std::size_t m_steps;
    const StepLikeness& m_likeness;
    std::map<CallNodeIndex, std::vector<Similar>> m_similar;
};

CallNodeIndex RootedTree::rootOfPath(std::size_t steps, const StepLikeness& likeness,
                                     std::size_t maximumRoots) const {
    PathBelowRoots path(*this, steps, likeness);
    CallNodeIndex best;
    std::size_t longest = 0;
    for (const auto root : std::span(m_roots).first(std::min(m_roots.size(), maximumRoots))) {
        const auto length = path.lengthBelow(root);
        if (length > longest) best = root;
        longest = std::max(length, longest);
        if (longest == steps) break;
    }
    return best;
}

} // namespace candela
