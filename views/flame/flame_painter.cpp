#include "views/flame/flame_painter.h"

#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/widgets/layout_density.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr double namePadding = 4;
constexpr double minimumNamedWidth = 22;   ///< pixels
constexpr double minimumSharedWidth = 150; ///< boxes at least this wide also show their share

} // namespace

struct FlamePainter::Frame {
    QPainter& painter;
    const FlameScene& scene;
    const FlameGeometry& geometry;
    const QRegion& region;
    QRectF visible; ///< around the region
    const Theme& theme;
    const FlameMarks& marks;
    QString everything;
    Painted painted;
    std::size_t tones; ///< number of tones in the palette: these, then the same dimmed, then those of matches
                       ///< and merged boxes
    QRectF hovered = {};
    QRectF selected = {};
    GlyphBatch selectedName = {}; ///< painted on the outline
    QColor selectedText = {};
};

FlamePainter::FlamePainter(const QFont& font) : m_names(font) {
    const QFontMetricsF metrics(font);
    m_ascent = metrics.ascent();
    m_textHeight = metrics.height();
}

double FlamePainter::rowHeight(const QFont& font) {
    return std::ceil(QFontMetricsF(font).height()) + roomOf(4);
}

void FlamePainter::paint(QPainter& painter, const FlameScene& scene, const FlameGeometry& geometry,
                         const QRegion& region, const std::vector<QColor>& palette, const Theme& theme,
                         const FlameMarks& marks, const QString& everything) {
    if (scene.isEmpty()) return;
    Frame frame{painter, scene,      geometry,          region,        region.boundingRect(), theme,
                marks,   everything, Painted::AllBoxes, palette.size()};
    paint(frame, palette);
}

void FlamePainter::paintFrame(QPainter& painter, const FlameScene& scene, const FlameGeometry& geometry,
                              const QRegion& region, const std::vector<QColor>& palette, const Theme& theme,
                              const FlameMarks& marks, const QString& everything) {
    const QRect surface(0, 0, qRound(geometry.width), qRound(geometry.height));
    const double pixelRatio = painter.device()->devicePixelRatioF();
    const auto size = surface.size() * pixelRatio;
    const bool isWhole = QRegion(surface).subtracted(region).isEmpty();
    if (isWhole || m_unmarked.size() != size) {
        m_unmarked = QImage(size, QImage::Format_RGB32);
        m_unmarked.setDevicePixelRatio(pixelRatio);
        m_unmarked.fill(theme.base);
        QPainter unmarked(&m_unmarked);
        auto others = marks;
        others.hoveredGroup = {};
        others.hovered = others.selected = {};
        paint(unmarked, scene, geometry, surface, palette, theme, others, everything);
    }
    for (const auto& rect : region)
        painter.drawImage(rect, m_unmarked,
                          QRectF(QPointF(rect.topLeft()) * pixelRatio, QSizeF(rect.size()) * pixelRatio));
    if (scene.isEmpty()) return;
    Frame frame{painter,
                scene,
                geometry,
                region,
                region.boundingRect(),
                theme,
                marks,
                everything,
                Painted::MarkedBoxes,
                palette.size()};
    paint(frame, palette);
}

void FlamePainter::paint(Frame& frame, const std::vector<QColor>& palette) {
    auto& painter = frame.painter;
    const auto& scene = frame.scene;
    const auto& geometry = frame.geometry;
    const auto& theme = frame.theme;
    const std::shared_ptr<const FrameGroups> groups(scene.tree, &scene.tree->groups());
    m_names.setGroups(groups);
    m_classes.setGroups(groups);
    clear(palette, theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    paintBars(frame);
    painter.setBrushOrigin(0, 0);
    // At fractional scales the painter may round the region's edges outwards.
    m_line.begin(painter, frame.visible.toAlignedRect().adjusted(-1, 0, 1, 0), m_colours);
    // The upper edge of inlined code is beside its row.
    const auto [first, last] =
        geometry.rowsBetween(scene, frame.visible.top() - 1, frame.visible.bottom() + 1);
    for (auto row = std::max(first, scene.firstRow()); row < last; ++row)
        collectRow(frame, row);
    paintBoxes(frame);
    if (!m_inlinedEdges.empty()) {
        auto edge = theme.boxText;
        edge.setAlphaF(0.5F);
        painter.setBrush(edge);
        painter.drawRects(m_inlinedEdges.data(), static_cast<int>(m_inlinedEdges.size()));
    }
    if (!m_lifted.empty()) {
        auto lift = theme.text;
        lift.setAlphaF(0.16F);
        painter.setBrush(lift);
        painter.drawRects(m_lifted.data(), static_cast<int>(m_lifted.size()));
    }
    painter.setPen(theme.boxText);
    m_texts.paint(painter, m_names.font());
    painter.setPen(theme.boxMutedText);
    m_mutedTexts.paint(painter, m_names.font());
    paintOutlines(frame);
    // The outline of a low box would hide the underscores of its name.
    painter.setPen(frame.selectedText);
    frame.selectedName.paint(painter, m_names.font());
}

void FlamePainter::clear(const std::vector<QColor>& palette, const Theme& theme) {
    m_colours.clear();
    m_colours.insert(m_colours.end(), palette.begin(), palette.end());
    for (const auto& colour : palette)
        m_colours.push_back(Theme::mix(colour, theme.base, 0.62));
    m_colours.push_back(theme.match);
    m_colours.push_back(theme.merged);
    m_boxes.resize(std::max(m_boxes.size(), m_colours.size() * codeClassCount));
    for (auto& boxes : m_boxes)
        boxes.clear();
    m_texts.clear();
    m_mutedTexts.clear();
    m_lifted.clear();
    m_inlinedEdges.clear();
}

void FlamePainter::paintBoxes(Frame& frame) {
    auto& painter = frame.painter;
    FlameTextures::setOrigin(painter, {frame.geometry.x(0), frame.geometry.y(frame.scene, 0)});
    const auto ink = FlameTextures::ink(frame.theme);
    const double pixelRatio = painter.device()->devicePixelRatioF();
    for (std::size_t row = 0; row < m_colours.size() * codeClassCount; ++row) {
        if (m_boxes[row].empty()) continue;
        const auto kind = static_cast<CodeClass>(row / m_colours.size());
        painter.setBrush(m_textures.brush(kind, m_colours[row % m_colours.size()], ink, pixelRatio));
        painter.drawRects(m_boxes[row].data(), static_cast<int>(m_boxes[row].size()));
    }
}

void FlamePainter::paintBars(Frame& frame) {
    const auto rows = frame.geometry.rowsBetween(frame.scene, frame.visible.top(), frame.visible.bottom());
    frame.painter.setBrush(frame.theme.ancestor);
    for (auto row = rows.first; row < std::min(rows.second, frame.scene.firstRow()); ++row) {
        const auto rect = frame.geometry.rowRect(frame.scene, row).adjusted(0, 0, 0, -1);
        const auto node = row == 0 ? CallNodeIndex() : frame.scene.ancestors[row - 1];
        if (node && node == frame.marks.hovered) frame.hovered = rect;
        const bool isSelected = node && node == frame.marks.selected;
        if (isSelected) {
            frame.selected = rect;
            frame.selectedText = frame.theme.boxMutedText;
        }
        if (frame.painted == Painted::MarkedBoxes && !isSelected) continue;
        frame.painter.drawRect(rect);
        const QPointF baseline(rect.left() + namePadding,
                               std::round(rect.top() + (rect.height() - m_textHeight) / 2 + m_ascent));
        if (node)
            m_names.append(frame.scene.tree->group(node), baseline,
                           static_cast<float>(rect.width() - 2 * namePadding),
                           isSelected ? frame.selectedName : m_mutedTexts);
        else
            m_names.append(frame.everything, baseline, m_mutedTexts);
    }
}

/// Finds the parts of the row at that height to be painted, which may overlap, from left to right.
void FlamePainter::findParts(const Frame& frame, double top) {
    // The outline of a narrow box, and the upper edge of inlined code, are beside the box.
    constexpr int beside = 3, above = 1;
    const int first = static_cast<int>(std::floor(top)) - above;
    const int last = static_cast<int>(std::ceil(top + frame.geometry.rowHeight)) + above;
    m_parts.clear();
    const auto* rect = std::partition_point(frame.region.begin(), frame.region.end(),
                                            [first](const QRect& one) { return one.bottom() < first; });
    for (; rect != frame.region.end() && rect->top() <= last; ++rect)
        m_parts.emplace_back(rect->left() - beside, rect->right() + 1 + beside);
    std::ranges::sort(m_parts);
}

void FlamePainter::collectRow(Frame& frame, std::size_t row) {
    const auto boxes = frame.scene.layout.row(row - frame.scene.firstRow());
    const int top = qRound(frame.geometry.y(frame.scene, row));
    const int height = qRound(frame.geometry.rowHeight) - 1;
    // With a large zoom, boxes are wider than an int; positions far outside the picture do not matter.
    const double beyond = frame.geometry.width + 10;
    findParts(frame, frame.geometry.y(frame.scene, row));
    auto next = boxes.begin(); // each box is painted once
    for (const auto& [begin, end] : m_parts) {
        const auto from = static_cast<float>(frame.geometry.share(begin));
        const auto to = static_cast<float>(frame.geometry.share(end));
        next = std::ranges::upper_bound(next, boxes.end(), from, {}, &FlameBox::right);
        for (; next != boxes.end() && next->left < to; ++next) {
            // Edges are at whole pixels, so that neighbours neither overlap nor blur, with a gap of one pixel
            // if there is room.
            const int left = qRound(std::clamp(frame.geometry.x(next->left), -10.0, beyond));
            int right = qRound(std::clamp(frame.geometry.x(next->right), -10.0, beyond));
            if (right - left > 3) right -= 1;
            const QRect rect(left, top, std::max(right - left, 1), height);
            if (!next->isMerged())
                collectBox(frame, *next, rect);
            else if (frame.painted == Painted::AllBoxes)
                collectMerged(frame, *next, rect);
        }
    }
    m_line.paint(frame.painter, top, height);
}

void FlamePainter::collectMerged(Frame& frame, const FlameBox& box, const QRect& rect) {
    m_line.add(2 * frame.tones + 1, rect.left(), rect.width());
    const double room = std::min<double>(rect.right() + 1, frame.geometry.width) - std::max(rect.left(), 0);
    if (room < minimumNamedWidth) return;
    const auto name = mergedNodesName(frame.scene.layout.merged[box.merged]);
    if (m_names.width(name) + 2 * namePadding > room) return;
    const double baseline = std::round(rect.top() + (rect.height() - m_textHeight) / 2 + m_ascent);
    m_names.append(name, {std::max(rect.left(), 0) + namePadding, baseline}, m_mutedTexts);
}

void FlamePainter::collectBox(Frame& frame, const FlameBox& box, const QRect& rect) {
    const auto index = static_cast<std::size_t>(&box - frame.scene.layout.boxes.data());
    const auto group = frame.scene.groups[index];
    if (box.node == frame.marks.hovered) frame.hovered = rect;
    const bool isSelected = box.node == frame.marks.selected;
    if (isSelected) frame.selected = rect;
    const bool isNamed = rect.width() >= minimumNamedWidth;
    const bool isLifted = group == frame.marks.hoveredGroup;
    if (frame.painted == Painted::MarkedBoxes && !isLifted && !(isSelected && isNamed)) return;
    std::size_t colour = frame.scene.tones[index];
    bool isDimmed = false;
    if (frame.marks.matches) {
        const bool isMatch = (*frame.marks.matches)[group.row()];
        isDimmed = !isMatch;
        colour = isMatch ? 2 * frame.tones : colour + frame.tones;
    }
    const auto kind = rect.width() < minimumTexturedWidth ? CodeClass::User : m_classes.of(group);
    if (isLifted) m_lifted.push_back(rect);
    if (kind == CodeClass::User) {
        m_line.add(colour, rect.left(), rect.width());
    } else {
        colour += static_cast<std::size_t>(kind) * m_colours.size();
        m_boxes[colour].push_back(rect);
    }
    if (kind == CodeClass::Inlined) {
        // An inlined function is drawn without the gap between its row and the caller's, and with a stripe at
        // the left edge.
        const bool isDown = frame.geometry.rootSide == RootSide::Top;
        m_inlinedEdges.emplace_back(rect.left(), rect.top(), 2, rect.height());
        m_boxes[colour].emplace_back(rect.left(), isDown ? rect.top() - 1 : rect.bottom() + 1, rect.width(),
                                     1);
    }
    if (!isNamed) return;
    if (isSelected) frame.selectedText = isDimmed ? frame.theme.boxMutedText : frame.theme.boxText;
    collectName(frame, box, rect, isSelected ? frame.selectedName : isDimmed ? m_mutedTexts : m_texts);
}

void FlamePainter::collectName(Frame& frame, const FlameBox& box, const QRect& rect, GlyphBatch& texts) {
    const auto& tree = *frame.scene.tree;
    const bool isInlined = m_classes.of(tree.group(box.node)) == CodeClass::Inlined;
    // If a box begins left of the picture, its name begins at the picture's edge.
    double left = std::max(rect.left(), 0) + namePadding + (isInlined ? 2 : 0);
    const double right = std::min<double>(rect.right() + 1, frame.geometry.width) - namePadding + 1;
    const double baseline = std::round(rect.top() + (rect.height() - m_textHeight) / 2 + m_ascent);
    const auto tone = frame.scene.tones[static_cast<std::size_t>(&box - frame.scene.layout.boxes.data())];
    if (const auto& signs = frame.marks.signs; tone < signs.size() && !signs[tone].isEmpty()) {
        const auto signWidth = m_names.width(signs[tone]);
        if (left + signWidth > right) return;
        m_names.append(signs[tone], {left, baseline}, texts);
        left += signWidth + namePadding;
    }
    const auto width =
        m_names.append(tree.group(box.node), {left, baseline}, static_cast<float>(right - left), texts);
    if (right - left < minimumSharedWidth) return;
    const auto share = QString::fromStdString(
        formatShare(static_cast<double>(tree.total(box.node)), static_cast<double>(tree.totalMagnitude())));
    const auto shareWidth = m_names.width(share);
    if (left + width + 3 * namePadding + shareWidth > right) return;
    const double shareLeft = m_names.runsLeft(tree.group(box.node)) ? left : std::round(right - shareWidth);
    m_names.append(share, {shareLeft, baseline}, m_mutedTexts);
}

void FlamePainter::paintOutlines(Frame& frame) {
    const auto outline = [&](QRectF rect, const QColor& colour, double thickness) {
        if (rect.isNull()) return;
        QPen pen(colour, thickness);
        pen.setJoinStyle(Qt::MiterJoin);
        frame.painter.setPen(pen);
        frame.painter.setBrush(Qt::NoBrush);
        const double inset = thickness / 2;
        if (rect.width() <= 2 * thickness) rect.adjust(-thickness, 0, thickness, 0);
        frame.painter.drawRect(rect.adjusted(inset, inset, -inset, -inset));
    };
    outline(frame.selected, frame.theme.accent, 2);
    outline(frame.hovered, frame.theme.boxText, 1);
}

} // namespace candela
