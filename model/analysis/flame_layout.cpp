#include "model/analysis/flame_layout.h"

#include <algorithm>
#include <functional>

namespace candela {

namespace {

/// Lays boxes row by row: the children of each box of the last row, from left to right.
class FlameLayouter {
public:
    FlameLayouter(CallTree& tree, FlameOrder order, double scale, double smallestShare)
        : m_tree(tree), m_order(order), m_scale(scale), m_smallestShare(smallestShare) {}

    void run(FlameLayout& layout) {
        std::vector<Place> row;
        if (layout.root) {
            row.push_back({layout.root, 0, 1});
        } else {
            addChildren(row, {{}, 0, 1});
        }
        while (!row.empty()) {
            layout.rowBegin.push_back(static_cast<std::uint32_t>(layout.boxes.size()));
            std::vector<Place> next;
            for (const auto& place : row) {
                layout.boxes.push_back(
                    {place.node, static_cast<float>(place.left), static_cast<float>(place.right)});
                addChildren(next, place);
            }
            row = std::move(next);
        }
        layout.rowBegin.push_back(static_cast<std::uint32_t>(layout.boxes.size()));
    }

private:
    /// A box before its rounding, so that deep rows stay inside their ancestors.
    struct Place {
        CallNodeIndex node;
        double left = 0;
        double right = 0;
    };

    double width(CallNodeIndex node) const { return static_cast<double>(m_tree.total(node)) * m_scale; }

    void addChildren(std::vector<Place>& row, const Place& parent) {
        auto left = parent.left;
        for (const auto child : wideChildren(parent.node)) {
            // Where negative weights make the parent narrower than its children, they are cut at its edge.
            const auto right = std::min(left + width(child), parent.right);
            if (right <= left) break;
            row.push_back({child, left, right});
            left = right;
        }
    }

    std::span<const CallNodeIndex> wideChildren(CallNodeIndex parent) {
        const auto children = m_tree.children(parent); // largest first
        const auto tooNarrow = [&](CallNodeIndex child) {
            return m_tree.total(child) <= 0 || width(child) < m_smallestShare;
        };
        const auto wide = children.first(static_cast<std::size_t>(
            std::ranges::partition_point(children, std::not_fn(tooNarrow)) - children.begin()));
        if (m_order == FlameOrder::ByWeight) return wide;
        const auto name = [&](CallNodeIndex node) -> std::string_view {
            return m_tree.groups()[m_tree.group(node)].name;
        };
        m_byName.assign(wide.begin(), wide.end());
        std::ranges::stable_sort(m_byName, std::less(), name);
        return m_byName;
    }

    CallTree& m_tree;
    FlameOrder m_order;
    double m_scale;
    double m_smallestShare;
    std::vector<CallNodeIndex> m_byName;
};

/// What spans the whole width. Negative roots must not squeeze the others out of it.
std::int64_t wholeWidth(CallTree& tree, CallNodeIndex root) {
    if (root) return tree.total(root);
    std::int64_t positive = 0;
    for (const auto node : tree.children({}))
        positive += std::max<std::int64_t>(0, tree.total(node));
    return std::max(positive, tree.totalWeight());
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

FlameLayout flameLayout(CallTree& tree, CallNodeIndex root, double smallestShare, FlameOrder order) {
    FlameLayout layout;
    layout.root = root;
    layout.total = wholeWidth(tree, root);
    if (layout.total <= 0) return layout;
    FlameLayouter(tree, order, 1.0 / static_cast<double>(layout.total), smallestShare).run(layout);
    return layout;
}

} // namespace candela
