#include "model/analysis/call_tree/flame_layout.h"

#include "model/analysis/call_tree/weight_order.h"
#include "model/base/wrapping.h"

#include <algorithm>
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

/// Lays out boxes row by row: the children of each box of the last row, from left to right.
class FlameLayouter {
public:
    FlameLayouter(CallTree& tree, FlameOrder order, double minimumShare, FlameLayout& layout)
        : m_tree(tree), m_children(tree, order), m_scale(1.0 / static_cast<double>(layout.total)),
          m_minimumShare(minimumShare), m_layout(layout) {}

    void run() {
        std::vector<Box> row;
        if (m_layout.root) {
            row.push_back({.node = m_layout.root, .left = 0, .right = 1});
        } else {
            addChildren(row, {.node = {}, .left = 0, .right = 1});
        }
        while (!row.empty()) {
            m_layout.rowBegin.push_back(static_cast<std::uint32_t>(m_layout.boxes.size()));
            std::vector<Box> next;
            for (const auto& box : row) {
                m_layout.boxes.push_back(
                    {box.node, static_cast<float>(box.left), static_cast<float>(box.right), box.merged});
                if (box.node) addChildren(next, box);
            }
            row = std::move(next);
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
        auto left = parent.left;
        const auto push = [&](Box box, double width) {
            // Sums that overflowed must not extend beyond the parent.
            box.left = std::exchange(left, std::min(left + width, parent.right));
            box.right = left;
            if (isSeen(box)) row.push_back(box);
        };
        MergedNodes run;
        const auto endRun = [&] {
            if (run.count == 0) return;
            Box box{.node = {}, .merged = static_cast<std::uint32_t>(m_layout.merged.size())};
            const auto boxes = row.size();
            push(box, static_cast<double>(run.magnitude) * m_scale);
            if (row.size() > boxes) m_layout.merged.push_back(run);
            run = {};
        };
        const auto end = std::min(parent.right, m_layout.span.right);
        for (const auto child : m_children.of(parent.node)) {
            const double width = static_cast<double>(m_tree.magnitude(child)) * m_scale;
            if (width < m_minimumShare) {
                addTo(run, child, left);
                continue;
            }
            endRun();
            if (left >= end) return;
            push({.node = child}, width);
        }
        endRun();
    }

    void addTo(MergedNodes& run, CallNodeIndex node, double left) const {
        const auto magnitude = m_tree.magnitude(node);
        if (run.count == 0 || magnitude > m_tree.magnitude(run.heaviest)) {
            run.heaviest = node;
            run.heaviestLeft = left + static_cast<double>(run.magnitude) * m_scale;
        }
        ++run.count;
        run.weight = wrappingSum(run.weight, m_tree.total(node));
        run.magnitude = wrappingSum(run.magnitude, magnitude);
    }

    bool isSeen(const Box& box) const {
        return static_cast<float>(box.left) < static_cast<float>(box.right) &&
               box.right > m_layout.span.left && box.left < m_layout.span.right;
    }

    CallTree& m_tree;
    OrderedChildren m_children;
    double m_scale;
    double m_minimumShare;
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
