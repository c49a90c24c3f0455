#include "views/flame_chart/flame_chart_painter.h"

#include "views/flame_chart/flame_chart_words.h"
#include "views/session/call_node_text.h"

#include <QFontMetricsF>
#include <QPolygon>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr double blockPadding = 4;
constexpr int minimumNamed = 22;         ///< pixels
constexpr std::size_t fetchedAhead = 12; ///< blocks; their groups are anywhere in a table of all call nodes

/// Of one colour, over another one.
QRgb blended(QRgb below, const QColor& above) {
    const auto mix = [alpha = above.alphaF()](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * alpha));
    };
    return qRgb(mix(qRed(below), above.red()), mix(qGreen(below), above.green()),
                mix(qBlue(below), above.blue()));
}

} // namespace

struct FlameChartPainter::Frame {
    QPainter& painter;
    const FlameChartScene& scene;
    const FlameChartGeometry& geometry;
    const std::vector<std::uint8_t>& tones;
    std::size_t toneCount;
    const FlameChartMarks& marks;
    QColor selected;
    QColor lifted;
    GlyphBatch& focusedName;
    std::vector<QRgb> pixels; ///< the colours as pixels
};

FlameChartPainter::FlameChartPainter(const QFont& font) : m_names(font) {
    const QFontMetricsF metrics(font);
    m_ascent = metrics.ascent();
    m_textHeight = metrics.height();
}

void FlameChartPainter::paintBlocks(QPainter& painter, const FlameChartScene& scene,
                                    const FlameChartGeometry& geometry,
                                    const std::vector<std::uint8_t>& tones,
                                    const std::vector<QColor>& palette, const Theme& theme,
                                    const FlameChartMarks& marks) {
    const auto& chart = scene.chart();
    m_names.setGroups(chart->shape->groups);
    m_classes.setGroups(chart->shape->groups);
    auto colours = palette;
    for (const auto& colour : palette)
        colours.push_back(Theme::mix(colour, theme.base, 0.62));
    colours.push_back(theme.match);
    m_blocks.resize(std::max(m_blocks.size(), colours.size() * codeClassCount));
    for (auto& blocks : m_blocks)
        blocks.clear();
    m_texts.clear();
    m_mutedTexts.clear();
    GlyphBatch focusedName; // painted on the outline
    m_selected.clear();
    m_lifted.clear();
    auto selected = theme.accent;
    selected.setAlphaF(0.42F);
    auto lifted = theme.text;
    lifted.setAlphaF(0.16F);
    Frame frame{painter, scene, geometry, tones, palette.size(), marks, selected, lifted, focusedName, {}};
    for (const auto& colour : colours)
        frame.pixels.push_back(colour.rgb());
    for (const auto& track : scene.tracks())
        collect(frame, track);

    const auto draw = [&](const std::vector<QRect>& rects, const QBrush& brush) {
        if (rects.empty()) return;
        painter.setBrush(brush);
        painter.drawRects(rects.data(), static_cast<int>(rects.size()));
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    // Textures move with the tracks. They do not move along the axis, where the zoom may go on for
    // nanoseconds.
    FlameTextures::setOrigin(painter, QPointF(0, -geometry.scroll));
    const auto ink = FlameTextures::ink(theme);
    const double pixelRatio = painter.device()->devicePixelRatioF();
    for (std::size_t row = 0; row < colours.size() * codeClassCount; ++row) {
        if (m_blocks[row].empty()) continue;
        const auto kind = static_cast<CodeClass>(row / colours.size());
        draw(m_blocks[row], m_textures.brush(kind, colours[row % colours.size()], ink, pixelRatio));
    }
    draw(m_selected, selected);
    draw(m_lifted, lifted);
    painter.setPen(theme.boxText);
    m_texts.paint(painter, m_names.font());
    painter.setPen(theme.boxMutedText);
    m_mutedTexts.paint(painter, m_names.font());
    const auto outline = [&](const std::optional<TrackBlock>& at, const QColor& colour, double thickness) {
        if (!at || at->block.depth >= geometry.rowsOf(at->track)) return;
        QRectF rect = geometry.blockRect(at->track, at->block);
        if (rect.right() < FlameChartGeometry::nameWidth || rect.left() > geometry.size.width()) return;
        QPen pen(colour, thickness);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        const double inset = thickness / 2;
        if (rect.width() <= 2 * thickness) rect.adjust(-thickness, 0, thickness, 0);
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset));
    };
    outline(marks.focused, theme.accent, 2);
    outline(marks.hovered, theme.boxText, 1);
    // The outline would hide the underscores of its block's name.
    painter.setPen(theme.boxText);
    focusedName.paint(painter, m_names.font());
}

/// At low zoom, a picture has a hundred thousand narrow blocks; as pixels of an image they are painted much
/// faster than as rectangles.
void FlameChartPainter::paintSlivers(QPainter& painter, int top, int height) {
    const auto width = static_cast<int>(m_line.size());
    if (m_slivers.size() != QSize(width, height))
        m_slivers = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < height; ++y)
        std::ranges::copy(m_line, reinterpret_cast<QRgb*>(m_slivers.scanLine(y)));
    const auto isPainted = [](QRgb pixel) { return pixel != 0; };
    const auto first = std::ranges::find_if(m_line, isPainted);
    const auto last = std::find_if(m_line.rbegin(), m_line.rend(), isPainted).base();
    const int left = static_cast<int>(first - m_line.begin());
    const QRect part(left, 0, static_cast<int>(last - first), height);
    const QPoint at(FlameChartGeometry::nameWidth + left, top);
    if (!std::all_of(first, last, isPainted)) return painter.drawImage(at, m_slivers, part);
    // Pixels without gaps are copied instead of being blended.
    const QImage opaque(m_slivers.constBits(), width, height, m_slivers.bytesPerLine(), QImage::Format_RGB32);
    painter.drawImage(at, opaque, part);
}

void FlameChartPainter::collect(const Frame& frame, const VisibleTrack& track) {
    const auto& geometry = frame.geometry;
    const auto& marks = frame.marks;
    const auto& groups = frame.scene.chart()->shape->group;
    const BlockColumns columns(geometry);
    const double baselineInRow = std::round((geometry.rowHeight - 1 - m_textHeight) / 2 + m_ascent);
    const int plotLeft = FlameChartGeometry::nameWidth;
    const int plotEnd = geometry.size.width();
    const int plotWidth = geometry.plot().width();
    for (auto depth = track.firstDepth; depth < track.layout.rows.size(); ++depth) {
        const int top = geometry.rowTop(track.track, depth);
        m_line.assign(static_cast<std::size_t>(plotWidth), 0);
        bool hasSlivers = false;
        const auto& row = track.layout.rows[depth];
        for (std::size_t at = 0; at < row.size(); ++at) {
            if (at + fetchedAhead < row.size())
                __builtin_prefetch(&groups[row[at + fetchedAhead].node.row()]);
            const auto& block = row[at];
            const auto [left, width] = columns.of(block);
            if (left + width <= plotLeft || left >= plotEnd) continue;
            const auto group = groups[block.node.row()];
            std::size_t colour = frame.tones[group.row()];
            bool isDimmed = false;
            if (marks.matches) {
                isDimmed = !(*marks.matches)[group.row()];
                colour = isDimmed ? colour + frame.toneCount : 2 * frame.toneCount;
            }
            const bool isSelected = group == marks.selectedGroup, isLifted = group == marks.hoveredGroup;
            const auto kind = width < minimumTexturedWidth ? CodeClass::User : m_classes.of(group);
            if (width < minimumNamed && kind == CodeClass::User) {
                auto pixel = frame.pixels[colour];
                if (isSelected) pixel = blended(pixel, frame.selected);
                if (isLifted) pixel = blended(pixel, frame.lifted);
                const int end = std::min(left + width - plotLeft, plotWidth);
                for (int column = std::max(left - plotLeft, 0); column < end; ++column)
                    m_line[static_cast<std::size_t>(column)] = pixel;
                hasSlivers = true;
                continue;
            }
            const QRect rect(left, top, width, geometry.rowHeight - 1);
            if (isSelected) m_selected.push_back(rect);
            if (isLifted) m_lifted.push_back(rect);
            m_blocks[colour + static_cast<std::size_t>(kind) * frame.pixels.size()].push_back(rect);
            if (width < minimumNamed) continue;
            // If a block begins left of the picture, its name begins at the picture's edge.
            const double nameLeft = std::max(left, plotLeft) + blockPadding;
            const double nameRight = std::min(left + width, plotEnd) - blockPadding + 1;
            if (nameRight - nameLeft < minimumNamed - 2 * blockPadding) continue;
            const bool isFocused = marks.focused == TrackBlock{track.track, block};
            m_names.append(group, {nameLeft, top + baselineInRow}, static_cast<float>(nameRight - nameLeft),
                           isFocused  ? frame.focusedName
                           : isDimmed ? m_mutedTexts
                                      : m_texts);
        }
        if (hasSlivers) paintSlivers(frame.painter, top, geometry.rowHeight - 1);
    }
}

void paintTrackName(QPainter& painter, const Theme& theme, const FlameChart& chart, std::size_t track,
                    bool isClosed, const QRect& area, int rowHeight) {
    const auto& at = chart.tracks[track];
    if (at.depths > 1) {
        const QPoint middle(area.left() + 12, area.top() + rowHeight / 2);
        QPolygon sign;
        if (isClosed) {
            sign << middle + QPoint(-2, -4) << middle + QPoint(-2, 4) << middle + QPoint(3, 0);
        } else {
            sign << middle + QPoint(-4, -2) << middle + QPoint(4, -2) << middle + QPoint(0, 3);
        }
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.mutedText);
        painter.drawPolygon(sign);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const auto metrics = painter.fontMetrics();
    const auto name = trackName(*chart.profile, at);
    const auto share = shareText(at.weight, chart.weight);
    QRect line(area.left() + 22, area.top(), area.width() - 30, rowHeight);
    painter.setPen(theme.mutedText);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, share);
    const bool hasTwoLines = !name.thread.isEmpty() && area.height() >= 2 * rowHeight;
    const auto first = line.adjusted(0, 0, -metrics.horizontalAdvance(share) - 10, 0);
    painter.setPen(theme.text);
    painter.drawText(
        first, Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(hasTwoLines ? name.process : name.text(), Qt::ElideMiddle, first.width()));
    if (!hasTwoLines) return;
    line.translate(0, rowHeight);
    painter.setPen(theme.mutedText);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(name.thread, Qt::ElideMiddle, line.width()));
}

} // namespace candela
