/// The boxes of a flame graph, for a canvas to paint. Pure geometry, tested as text.
#pragma once

#include "model/analysis/call_tree/call_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// One box: from `left` to `right` as shares of the whole width (0 to 1). Its row in the picture is its depth
/// below the layout's root.
struct FlameBox {
    CallNodeIndex node; ///< none: the box represents several nodes
    float left = 0;
    float right = 0;
    std::uint32_t merged = 0; ///< if it represents several: the row of FlameLayout::merged

    bool isMerged() const { return node.isNone(); }
};

/// Adjacent siblings that are each too narrow for a box of their own: drawn as one box, without their
/// children.
struct MergedNodes : ChildSums {
    double heaviestLeft = 0; ///< where the heaviest node's own box would begin
};

enum class FlameOrder { ByWeight, ByName };

/// The visible part of the width, from 0 to 1.
struct FlameSpan {
    double left = 0;
    double right = 1;

    bool contains(const FlameSpan& other) const { return left <= other.left && other.right <= right; }
};

struct FlameLayout {
    CallNodeIndex root;                  ///< the node that was zoomed to; none: everything
    FlameSpan span;                      ///< boxes outside of it are left out
    std::vector<FlameBox> boxes;         ///< sorted by row, then from left to right
    std::vector<MergedNodes> merged;     ///< the nodes that are drawn as one box
    std::vector<std::uint32_t> rowBegin; ///< first box of each row; one more entry than rows
    std::int64_t total = 0;              ///< the magnitude that spans the whole width

    std::size_t rows() const { return rowBegin.empty() ? 0 : rowBegin.size() - 1; }
    std::span<const FlameBox> row(std::size_t depth) const;
    /// The box at a row and a share of the width; null if there is none.
    const FlameBox* boxAt(std::size_t row, float x) const;
};

/// Row 0 is the root, or all roots if `root` is none. Samples without frames leave a gap at the right. A box
/// is as wide as its node's magnitude, so that decreases are visible, too. Ancestors of a zoomed root are not
/// part of the layout. Adjacent siblings narrower than `minimumShare` of the width become one box, which
/// exists however narrow it is. Boxes outside the span are left out with all their callees. The work is
/// proportional to the number of boxes and of their children, not to the tree.
FlameLayout flameLayout(CallTree& tree, CallNodeIndex root, double minimumShare, FlameOrder order,
                        FlameSpan span = {});

/// The part of the width that the node has in the layout of everything, even if that merges it with others;
/// without a node: all of it. The work is proportional to the number of the siblings of its ancestors.
FlameSpan wholeSpan(CallTree& tree, CallNodeIndex node, FlameOrder order);
/// In the layout of everything, the node at a share of the width that has this depth or, if there is none,
/// the deepest one above. None if there is no node at all.
CallNodeIndex callNodeAt(CallTree& tree, double share, std::uint32_t depth, FlameOrder order);

} // namespace candela
