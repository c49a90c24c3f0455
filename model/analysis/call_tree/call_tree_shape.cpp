#include "model/analysis/call_tree/call_tree_shape.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace candela {

namespace {

/// A row of StackTable, and the group of its frame.
struct GroupedStack {
    StackIndex stack;
    FrameGroupIndex group;
};

/// The stacks one frame longer than each stack.
class LongerStacks {
public:
    LongerStacks(const FrameGroups& groups, const StackTable& stacks) {
        const auto slotOf = [&](std::size_t row) {
            return stacks.parent[row] ? stacks.parent[row].row() + 1 : 0; // those of one frame first
        };
        m_begin.resize(stacks.size() + 2);
        for (std::size_t row = 0; row < stacks.size(); ++row)
            ++m_begin[slotOf(row) + 1];
        std::partial_sum(m_begin.begin(), m_begin.end(), m_begin.begin());
        m_stacks.resize(stacks.size());
        auto next = m_begin;
        for (std::size_t row = 0; row < stacks.size(); ++row)
            m_stacks[next[slotOf(row)]++] = {StackIndex(row), groups.groupOfFrame[stacks.frame[row].row()]};
    }

    /// Of none: the stacks of one frame.
    std::span<const GroupedStack> of(StackIndex stack) const {
        const auto slot = stack ? stack.row() + 1 : 0;
        return std::span(m_stacks).subspan(m_begin[slot], m_begin[slot + 1] - m_begin[slot]);
    }

    /// Where of(stack) will look: first at the offset, then at what is there.
    const void* addressOfBegin(StackIndex stack) const { return &m_begin[stack.row() + 1]; }
    const void* addressOfStacks(StackIndex stack) const { return m_stacks.data() + m_begin[stack.row() + 1]; }

private:
    std::vector<std::uint32_t> m_begin; // one more entry than stacks and none
    std::vector<GroupedStack> m_stacks; // by the stack that they prolong
};

/// Makes the nodes, all children of one node after those of the node before: stacks whose groups are the same
/// from the root on share one.
class LevelByLevel {
public:
    /// Gives each row of `table` a node.
    LevelByLevel(CallTreeShape& shape, const StackTable& table)
        : m_shape(shape), m_longer(*shape.groups, table), m_stackCount(table.size()) {}

    void run() {
        const auto stacks = m_stackCount;
        m_shape.nodeOfStack.resize(stacks);
        m_found.resize(m_shape.groups->size());
        m_order.reserve(stacks);
        m_orderBegin.reserve(stacks + 1);
        m_shape.parent.reserve(stacks);
        m_shape.group.reserve(stacks);
        m_shape.depth.reserve(stacks);
        m_shape.childrenBegin.reserve(stacks + 1);
        m_orderBegin.assign(1, 0);
        addChildren({}, m_longer.of({}));
        m_shape.childrenBegin.push_back(static_cast<std::uint32_t>(m_shape.size()));
        for (std::size_t node = 0; node < m_shape.size(); ++node) {
            // The stacks of the next nodes may be anywhere in the table: waiting for each would take most of
            // the time. The hints stand here, because GCC takes a function of hints alone for one without
            // effects and drops its calls.
            const auto order = m_orderBegin[node];
            if (order + farAhead < m_order.size()) {
                __builtin_prefetch(m_longer.addressOfBegin(m_order[order + farAhead]));
                __builtin_prefetch(m_longer.addressOfStacks(m_order[order + ahead]));
            }
            addChildren(CallNodeIndex(node), stacksBelow(node));
            m_shape.childrenBegin.push_back(static_cast<std::uint32_t>(m_shape.size()));
        }
    }

private:
    static constexpr std::size_t farAhead = 24;
    static constexpr std::size_t ahead = 8;

    /// The stacks of all children of a node.
    std::span<const GroupedStack> stacksBelow(std::size_t node) {
        const auto begin = m_orderBegin[node];
        const auto end = m_orderBegin[node + 1];
        if (end == begin + 1) return m_longer.of(m_order[begin]);
        m_below.clear();
        for (auto row = begin; row < end; ++row) {
            const auto longer = m_longer.of(m_order[row]);
            m_below.insert(m_below.end(), longer.begin(), longer.end());
        }
        return m_below;
    }

    void addChildren(CallNodeIndex parent, std::span<const GroupedStack> stacks) {
        const auto first = m_shape.size();
        const bool areFew = stacks.size() <= maximumCompared;
        ++m_family;
        for (const auto& [stack, group] : stacks) {
            const auto node = areFew ? nodeAmong(first, group) : nodeInFamily(group);
            if (node.row() == m_shape.size()) {
                m_shape.parent.push_back(parent);
                m_shape.group.push_back(group);
                m_shape.depth.push_back(parent ? m_shape.depth[parent.row()] + 1 : 0);
            }
            m_shape.nodeOfStack[stack.row()] = node;
        }
        if (m_shape.size() - first == stacks.size()) {
            for (const auto& [stack, group] : stacks) {
                m_order.push_back(stack);
                m_orderBegin.push_back(static_cast<std::uint32_t>(m_order.size()));
            }
        } else {
            orderStacks(first, stacks);
        }
    }

    /// The node of that group from the first one on; else the next that will be made.
    CallNodeIndex nodeAmong(std::size_t first, FrameGroupIndex group) const {
        const auto from = m_shape.group.begin() + static_cast<std::ptrdiff_t>(first);
        return CallNodeIndex(
            static_cast<std::size_t>(std::find(from, m_shape.group.end(), group) - m_shape.group.begin()));
    }
    CallNodeIndex nodeInFamily(FrameGroupIndex group) {
        auto& found = m_found[group.row()];
        if (found.family != m_family) found = {m_family, CallNodeIndex(m_shape.size())};
        return found.node;
    }

    /// Some of the new nodes have several stacks.
    void orderStacks(std::size_t firstNode, std::span<const GroupedStack> stacks) {
        m_next.assign(m_shape.size() - firstNode, 0);
        for (const auto& [stack, group] : stacks)
            ++m_next[m_shape.nodeOfStack[stack.row()].row() - firstNode];
        auto position = static_cast<std::uint32_t>(m_order.size());
        m_order.resize(m_order.size() + stacks.size());
        for (auto& count : m_next) {
            position += std::exchange(count, position);
            m_orderBegin.push_back(position);
        }
        for (const auto& [stack, group] : stacks)
            m_order[m_next[m_shape.nodeOfStack[stack.row()].row() - firstNode]++] = stack;
    }

    /// Most nodes have few children: comparing them is faster than a look into a table of all groups.
    static constexpr std::size_t maximumCompared = 8;

    CallTreeShape& m_shape;
    LongerStacks m_longer;
    std::size_t m_stackCount;
    std::vector<StackIndex> m_order;         // the stacks by their node
    std::vector<std::uint32_t> m_orderBegin; // where those of each node begin, and those of the next one
    // The node of a group in the family, the children of one node, that is being made.
    struct Found {
        std::uint32_t family = 0;
        CallNodeIndex node;
    };
    std::vector<Found> m_found;
    std::uint32_t m_family = 0;
    std::vector<GroupedStack> m_below;
    std::vector<std::uint32_t> m_next; // where the next stack of each new node goes
};

/// Walks the tree depth first and keeps how often each group is on the way from the root.
void markRecursion(CallTreeShape& shape) {
    shape.isRecursive.resize(shape.size());
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
    LevelByLevel(*shape, transformed ? transformed->stacks : shape->groups->profile->stacks).run();
    markRecursion(*shape);
    if (!transformed) return shape;
    const auto nodeOfTransformed = std::move(shape->nodeOfStack);
    shape->nodeOfStack.reserve(transformed->ofStack.size());
    for (const auto stack : transformed->ofStack)
        shape->nodeOfStack.push_back(stack ? nodeOfTransformed[stack.row()] : CallNodeIndex());
    return shape;
}

std::vector<std::int64_t> callNodeSelf(const CallTreeShape& shape, const StackWeights& weights) {
    std::vector<std::int64_t> result(shape.size());
    for (std::size_t stack = 0; stack < shape.nodeOfStack.size(); ++stack) {
        if (weights.weight[stack] == 0) continue; // most are only on the way to others
        auto& self = result[shape.nodeOfStack[stack].row()];
        self = wrappingSum(self, weights.weight[stack]);
    }
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
