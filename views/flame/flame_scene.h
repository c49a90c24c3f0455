/// The positions of all parts of a flame graph, in pixels: geometry separate from painting. Row 0 is the bar
/// for everything; the ancestors of a zoomed root follow, then the layout's rows.
#pragma once

#include "model/analysis/call_tree/flame_layout.h"

#include <QRectF>

#include <memory>
#include <vector>

namespace candela {

/// Boxes narrower than this many pixels are not laid out.
inline constexpr double minimumBoxWidth = 0.5;

enum class RootSide { Top, Bottom };

/// The item at a position in the picture.
struct FlameHit {
    enum class Part { Nothing, Everything, Ancestor, Box, Merged } part = Part::Nothing;
    CallNodeIndex node; ///< the node of an ancestor or box
    const FlameBox* box = nullptr;
};

/// The content to paint: the layout of a tree, and the tone of each box (a row of the colouring's palette).
/// FlameColours::assign() makes groups and tones.
struct FlameScene {
    std::shared_ptr<CallTree> tree;
    FlameLayout layout;
    std::vector<CallNodeIndex> ancestors; ///< ancestors of the layout's root, outermost first
    std::vector<FrameGroupIndex> groups;  ///< of each box; none for boxes of several nodes
    std::vector<std::uint8_t> tones;      ///< a row for each box; unused for boxes of several nodes

    bool isEmpty() const { return !tree; }
    std::size_t rows() const { return 1 + ancestors.size() + layout.rows(); }
    /// The picture's row of the layout's first row.
    std::size_t firstRow() const { return 1 + ancestors.size(); }
    /// The picture's row of a node, which is one of the ancestors or in the layout.
    std::size_t rowOf(CallNodeIndex node) const;
    void setRoot(CallNodeIndex root);
    /// The box of a node; null if it has none in the layout.
    const FlameBox* boxOf(CallNodeIndex node) const;
};

/// How a scene is placed on a surface. `left` and `scale` stretch it horizontally: scale 1 shows the whole
/// width.
struct FlameGeometry {
    double width = 0;
    double height = 0;
    double rowHeight = 19;
    RootSide rootSide = RootSide::Top;
    double scroll = 0; ///< pixels from the top of the content
    double left = 0;   ///< share of the whole at the left edge
    double scale = 1;
    double room = 0; ///< pixels beyond the last row, for what lies over them until they are scrolled away

    double x(double share) const { return (share - left) * scale * width; }
    double share(double x) const { return left + x / (scale * width); }
    FlameSpan visibleSpan() const { return {left, left + 1 / scale}; }
    /// The span that is laid out for the visible span: more on both sides, for the next drag.
    FlameSpan spanToLayOut() const { return {left - 1 / scale, left + 2 / scale}; }
    double contentHeight(const FlameScene& scene) const {
        return static_cast<double>(scene.rows()) * rowHeight + room;
    }
    /// Top edge of a row of the picture.
    double y(const FlameScene& scene, std::size_t row) const;
    QRectF boxRect(const FlameScene& scene, std::size_t row, const FlameBox& box) const;
    FlameHit hit(const FlameScene& scene, QPointF point) const;
    /// The rows of the picture between two heights: the first, and one past the last.
    std::pair<std::size_t, std::size_t> rowsBetween(const FlameScene& scene, double top, double bottom) const;
    /// The full-width rectangle of a row.
    QRectF rowRect(const FlameScene& scene, std::size_t row) const;
    /// The left end of the lower edge of a node's box, or of its row if it has no box.
    QPointF bottomLeftOf(const FlameScene& scene, CallNodeIndex node) const;

    /// Scrolls horizontally until `share` of the whole is at the left edge, as far as possible.
    void setLeft(double share);
    /// Stretches horizontally by the factor, within limits; the position at `x` stays where it is.
    void stretch(double factor, double x);
    /// Stretches until a box of several nodes fills the width, or further, until the heaviest of them has a
    /// readable box.
    void lookInto(const FlameScene& scene, const FlameBox& box);
};

} // namespace candela
