/// Boxes of a flame graph: what a canvas paints. Pure geometry, tested as text.
#pragma once

#include "model/analysis/call_tree/call_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// One box: from `left` to `right` as shares of the whole width (0 to 1). Its row in the picture is its depth
/// below the layout's root.
struct FlameBox {
    CallNodeIndex node; ///< none: the box stands for several nodes
    float left = 0;
    float right = 0;
    std::uint32_t merged = 0; ///< where it stands for several: the row of FlameLayout::merged

    bool isMerged() const { return node.isNone(); }
};

/// Neighbouring siblings that are each too narrow for a box of their own: drawn as one box, without their
/// children.
struct MergedNodes {
    std::uint32_t count = 0;
    std::int64_t weight = 0;    ///< the sum of their totals
    std::int64_t magnitude = 0; ///< the same without signs
    CallNodeIndex heaviest;     ///< the first of the largest magnitude
    double heaviestLeft = 0;    ///< where its box would begin
};

enum class FlameOrder { ByWeight, ByName };

/// The visible part of the width, from 0 to 1.
struct FlameSpan {
    double left = 0;
    double right = 1;

    bool contains(const FlameSpan& other) const { return left <= other.left && other.right <= right; }
};

struct FlameLayout {
    CallNodeIndex root;                  ///< what it was zoomed to; none: everything
    FlameSpan span;                      ///< boxes outside are left out
    std::vector<FlameBox> boxes;         ///< by row, then from left to right
    std::vector<MergedNodes> merged;     ///< what the boxes of several nodes stand for
    std::vector<std::uint32_t> rowBegin; ///< first box of each row; one more entry than rows
    std::int64_t total = 0;              ///< the magnitude that spans the whole width

    std::size_t rows() const { return rowBegin.empty() ? 0 : rowBegin.size() - 1; }
    std::span<const FlameBox> row(std::size_t depth) const;
    /// The box at a row and a share of the width; null where there is none.
    const FlameBox* boxAt(std::size_t row, float x) const;
};

/// Row 0 is the root (or the roots where root is none). Samples without frames leave a gap at the right.
/// Boxes are as wide as their nodes' magnitude, so that what became less is seen as well. Ancestors of a
/// zoomed root are not part of it. Siblings next to each other that are narrower than `minimumShare` of the
/// width become one box, which is there however narrow it is. Boxes outside the span are left out with all
/// that they call. The work is proportional to the number of boxes and of their children, not to the tree.
FlameLayout flameLayout(CallTree& tree, CallNodeIndex root, double minimumShare, FlameOrder order,
                        FlameSpan span = {});

} // namespace candela
