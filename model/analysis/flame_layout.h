/// Boxes of a flame graph: what a canvas paints. Pure geometry, tested as text.
#pragma once

#include "model/analysis/call_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// One box: from `left` to `right` as shares of the whole width (0 to 1). Its row in the picture is its depth
/// below the layout's root.
struct FlameBox {
    CallNodeIndex node;
    float left = 0;
    float right = 0;
};

enum class FlameOrder { ByWeight, ByName };

struct FlameLayout {
    CallNodeIndex root;                  ///< what it was zoomed to; none: everything
    std::vector<FlameBox> boxes;         ///< by row, then from left to right
    std::vector<std::uint32_t> rowBegin; ///< first box of each row; one more entry than rows
    std::int64_t total = 0;              ///< the weight that spans the whole width

    std::size_t rows() const { return rowBegin.empty() ? 0 : rowBegin.size() - 1; }
    std::span<const FlameBox> row(std::size_t depth) const;
    /// The box at a row and a share of the width; null where there is none.
    const FlameBox* boxAt(std::size_t row, float x) const;
};

/// Row 0 is the root (or the roots where root is none). Samples without frames leave a gap at the right;
/// nodes whose total is not positive get no box. Ordered by name, the boxes that are left out leave their gap
/// at the right, too. Ancestors of a zoomed root are not part of it. Boxes narrower than `smallestShare` of
/// the width are left out with all below them; the work is proportional to what is laid out, not to the tree.
FlameLayout flameLayout(CallTree& tree, CallNodeIndex root, double smallestShare, FlameOrder order);

} // namespace candela
