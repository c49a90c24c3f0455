#include "model/analysis/call_tree/call_tree_shape.h"

#include "model/analysis/call_tree/tree_walk.h"
#include "model/base/wrapping.h"
#include "model/profile/long_column.h"
#include "model/profile/tree_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace candela {

namespace {

/// The nodes in the order of their first stacks. Stacks whose groups are equal from the root on share a node.
/// The nodes of a stack that others do not share are adjacent, as in the table of stacks.
struct NodesByStack {
    std::vector<CallNodeIndex> parent;
    std::vector<FrameGroupIndex> group;
    std::vector<CallNodeIndex> ofStack; // the node of each stack

    NodesByStack(const FrameGroups& groups, const StackTable& stacks) {
        reserveLong(ofStack, stacks.size());
        TreeRows rows(parent, group);
        for (std::size_t row = 0; row < stacks.size(); ++row) {
            const auto caller = stacks.parent[row];
            ofStack.push_back(rows.findOrAdd(caller ? ofStack[caller.row()] : CallNodeIndex(),
                                             groups.groupOfFrame[stacks.frame[row].row()]));
        }
    }
};

/// Finds nodes with an ancestor of the same group, from the path to each node.
class Recursion {
public:
    Recursion(std::span<const FrameGroupIndex> group, std::size_t groups)
        : m_group(group), m_onTheWay(groups), m_isRecursive(longColumn<std::uint8_t>(group.size())) {}

    /// For each node 1 or 0: whether it is recursive. Empty if the order of the nodes makes this slow.
    static std::vector<std::uint8_t> of(const NodesByStack& nodes, std::size_t groups) {
        Recursion recursion(nodes.group, groups);
        TreeWalk walk(std::span<const CallNodeIndex>(nodes.parent), recursion);
        for (std::size_t node = 0; node < nodes.parent.size(); ++node) {
            walk.moveTo(CallNodeIndex(node));
            if (walk.isSlow(node)) return {};
        }
        return std::move(recursion.m_isRecursive);
    }

    void enter(CallNodeIndex node) {
        m_isRecursive[node.row()] = m_onTheWay[m_group[node.row()].row()]++ > 0;
    }
    void leave(CallNodeIndex node) { --m_onTheWay[m_group[node.row()].row()]; }

private:
    std::span<const FrameGroupIndex> m_group;
    std::vector<std::uint32_t> m_onTheWay; // how often each group occurs on the path to the current node
    std::vector<std::uint8_t> m_isRecursive;
};

/// Rows of NodesByStack by level; in their order within a level.
class NodesByLevel {
public:
    explicit NodesByLevel(std::span<const CallNodeIndex> parents)
        : m_nodes(longColumn<std::uint32_t>(parents.size())) {
        auto depth = longColumn<std::uint32_t>(parents.size());
        for (std::size_t node = 0; node < parents.size(); ++node) {
            if (const auto parent = parents[node]) depth[node] = depth[parent.row()] + 1;
            if (depth[node] + std::size_t{2} > m_begin.size()) m_begin.push_back(0);
            ++m_begin[depth[node] + 1];
        }
        std::partial_sum(m_begin.begin(), m_begin.end(), m_begin.begin());
        auto next = m_begin;
        for (std::size_t node = 0; node < parents.size(); ++node)
            m_nodes[next[depth[node]]++] = static_cast<std::uint32_t>(node);
    }

    std::size_t levels() const { return m_begin.size() - 1; }
    /// The number of nodes on all levels before `level`, which may be one past the last level.
    std::uint32_t begin(std::size_t level) const { return m_begin[level]; }
    std::span<const std::uint32_t> of(std::size_t level) const {
        return std::span(m_nodes).subspan(m_begin[level], m_begin[level + 1] - m_begin[level]);
    }

private:
    std::vector<std::uint32_t> m_begin{0}; // first row of each level; one more entry than levels
    std::vector<std::uint32_t> m_nodes;
};

/// Numbers the nodes level by level, and within a level by parent and then in the order of their first
/// stacks.
class LevelByLevel {
public:
    LevelByLevel(CallTreeShape& shape, NodesByStack nodes) : m_shape(shape), m_nodes(std::move(nodes)) {}

    void run() {
        const auto size = m_nodes.parent.size();
        const NodesByLevel levels(m_nodes.parent);
        m_isRecursive = Recursion::of(m_nodes, m_shape.groups->size());
        m_number = longColumn<CallNodeIndex>(size);
        m_shape.parent = longColumn<CallNodeIndex>(size);
        m_shape.group = longColumn<FrameGroupIndex>(size);
        m_shape.isRecursive = longColumn<std::uint8_t>(size);
        m_shape.depth = longColumn<std::uint32_t>(size);
        m_shape.childrenBegin = longColumn<std::uint32_t>(size + 1);
        m_shape.childrenBegin[0] = levels.levels() > 0 ? levels.begin(1) : 0;
        auto next = levels.begin(0);
        if (levels.levels() > 0) {
            for (const auto node : levels.of(0))
                add(node, CallNodeIndex(next++), {});
        }
        for (std::size_t level = 1; level <= levels.levels(); ++level)
            addChildren(levels, level);
        for (auto& node : m_nodes.ofStack)
            node = m_number[node.row()];
        m_shape.nodeOfStack = std::move(m_nodes.ofStack);
    }

    bool knowsRecursion() const { return m_isRecursive.size() == m_shape.size(); }

private:
    /// Adds the nodes below those of the previous level; if that is the last one, only marks them as leaves.
    void addChildren(const NodesByLevel& levels, std::size_t level) {
        const auto nodes = level < levels.levels() ? levels.of(level) : std::span<const std::uint32_t>();
        // For each parent, at first the number of its children, then the row of its next child, finally the
        // end of its children.
        const auto ends = std::span(m_shape.childrenBegin).subspan(1);
        for (const auto node : nodes)
            ++ends[m_number[m_nodes.parent[node].row()].row()];
        auto position = levels.begin(level);
        for (auto parent = levels.begin(level - 1); parent < levels.begin(level); ++parent)
            position += std::exchange(ends[parent], position);
        for (const auto node : nodes) {
            const auto parent = m_number[m_nodes.parent[node].row()];
            add(node, CallNodeIndex(ends[parent.row()]++), parent);
        }
        std::fill(m_shape.depth.begin() + levels.begin(level - 1),
                  m_shape.depth.begin() + levels.begin(level), static_cast<std::uint32_t>(level - 1));
    }

    void add(std::uint32_t node, CallNodeIndex number, CallNodeIndex parent) {
        m_number[node] = number;
        m_shape.parent[number.row()] = parent;
        m_shape.group[number.row()] = m_nodes.group[node];
        if (!m_isRecursive.empty()) m_shape.isRecursive[number.row()] = m_isRecursive[node];
    }

    CallTreeShape& m_shape;
    NodesByStack m_nodes;
    std::vector<std::uint8_t> m_isRecursive; // for each of m_nodes; empty if not known
    std::vector<CallNodeIndex> m_number;     // row in the shape for each of m_nodes
};

/// Walks the tree depth first and keeps how often each group is on the way from the root.
void markRecursion(CallTreeShape& shape) {
    std::vector<std::uint32_t> onTheWay(shape.groups->size());
    struct Step {
        std::uint32_t node;
        std::uint32_t nextChild;
    };
    std::vector<Step> way;
    const auto enter = [&](std::uint32_t node) {
        shape.isRecursive[node] = onTheWay[shape.group[node].row()]++ > 0;
        way.push_back({node, shape.childrenBegin[node]});
    };
    for (std::uint32_t root = 0; root < shape.childrenBegin[0]; ++root) {
        enter(root);
        while (!way.empty()) {
            auto& [node, nextChild] = way.back();
            if (nextChild < shape.childrenBegin[node + 1]) {
                enter(nextChild++);
            } else {
                --onTheWay[shape.group[node].row()];
                way.pop_back();
            }
        }
    }
}

} // namespace

std::shared_ptr<CallTreeShape> callTreeShape(std::shared_ptr<const FrameGroups> groups,
                                             const std::shared_ptr<const TransformedStacks>& transformed) {
    auto shape = std::make_shared<CallTreeShape>();
    shape->groups = transformed ? withAddedFrames(groups, *transformed) : std::move(groups);
    const auto& stacks = transformed ? transformed->stacks : shape->groups->profile->stacks;
    LevelByLevel numbering(*shape, NodesByStack(*shape->groups, stacks));
    numbering.run();
    if (!numbering.knowsRecursion()) markRecursion(*shape);
    if (!transformed) return shape;
    const auto nodeOfTransformed = std::move(shape->nodeOfStack);
    shape->nodeOfStack.reserve(transformed->ofStack.size());
    for (const auto stack : transformed->ofStack)
        shape->nodeOfStack.push_back(stack ? nodeOfTransformed[stack.row()] : CallNodeIndex());
    return shape;
}

std::vector<std::int64_t> callNodeSelf(const CallTreeShape& shape, const StackWeights& weights) {
    // Nodes of neighbouring stacks are far from each other.
    constexpr std::size_t stacksAhead = 32;
    const auto& nodes = shape.nodeOfStack;
    auto result = longColumn<std::int64_t>(shape.size() + 1); // the last row: stacks without a node
    static_assert(CallNodeIndex::noneValue == std::numeric_limits<std::uint32_t>::max());
    const auto selfOf = [&](std::size_t stack) -> std::int64_t& {
        return result[std::min<std::size_t>(nodes[stack].row(), shape.size())];
    };
    // Most weights are 0, because such stacks only lead to others. Adding all is faster than branching.
    const auto ahead = nodes.size() - std::min(nodes.size(), stacksAhead);
    for (std::size_t stack = 0; stack < ahead; ++stack) {
        __builtin_prefetch(&selfOf(stack + stacksAhead), 1);
        selfOf(stack) = wrappingSum(selfOf(stack), weights.weight[stack]);
    }
    for (auto stack = ahead; stack < nodes.size(); ++stack)
        selfOf(stack) = wrappingSum(selfOf(stack), weights.weight[stack]);
    result.pop_back();
    return result;
}

CallNodeWeights callNodeWeights(const CallTreeShape& shape, const StackWeights& weights) {
    CallNodeWeights result;
    result.self = callNodeSelf(shape, weights);
    result.total = result.self;
    for (auto node = shape.size(); node-- > 0;) {
        const auto parent = shape.parent[node];
        if (!parent) continue;
        auto& total = result.total[parent.row()];
        total = wrappingSum(total, result.total[node]);
    }
    return result;
}

} // namespace candela
