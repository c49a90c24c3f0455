#include "model/analysis/call_tree/call_tree_shape.h"

#include "model/analysis/call_tree/tree_walk.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"
#include "model/profile/long_column.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace candela {

namespace {

/// Makes the nodes level by level. Stacks whose groups are equal from the root on share a node. Siblings are
/// found by group without a table of all nodes, because the children of a node are made at once.
class LevelByLevel {
public:
    LevelByLevel(CallTreeShape& shape, const StackTable& stacks)
        : m_shape(shape), m_rows(longColumn<Row>(stacks.size())), m_found(shape.groups->size()) {
        for (auto row = static_cast<std::uint32_t>(stacks.size()); row-- > 0;) {
            const auto parent = stacks.parent[row];
            auto& first = parent ? m_rows[parent.row()].firstChild : m_firstRoot;
            m_rows[row].group = shape.groups->groupOfFrame[stacks.frame[row].row()];
            m_rows[row].next = std::exchange(first, row);
        }
        reserveLong(m_shape.parent, stacks.size());
        reserveLong(m_shape.group, stacks.size());
        reserveLong(m_shape.depth, stacks.size());
        reserveLong(m_shape.childrenBegin, stacks.size() + 1);
        reserveLong(m_firstRow, stacks.size());
    }

    void run() {
        addSiblings({}, m_firstRoot);
        m_shape.depth.resize(m_firstRow.size());
        std::size_t levelEnd = m_firstRow.size();
        for (std::size_t node = 0; node < m_firstRow.size(); ++node) {
            if (node == levelEnd) endLevel(levelEnd);
            m_shape.childrenBegin.push_back(static_cast<std::uint32_t>(m_firstRow.size()));
            // The next nodes are known, and their rows may be anywhere in memory.
            constexpr std::size_t ahead = 16;
            if (node + ahead < m_firstRow.size()) __builtin_prefetch(&m_rows[m_firstRow[node + ahead]]);
            const auto& first = m_rows[m_firstRow[node]];
            if (first.next == noRow)
                addSiblings(CallNodeIndex(node), first.firstChild);
            else
                addChildrenOfAll(CallNodeIndex(node));
        }
        m_shape.depth.resize(m_firstRow.size(), m_level);
        m_shape.childrenBegin.push_back(static_cast<std::uint32_t>(m_firstRow.size()));
        fit(m_shape.parent);
        fit(m_shape.group);
        fit(m_shape.depth);
        fit(m_shape.childrenBegin);
    }

    CallNodeIndex nodeOf(std::size_t row) const { return m_rows[row].node; }

private:
    static constexpr auto noRow = std::numeric_limits<std::uint32_t>::max();
    /// A stack. Neighbouring rows mostly are on one path, so that few are far from their parents in memory.
    struct Row {
        std::uint32_t firstChild = noRow;
        std::uint32_t next = noRow; ///< the next child of the same parent; when the row has a node, the next
                                    ///< row of that node
        FrameGroupIndex group;
        CallNodeIndex node;
    };

    /// `row` and the next children of one stack.
    void addSiblings(CallNodeIndex parent, std::uint32_t row) {
        if (row == noRow) return;
        if (m_rows[row].next == noRow) return add(parent, row);
        ++m_pass;
        while (row != noRow)
            findOrAdd(parent, std::exchange(row, std::exchange(m_rows[row].next, noRow)));
    }

    /// The children of all rows of a node, in the order of rows.
    void addChildrenOfAll(CallNodeIndex parent) {
        m_gathered.clear();
        for (auto row = m_firstRow[parent.row()]; row != noRow; row = m_rows[row].next)
            for (auto child = m_rows[row].firstChild; child != noRow; child = m_rows[child].next)
                m_gathered.push_back(child);
        if (!std::ranges::is_sorted(m_gathered)) std::ranges::sort(m_gathered);
        ++m_pass;
        for (const auto row : m_gathered) {
            m_rows[row].next = noRow;
            findOrAdd(parent, row);
        }
    }

    void findOrAdd(CallNodeIndex parent, std::uint32_t row) {
        auto& found = m_found[m_rows[row].group.row()];
        if (found.pass == m_pass) {
            m_rows[row].node = m_rows[found.lastRow].node;
            m_rows[found.lastRow].next = row;
        } else {
            add(parent, row);
        }
        found = {m_pass, row};
    }

    void add(CallNodeIndex parent, std::uint32_t row) {
        m_rows[row].node = CallNodeIndex(m_firstRow.size());
        m_firstRow.push_back(row);
        m_shape.parent.push_back(parent);
        m_shape.group.push_back(m_rows[row].group);
    }

    void endLevel(std::size_t& end) {
        end = m_firstRow.size();
        m_shape.depth.resize(end, ++m_level);
    }

    /// Stacks may have far more rows than nodes.
    template<typename T>
    void fit(std::vector<T>& column) const {
        if (column.size() > m_rows.size() / 2) return;
        std::vector<T> fitting;
        reserveLong(fitting, column.size());
        fitting.assign(column.begin(), column.end());
        column.swap(fitting);
    }

    CallTreeShape& m_shape;
    std::vector<Row> m_rows;
    std::uint32_t m_firstRoot = noRow;
    std::vector<std::uint32_t> m_firstRow; // of each node
    std::uint32_t m_level = 0;
    // For each group, the last row with it below the current parent, which is valid if it has the number of
    // this pass.
    struct Found {
        std::uint32_t pass = 0;
        std::uint32_t lastRow = 0;
    };
    std::vector<Found> m_found;
    std::uint32_t m_pass = 0;
    std::vector<std::uint32_t> m_gathered;
};

/// Finds stacks with an ancestor of the same group, from the path to each stack.
class RecursiveStacks {
public:
    RecursiveStacks(const FrameGroups& groups, const StackTable& stacks)
        : m_groupOfFrame(groups.groupOfFrame), m_frame(stacks.frame), m_onTheWay(groups.size()),
          m_isRecursive(longColumn<std::uint8_t>(stacks.size())) {}

    /// For each stack 1 or 0: whether its last frame is recursive. Empty if the order of the stacks makes
    /// this slow.
    static std::vector<std::uint8_t> of(const FrameGroups& groups, const StackTable& stacks) {
        RecursiveStacks recursive(groups, stacks);
        TreeWalk walk(std::span<const StackIndex>(stacks.parent), recursive);
        for (std::size_t row = 0; row < stacks.size(); ++row) {
            walk.moveTo(StackIndex(row));
            if (walk.isSlow(row)) return {};
        }
        return std::move(recursive.m_isRecursive);
    }

    void enter(StackIndex stack) { m_isRecursive[stack.row()] = m_onTheWay[groupOf(stack)]++ > 0; }
    void leave(StackIndex stack) { --m_onTheWay[groupOf(stack)]; }

private:
    std::size_t groupOf(StackIndex stack) const { return m_groupOfFrame[m_frame[stack.row()].row()].row(); }

    std::span<const FrameGroupIndex> m_groupOfFrame;
    std::span<const FrameIndex> m_frame;
    std::vector<std::uint32_t> m_onTheWay; // how often each group occurs on the path to the current stack
    std::vector<std::uint8_t> m_isRecursive;
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

/// Makes the tree of stacks, of which each of the profile has one in `ofStack`; null: its own.
void makeNodes(CallTreeShape& shape, const StackTable& stacks, const std::vector<StackIndex>* ofStack) {
    constexpr std::size_t minimumForThread = 1 << 16; // rows
    LevelByLevel nodes(shape, stacks);
    std::vector<std::uint8_t> isRecursive;
    const std::size_t parts = stacks.size() < minimumForThread ? 1 : 2;
    inParallel(parts, [&](std::size_t part) {
        if (part == 0) nodes.run();
        if (part == parts - 1) isRecursive = RecursiveStacks::of(*shape.groups, stacks);
    });
    shape.isRecursive = longColumn<std::uint8_t>(shape.size());
    for (std::size_t row = 0; row < isRecursive.size(); ++row)
        shape.isRecursive[nodes.nodeOf(row).row()] = isRecursive[row];
    const auto size = ofStack ? ofStack->size() : stacks.size();
    reserveLong(shape.nodeOfStack, size);
    for (std::size_t row = 0; row < size; ++row) {
        const auto stack = ofStack ? (*ofStack)[row] : StackIndex(row);
        shape.nodeOfStack.push_back(stack ? nodes.nodeOf(stack.row()) : CallNodeIndex());
    }
    if (isRecursive.size() < stacks.size()) markRecursion(shape);
}

} // namespace

std::shared_ptr<CallTreeShape> callTreeShape(std::shared_ptr<const FrameGroups> groups,
                                             const std::shared_ptr<const TransformedStacks>& transformed) {
    auto shape = std::make_shared<CallTreeShape>();
    shape->groups = transformed ? withAddedFrames(groups, *transformed) : std::move(groups);
    if (transformed)
        makeNodes(*shape, transformed->stacks, &transformed->ofStack);
    else
        makeNodes(*shape, shape->groups->profile->stacks, nullptr);
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
