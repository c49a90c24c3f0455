#include "views/flame/flame_marks.h"

#include <QRect>

#include <algorithm>
#include <cmath>
#include <utility>

namespace candela {

namespace {

/// The outline of a narrow box is outside of it, in pixels.
constexpr int outlineWidth = 3;
/// Parts of a row that are closer to each other are one part: a region of fewer rectangles is painted faster.
constexpr int minimumGap = 8;
/// Beyond so many parts, each row has one.
constexpr std::size_t maximumParts = 100;

class ChangedPart {
public:
    ChangedPart(const FlameMarks& before, const FlameMarks& after, const FlameScene& scene,
                const FlameGeometry& geometry)
        : m_scene(scene), m_geometry(geometry) {
        addNodes(before.hovered, after.hovered);
        addNodes(before.selected, after.selected);
        if (before.hoveredGroup == after.hoveredGroup) return;
        for (const auto group : {before.hoveredGroup, after.hoveredGroup})
            if (group) m_groups.push_back(group);
    }

    QRegion region() {
        if (m_nodes.empty() && m_groups.empty()) return {};
        const auto [first, last] = m_geometry.rowsBetween(m_scene, 0, m_geometry.height);
        // A region is made of rectangles from top to bottom.
        const bool isDown = m_geometry.rootSide == RootSide::Top;
        for (auto number = first; number < last; ++number)
            addRow(isDown ? number : last - 1 - (number - first));
        if (m_parts.size() > maximumParts) joinParts();
        QRegion region;
        region.setRects(m_parts.data(), static_cast<int>(m_parts.size()));
        return region;
    }

private:
    void joinParts() {
        std::vector<QRect> rows;
        for (const auto& part : m_parts) {
            if (rows.empty() || rows.back().top() != part.top())
                rows.push_back(part);
            else
                rows.back().setRight(part.right());
        }
        m_parts = std::move(rows);
    }

    void addNodes(CallNodeIndex before, CallNodeIndex after) {
        if (before == after) return;
        for (const auto node : {before, after})
            if (node) m_nodes.push_back(node);
    }

    void addRow(std::size_t row) {
        const double y = m_geometry.y(m_scene, row);
        m_top = qRound(y);
        m_bottom = qRound(y + m_geometry.rowHeight);
        m_partsAbove = m_parts.size();
        if (row == 0) return;
        if (row < m_scene.firstRow()) {
            if (std::ranges::find(m_nodes, m_scene.ancestors[row - 1]) != m_nodes.end())
                addPart(0, m_geometry.width);
            return;
        }
        const auto boxes = m_scene.layout.row(row - m_scene.firstRow());
        const auto seen = m_geometry.visibleSpan();
        auto box = std::ranges::upper_bound(boxes, static_cast<float>(seen.left), {}, &FlameBox::right);
        for (; box != boxes.end() && box->left < seen.right; ++box)
            if (!box->isMerged() && isChanged(*box))
                addPart(m_geometry.x(box->left), m_geometry.x(box->right));
    }

    bool isChanged(const FlameBox& box) const {
        if (std::ranges::find(m_nodes, box.node) != m_nodes.end()) return true;
        const auto index = static_cast<std::size_t>(&box - m_scene.layout.boxes.data());
        return std::ranges::find(m_groups, m_scene.groups[index]) != m_groups.end();
    }

    void addPart(double left, double right) {
        const int begin = static_cast<int>(std::max(std::floor(left) - outlineWidth, 0.0));
        const int end = static_cast<int>(std::min(std::ceil(right) + outlineWidth, m_geometry.width));
        if (begin >= end || m_top >= m_bottom) return;
        if (m_parts.size() > m_partsAbove && begin - m_parts.back().right() <= minimumGap)
            m_parts.back().setRight(std::max(m_parts.back().right(), end - 1));
        else
            m_parts.emplace_back(begin, m_top, end - begin, m_bottom - m_top);
    }

    const FlameScene& m_scene;
    const FlameGeometry& m_geometry;
    std::vector<CallNodeIndex> m_nodes;
    std::vector<FrameGroupIndex> m_groups;
    std::vector<QRect> m_parts;
    std::size_t m_partsAbove = 0; ///< in the rows above the current one
    int m_top = 0, m_bottom = 0;  ///< of the current row
};

} // namespace

CallNodeIndex markedNode(CallTree& tree, const Selection& selection, CallNodeIndex known) {
    if (known && selectionOf(tree, known) == selection) return known;
    return findCallNode(tree, selection.path);
}

QRegion changedBetween(const FlameMarks& before, const FlameMarks& after, const FlameScene& scene,
                       const FlameGeometry& geometry) {
    return ChangedPart(before, after, scene, geometry).region();
}

} // namespace candela
