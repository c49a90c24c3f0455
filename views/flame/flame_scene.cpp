#include "views/flame/flame_scene.h"

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr double maximumScale = 4096;
constexpr double readableWidth = 40; ///< pixels

} // namespace

std::size_t FlameScene::rowOf(CallNodeIndex node) const {
    const auto ancestor = std::ranges::find(ancestors, node);
    if (ancestor != ancestors.end()) return 1 + static_cast<std::size_t>(ancestor - ancestors.begin());
    return firstRow() + static_cast<std::size_t>(tree->depth(node)) - ancestors.size();
}

void FlameScene::setRoot(CallNodeIndex root) {
    ancestors.clear();
    if (!root) return;
    for (auto node = tree->parent(root); node; node = tree->parent(node))
        ancestors.push_back(node);
    std::ranges::reverse(ancestors);
}

const FlameBox* FlameScene::boxOf(CallNodeIndex node) const {
    if (isEmpty() || !node) return nullptr;
    const auto rootDepth = static_cast<std::size_t>(ancestors.size());
    const auto depth = static_cast<std::size_t>(tree->depth(node));
    if (depth < rootDepth || depth - rootDepth >= layout.rows()) return nullptr;
    const auto row = layout.row(depth - rootDepth);
    const auto found = std::ranges::find(row, node, &FlameBox::node);
    return found == row.end() ? nullptr : &*found;
}

double FlameGeometry::y(const FlameScene& scene, std::size_t row) const {
    const auto rowsBefore = static_cast<double>(row);
    if (rootSide == RootSide::Top) return rowsBefore * rowHeight - scroll;
    const double whole = std::max(contentHeight(scene), height);
    return whole - (rowsBefore + 1) * rowHeight - scroll;
}

QRectF FlameGeometry::boxRect(const FlameScene& scene, std::size_t row, const FlameBox& box) const {
    const double begin = x(box.left);
    return {begin, y(scene, row), x(box.right) - begin, rowHeight};
}

QRectF FlameGeometry::rowRect(const FlameScene& scene, std::size_t row) const {
    return {0, y(scene, row), width, rowHeight};
}

QPointF FlameGeometry::bottomLeftOf(const FlameScene& scene, CallNodeIndex node) const {
    const auto row = scene.rowOf(node);
    const auto* box = scene.boxOf(node);
    return (box ? boxRect(scene, row, *box) : rowRect(scene, row)).bottomLeft();
}

void FlameGeometry::setLeft(double share) {
    left = std::clamp(share, 0.0, 1.0 - 1.0 / scale);
}

void FlameGeometry::stretch(double factor, double x) {
    const double fixed = share(x);
    scale = std::clamp(scale * factor, 1.0, maximumScale);
    setLeft(fixed - x / (scale * width));
}

void FlameGeometry::lookInto(const FlameScene& scene, const FlameBox& box) {
    const auto& merged = scene.layout.merged[box.merged];
    const double share = static_cast<double>(merged.heaviest.total) / static_cast<double>(scene.layout.total);
    const double filling = 1.0 / static_cast<double>(box.right - box.left);
    const double readable = readableWidth / (share * width);
    scale = std::clamp(std::max(filling, readable), 1.0, maximumScale);
    setLeft(filling >= readable ? static_cast<double>(box.left) : merged.heaviestLeft);
}

std::pair<std::size_t, std::size_t> FlameGeometry::rowsBetween(const FlameScene& scene, double top,
                                                               double bottom) const {
    const auto rows = static_cast<double>(scene.rows());
    double first = (top + scroll) / rowHeight;
    double last = (bottom + scroll) / rowHeight;
    if (rootSide == RootSide::Bottom) {
        const double whole = std::max(contentHeight(scene), height) / rowHeight;
        std::tie(first, last) = std::pair(whole - last, whole - first);
    }
    const auto clamped = [rows](double row) { return static_cast<std::size_t>(std::clamp(row, 0.0, rows)); };
    return {clamped(std::floor(first)), clamped(std::ceil(last))};
}

FlameHit FlameGeometry::hit(const FlameScene& scene, QPointF point) const {
    if (scene.isEmpty() || point.x() < 0 || point.x() >= width) return {};
    const auto [row, end] = rowsBetween(scene, point.y(), point.y() + 0.001);
    if (row >= end || point.y() < y(scene, row)) return {};
    if (row == 0) return {FlameHit::Part::Everything, {}, nullptr};
    if (row < scene.firstRow()) return {FlameHit::Part::Ancestor, scene.ancestors[row - 1], nullptr};
    const auto* box = scene.layout.boxAt(row - scene.firstRow(), static_cast<float>(share(point.x())));
    if (!box) return {};
    return {box->isMerged() ? FlameHit::Part::Merged : FlameHit::Part::Box, box->node, box};
}

} // namespace candela
