#include "model/analysis/call_tree/flame_layout.h"

#include "model/analysis/call_tree/top_down_tree.h"
#include "model/analysis/call_tree/weight_order.h"

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

/// Lays out boxes row by row: the children of each call node of the last row, from left to right. Those that
/// are too narrow for a box of their own are merged. Children whose magnitude overflowed are left
/// out.
class FlameLayouter {
public:
    FlameLayouter(CallTree& tree, FlameOrder order, double minimumShare, FlameLayout& layout)
        : m_tree(tree), m_plain(tree.treeOfShape()),
          m_ranks(order == FlameOrder::ByName ? tree.groups().nameRanks().data() : nullptr),
          m_minimumMagnitude(magnitudeOfShare(minimumShare, layout.total)),
          m_scale(1.0 / static_cast<double>(layout.total)), m_layout(layout) {}

    void run() {
        if (m_layout.root)
            add(m_layout.root, 0, 1);
        else
            addChildren({.node = {}, .left = 0, .right = 1});
        std::size_t rowBegin = 0;
        while (rowBegin < m_layout.boxes.size()) {
            m_layout.rowBegin.push_back(static_cast<std::uint32_t>(rowBegin));
            rowBegin = m_layout.boxes.size();
            std::swap(m_row, m_next);
            m_next.clear();
            for (std::size_t number = 0; number < m_row.size(); ++number) {
                // The next nodes are known, and their children may be anywhere in memory.
                constexpr std::size_t ahead = 8;
                if (m_plain && number + ahead < m_row.size())
                    m_plain->prefetchChildren(m_row[number + ahead].node);
                addChildren(m_row[number]);
            }
        }
        m_layout.rowBegin.push_back(static_cast<std::uint32_t>(rowBegin));
    }

private:
    /// A call node with a box, before rounding to float, so that deep rows stay inside their ancestors.
    struct Parent {
        CallNodeIndex node;
        double left = 0;
        double right = 0;
    };

    /// Adjacent narrow children.
    struct Narrow {
        ChildSums nodes;
        std::int64_t beforeHeaviest = 0; // the magnitude of those to the left of the heaviest

        void add(const SizedChild& child) {
            if (child.magnitude > nodes.heaviest.magnitude) beforeHeaviest = nodes.magnitude;
            nodes.add(child);
        }
    };

    /// Adds the boxes of one call node's children, from left to right.
    class Siblings {
    public:
        Siblings(FlameLayouter& layouter, const Parent& parent)
            : m_layouter(layouter), m_layout(layouter.m_layout), m_left(parent.left), m_right(parent.right) {}

        void add(CallNodeIndex node, std::int64_t magnitude) {
            const auto left = advance(magnitude);
            if (isSeen(left)) m_layouter.add(node, left, m_left);
        }
        void add(const Narrow& narrow) {
            if (narrow.nodes.count == 0) return;
            const auto left = advance(narrow.nodes.magnitude);
            if (!isSeen(left)) return;
            m_layout.boxes.emplace_back(CallNodeIndex(), static_cast<float>(left), static_cast<float>(m_left),
                                        static_cast<std::uint32_t>(m_layout.merged.size()));
            m_layout.merged.emplace_back(narrow.nodes, left + static_cast<double>(narrow.beforeHeaviest) *
                                                                  m_layouter.m_scale);
        }
        /// Whether nothing more can be seen.
        bool isFull() const { return m_left >= std::min(m_right, m_layout.span.right); }

    private:
        /// Returns where the box begins that ends at m_left afterwards.
        double advance(std::int64_t magnitude) {
            // Sums that overflowed must not extend beyond the parent, nor back.
            const auto end = m_left + static_cast<double>(magnitude) * m_layouter.m_scale;
            return std::exchange(m_left, std::clamp(end, m_left, std::max(m_left, m_right)));
        }
        bool isSeen(double left) const {
            return static_cast<float>(left) < static_cast<float>(m_left) && m_left > m_layout.span.left &&
                   left < m_layout.span.right;
        }

        FlameLayouter& m_layouter;
        FlameLayout& m_layout;
        double m_left; // the end of the boxes so far
        double m_right;
    };

    void add(CallNodeIndex node, double left, double right) {
        m_layout.boxes.emplace_back(node, static_cast<float>(left), static_cast<float>(right), 0u);
        m_next.emplace_back(node, left, right);
    }

    void addChildren(const Parent& parent) {
        Siblings siblings(*this, parent);
        if (m_plain) {
            const auto [begin, end] = m_plain->childRange(parent.node);
            if (begin == end) return;
            if (end - begin == 1) return addOnly(siblings, CallNodeIndex(begin)); // as most have
        }
        m_found.clear();
        if (m_ranks)
            addByName(siblings, parent.node);
        else
            addByWeight(siblings, parent.node);
    }

    void addOnly(Siblings& siblings, CallNodeIndex node) {
        const SizedChild child{m_plain->magnitude(node), m_plain->total(node), node};
        if (child.magnitude >= m_minimumMagnitude) {
            siblings.add(node, child.magnitude);
        } else if (child.magnitude > 0) {
            Narrow narrow;
            narrow.add(child);
            siblings.add(narrow);
        }
    }

    void addByWeight(Siblings& siblings, CallNodeIndex parent) {
        Narrow narrow;
        narrow.nodes = m_tree.appendChildren(parent, m_minimumMagnitude, m_found);
        if (m_found.size() > 1)
            std::ranges::sort(m_found, [](const SizedChild& left, const SizedChild& right) {
                return left.magnitude != right.magnitude ? left.magnitude > right.magnitude
                                                         : left.node < right.node;
            });
        for (const auto& child : m_found) {
            if (siblings.isFull()) return;
            siblings.add(child.node, child.magnitude);
        }
        siblings.add(narrow);
    }

    void addByName(Siblings& siblings, CallNodeIndex parent) {
        m_tree.appendChildren(parent, 1, m_found);
        m_ordered.clear();
        for (const auto& child : m_found)
            m_ordered.push_back(
                {-std::int64_t(rankOf(child.node)), static_cast<std::uint32_t>(m_ordered.size())});
        sortByWeight(m_ordered);
        Narrow narrow;
        for (const auto& [weight, row] : m_ordered) {
            const auto& child = m_found[row];
            if (child.magnitude < m_minimumMagnitude) {
                narrow.add(child);
                continue;
            }
            siblings.add(std::exchange(narrow, {}));
            if (siblings.isFull()) return;
            siblings.add(child.node, child.magnitude);
        }
        siblings.add(narrow);
    }

    std::uint32_t rankOf(CallNodeIndex node) const {
        return m_ranks[(m_plain ? m_plain->group(node) : m_tree.group(node)).row()];
    }

    /// The least positive magnitude that has this share.
    static std::int64_t magnitudeOfShare(double share, std::int64_t total) {
        if (share >= 1) return total;
        const auto least = std::ceil(std::max(share, 0.0) * static_cast<double>(total));
        return std::max<std::int64_t>(static_cast<std::int64_t>(least), 1);
    }

    CallTree& m_tree;
    const TopDownTree* m_plain;
    const std::uint32_t* m_ranks; // the groups' ranks by name; null: the order is by weight
    std::int64_t m_minimumMagnitude;
    double m_scale;
    FlameLayout& m_layout;
    std::vector<Parent> m_row;
    std::vector<Parent> m_next;         // the nodes of the row that is being laid out
    std::vector<SizedChild> m_found;    // of one call node
    std::vector<WeightedRow> m_ordered; // rows of m_found
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
