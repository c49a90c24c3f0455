#include "model/analysis/call_tree/flame_layout.h"

#include "model/analysis/call_tree/weight_order.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace candela {

namespace {

/// The children of call nodes as they are drawn, from left to right.
class OrderedChildren {
public:
    OrderedChildren(CallTree& tree, FlameOrder order) : m_tree(tree), m_order(order) {}

    /// Without children whose magnitude overflowed. Valid until the next call.
    std::span<const CallNodeIndex> of(CallNodeIndex parent) {
        auto children = m_tree.children(parent); // largest first
        const auto isPositive = [&](CallNodeIndex child) { return m_tree.magnitude(child) > 0; };
        children = children.first(
            static_cast<std::size_t>(std::ranges::partition_point(children, isPositive) - children.begin()));
        if (m_order == FlameOrder::ByWeight) return children;
        const auto& ranks = m_tree.groups().nameRanks();
        m_rows.clear();
        for (const auto child : children)
            m_rows.push_back({-std::int64_t(ranks[m_tree.group(child).row()]), child.row()});
        sortByWeight(m_rows);
        m_byName.clear();
        for (const auto& [weight, row] : m_rows)
            m_byName.push_back(CallNodeIndex(row));
        return m_byName;
    }

private:
    CallTree& m_tree;
    FlameOrder m_order;
    std::vector<WeightedRow> m_rows;
    std::vector<CallNodeIndex> m_byName;
};

/// The children of one call node, as they are drawn: those that are wide enough for a box of their own, from
/// left to right, and between them runs of the others. Children whose magnitude overflowed are left out.
class DrawnChildren {
public:
    /// Narrow children without a wide one between them.
    struct Run {
        ChildSums nodes;
        std::int64_t beforeHeaviest = 0; // the magnitude of those to the left of the heaviest
        std::uint32_t heaviestRank = 0;
    };

    DrawnChildren(CallTree& tree, FlameOrder order, std::int64_t minimumMagnitude)
        : m_tree(tree), m_order(order), m_minimumMagnitude(std::max<std::int64_t>(minimumMagnitude, 1)) {}

    void find(CallNodeIndex parent) {
        m_found.clear();
        if (m_order == FlameOrder::ByWeight)
            findByWeight(parent);
        else
            findByName(parent);
    }

    const std::vector<SizedChild>& wide() const { return m_found; }
    /// The run to the left of a wide child, or to the right of all; it may be empty.
    const Run& runLeftOf(std::size_t wide) const {
        static const Run none;
        if (m_order == FlameOrder::ByName) return m_runs[wide];
        return wide == m_found.size() ? m_rest : none;
    }

private:
    struct Ranked {
        SizedChild child;
        std::uint32_t rank = 0; // by name
    };

    void findByWeight(CallNodeIndex parent) {
        const auto smaller = m_tree.appendChildren(parent, m_minimumMagnitude, m_found);
        m_rest.nodes.count = 0;
        if (smaller.count > 0) m_rest.nodes = smaller;
        if (m_found.size() < 2) return; // as most have
        std::ranges::sort(m_found, [](const SizedChild& left, const SizedChild& right) {
            return left.magnitude != right.magnitude ? left.magnitude > right.magnitude
                                                     : left.node < right.node;
        });
    }

    void findByName(CallNodeIndex parent) {
        const auto& ranks = m_tree.groups().nameRanks();
        m_tree.appendChildren(parent, 1, m_found);
        m_wide.clear();
        m_narrow.clear();
        for (const auto& child : m_found) {
            auto& list = child.magnitude < m_minimumMagnitude ? m_narrow : m_wide;
            list.push_back({child, ranks[m_tree.group(child.node).row()]});
        }
        std::ranges::sort(m_wide, std::less(), &Ranked::rank);
        m_found.clear();
        for (const auto& [child, rank] : m_wide)
            m_found.push_back(child);
        m_runs.assign(m_wide.size() + 1, {});
        for (const auto& [child, rank] : m_narrow)
            add(runAt(rank), child, rank);
        for (const auto& [child, rank] : m_narrow) {
            auto& run = runAt(rank);
            if (rank < run.heaviestRank)
                run.beforeHeaviest = wrappingSum(run.beforeHeaviest, child.magnitude);
        }
    }

    Run& runAt(std::uint32_t rank) {
        const auto right = std::ranges::lower_bound(m_wide, rank, std::less(), &Ranked::rank);
        return m_runs[static_cast<std::size_t>(right - m_wide.begin())];
    }

    /// Of the heaviest ones, the first by name counts.
    static void add(Run& run, const SizedChild& child, std::uint32_t rank) {
        auto& heaviest = run.nodes.heaviest;
        if (child.magnitude == heaviest.magnitude && rank < run.heaviestRank) heaviest = child;
        run.nodes.add(child);
        if (heaviest.node == child.node) run.heaviestRank = rank;
    }

    CallTree& m_tree;
    FlameOrder m_order;
    std::int64_t m_minimumMagnitude;
    std::vector<SizedChild> m_found; // in the end the wide ones, in order
    std::vector<Ranked> m_wide;      // these and the following: only by name
    std::vector<Ranked> m_narrow;
    std::vector<Run> m_runs;
    Run m_rest; // only by weight: to the right of all
};

/// Lays out boxes row by row: the children of each box of the last row, from left to right.
class FlameLayouter {
public:
    FlameLayouter(CallTree& tree, FlameOrder order, double minimumShare, FlameLayout& layout)
        : m_children(tree, order, leastMagnitude(minimumShare, layout.total)),
          m_scale(1.0 / static_cast<double>(layout.total)), m_layout(layout) {}

    void run() {
        std::vector<Box> row, next;
        if (m_layout.root) {
            row.push_back({.node = m_layout.root, .left = 0, .right = 1});
        } else {
            addChildren(row, {.node = {}, .left = 0, .right = 1});
        }
        while (!row.empty()) {
            m_layout.rowBegin.push_back(static_cast<std::uint32_t>(m_layout.boxes.size()));
            next.clear();
            for (const auto& box : row) {
                m_layout.boxes.emplace_back(box.node, static_cast<float>(box.left),
                                            static_cast<float>(box.right), box.merged);
                if (box.node) addChildren(next, box);
            }
            std::swap(row, next);
        }
        m_layout.rowBegin.push_back(static_cast<std::uint32_t>(m_layout.boxes.size()));
    }

private:
    /// A box before rounding to float, so that deep rows stay inside their ancestors.
    struct Box {
        CallNodeIndex node;
        double left = 0;
        double right = 0;
        std::uint32_t merged = 0;
    };

    void addChildren(std::vector<Box>& row, const Box& parent) {
        m_children.find(parent.node);
        const auto end = std::min(parent.right, m_layout.span.right);
        auto left = parent.left;
        // Sums that overflowed must not extend beyond the parent.
        const auto push = [&](CallNodeIndex node, std::uint32_t merged, std::int64_t magnitude) {
            const auto begin =
                std::exchange(left, std::min(left + static_cast<double>(magnitude) * m_scale, parent.right));
            const bool isAdded = isSeen(begin, left);
            if (isAdded) row.emplace_back(node, begin, left, merged); // called often: makes no copy
            return isAdded;
        };
        const auto pushRun = [&](const DrawnChildren::Run& run) {
            const auto& nodes = run.nodes;
            if (nodes.count == 0) return;
            const auto heaviestLeft = left + static_cast<double>(run.beforeHeaviest) * m_scale;
            if (push({}, static_cast<std::uint32_t>(m_layout.merged.size()), nodes.magnitude))
                m_layout.merged.emplace_back(nodes, heaviestLeft);
        };
        const auto& wide = m_children.wide();
        for (std::size_t number = 0; number < wide.size(); ++number) {
            pushRun(m_children.runLeftOf(number));
            if (left >= end) return;
            push(wide[number].node, 0, wide[number].magnitude);
        }
        pushRun(m_children.runLeftOf(wide.size()));
    }

    bool isSeen(double left, double right) const {
        return static_cast<float>(left) < static_cast<float>(right) && right > m_layout.span.left &&
               left < m_layout.span.right;
    }

    /// The least magnitude that has this share.
    static std::int64_t leastMagnitude(double share, std::int64_t total) {
        if (share >= 1) return total;
        return static_cast<std::int64_t>(std::ceil(std::max(share, 0.0) * static_cast<double>(total)));
    }

    DrawnChildren m_children;
    double m_scale;
    FlameLayout& m_layout;
};

/// Calls visit(child, span) for each child of a node that has this span, until that returns false.
void forEachSpan(CallTree& tree, OrderedChildren& children, CallNodeIndex node, const FlameSpan& span,
                 const auto& visit) {
    const auto total = static_cast<double>(tree.totalMagnitude());
    double left = span.left;
    for (const auto child : children.of(node)) {
        // Sums that overflowed must not extend beyond the parent.
        const auto right = std::min(left + static_cast<double>(tree.magnitude(child)) / total, span.right);
        if (!visit(child, FlameSpan{left, right})) return;
        left = right;
    }
}

} // namespace

std::span<const FlameBox> FlameLayout::row(std::size_t depth) const {
    return std::span(boxes).subspan(rowBegin[depth], rowBegin[depth + 1] - rowBegin[depth]);
}

const FlameBox* FlameLayout::boxAt(std::size_t depth, float x) const {
    if (depth >= rows()) return nullptr;
    const auto boxes = row(depth);
    const auto after = std::ranges::upper_bound(boxes, x, std::less(), &FlameBox::left);
    if (after == boxes.begin()) return nullptr;
    const auto& box = *(after - 1);
    return x < box.right ? &box : nullptr;
}

FlameLayout flameLayout(CallTree& tree, CallNodeIndex root, double minimumShare, FlameOrder order,
                        FlameSpan span) {
    FlameLayout layout;
    layout.root = root;
    layout.span = span;
    layout.total = root ? tree.magnitude(root) : tree.totalMagnitude();
    if (layout.total <= 0) return layout;
    FlameLayouter(tree, order, minimumShare, layout).run();
    return layout;
}

FlameSpan wholeSpan(CallTree& tree, CallNodeIndex node, FlameOrder order) {
    std::vector<CallNodeIndex> path; // innermost first
    for (; node; node = tree.parent(node))
        path.push_back(node);
    OrderedChildren children(tree, order);
    FlameSpan span;
    CallNodeIndex parent;
    while (!path.empty()) {
        forEachSpan(tree, children, parent, FlameSpan(span), [&](CallNodeIndex child, const FlameSpan& part) {
            if (child == path.back()) span = part;
            return child != path.back();
        });
        parent = path.back();
        path.pop_back();
    }
    return span;
}

CallNodeIndex callNodeAt(CallTree& tree, double share, std::uint32_t depth, FlameOrder order) {
    OrderedChildren children(tree, order);
    FlameSpan span;
    CallNodeIndex node;
    for (std::uint32_t row = 0; row <= depth; ++row) {
        CallNodeIndex found;
        forEachSpan(tree, children, node, FlameSpan(span), [&](CallNodeIndex child, const FlameSpan& part) {
            if (share < part.right) found = child;
            if (found) span = part;
            return found.isNone();
        });
        if (found.isNone()) break;
        node = found;
    }
    return node;
}

} // namespace candela
