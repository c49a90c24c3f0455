#include "views/flame/flame_steps.h"

namespace candela {

namespace {

/// The widest box of a single node; none if there is no such box.
CallNodeIndex widest(std::span<const FlameBox> row) {
    const FlameBox* widest = nullptr;
    for (const auto& box : row) {
        if (box.isMerged()) continue;
        if (!widest || box.right - box.left > widest->right - widest->left) widest = &box;
    }
    return widest ? widest->node : CallNodeIndex();
}

/// The next box of a single node in that direction; the node of `from` itself if there is no such box.
CallNodeIndex beside(std::span<const FlameBox> row, const FlameBox& from, int direction) {
    for (auto at = &from - row.data() + direction; at >= 0 && at < std::ssize(row); at += direction) {
        const auto& box = row[static_cast<std::size_t>(at)];
        if (!box.isMerged()) return box.node;
    }
    return from.node;
}

} // namespace

CallNodeIndex steppedFrom(const FlameScene& scene, CallNodeIndex from, FlameStep step) {
    const auto* box = scene.boxOf(from);
    if (!box) return scene.layout.rows() > 0 ? widest(scene.layout.row(0)) : CallNodeIndex();
    const auto depth = scene.rowOf(from) - scene.firstRow();
    switch (step) {
    case FlameStep::Left:
        return beside(scene.layout.row(depth), *box, -1);
    case FlameStep::Right:
        return beside(scene.layout.row(depth), *box, 1);
    case FlameStep::Outwards:
        return depth > 0 ? scene.tree->parent(from) : from;
    case FlameStep::Inwards: {
        const auto children = scene.tree->children(from);
        return !children.empty() && scene.boxOf(children.front()) ? children.front() : from;
    }
    }
    return from;
}

} // namespace candela
