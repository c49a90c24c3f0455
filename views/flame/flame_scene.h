/// Where everything of a flame graph is, in pixels: geometry apart from painting. Row 0 is everything;
/// ancestors of a zoomed root follow, then the layout's rows.
#pragma once

#include "model/analysis/call_tree/flame_layout.h"

#include <QRectF>

#include <memory>
#include <vector>

namespace candela {

/// Boxes narrower than this many pixels are not laid out.
inline constexpr double minimumBoxWidth = 0.5;

enum class RootSide { Top, Bottom };

/// What is at a position in the picture.
struct FlameHit {
    enum class Part { Nothing, Everything, Ancestor, Box, Merged } part = Part::Nothing;
    CallNodeIndex node; ///< of an ancestor or box
    const FlameBox* box = nullptr;
};

/// What to paint: one layout of one tree, and which box has which tone (a row of the colouring's palette).
struct FlameScene {
    std::shared_ptr<CallTree> tree;
    FlameLayout layout;
    std::vector<CallNodeIndex> ancestors; ///< of the layout's root, outermost first
    std::vector<std::uint8_t> tones;      ///< a row per box; those of several nodes have none of the palette

    bool isEmpty() const { return !tree; }
    std::size_t rows() const { return 1 + ancestors.size() + layout.rows(); }
    /// The row of the picture that shows the layout's first row.
    std::size_t firstRow() const { return 1 + ancestors.size(); }
    /// The row of the picture that shows a node: one of the ancestors, or one of the layout.
    std::size_t rowOf(CallNodeIndex node) const;
    void setRoot(CallNodeIndex root);
    /// The box of a node; null if it was not laid out.
    const FlameBox* boxOf(CallNodeIndex node) const;
};

/// How a scene is put on a surface. `left` and `scale` stretch it sideways: scale 1 shows the whole width.
struct FlameGeometry {
    double width = 0;
    double height = 0;
    double rowHeight = 19;
    RootSide rootSide = RootSide::Top;
    double scroll = 0; ///< pixels from the content's top
    double left = 0;   ///< share of the whole at the left edge
    double scale = 1;

    double x(double share) const { return (share - left) * scale * width; }
    double share(double x) const { return left + x / (scale * width); }
    FlameSpan visibleSpan() const { return {left, left + 1 / scale}; }
    /// What is laid out where that is visible: also what a drag uncovers next.
    FlameSpan spanToLayOut() const { return {left - 1 / scale, left + 2 / scale}; }
    double contentHeight(const FlameScene& scene) const {
        return static_cast<double>(scene.rows()) * rowHeight;
    }
    /// Top edge of a row of the picture.
    double y(const FlameScene& scene, std::size_t row) const;
    QRectF boxRect(const FlameScene& scene, std::size_t row, const FlameBox& box) const;
    FlameHit hit(const FlameScene& scene, QPointF point) const;
    /// First and last row (one past) of the picture between two heights.
    std::pair<std::size_t, std::size_t> rowsBetween(const FlameScene& scene, double top, double bottom) const;
    /// The full-width rectangle of a row.
    QRectF rowRect(const FlameScene& scene, std::size_t row) const;
    /// The left end of the lower edge of a node's box, or of its row where it has no box.
    QPointF bottomLeftOf(const FlameScene& scene, CallNodeIndex node) const;

    /// Moves what `share` of the whole is at to the left edge, as far as the picture reaches.
    void setLeft(double share);
    /// Stretches sideways by the factor, within limits; what is at `x` stays there.
    void stretch(double factor, double x);
    /// Stretches until a box of several nodes fills the width, or further, so that the heaviest of them gets
    /// a box in which something can be read.
    void lookInto(const FlameScene& scene, const FlameBox& box);
};

} // namespace candela
