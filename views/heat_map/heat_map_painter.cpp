#include "views/heat_map/heat_map_painter.h"

#include "views/heat_map/heat_map_colours.h"
#include "views/timeline/time_axis.h"

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

void paintOffsets(QPainter& painter, const HeatMapGeometry& geometry, const Theme& theme) {
    constexpr int labelHeight = 20, tickLength = 4, gap = 8;
    const auto plot = geometry.plot();
    const auto length = geometry.grid.columnLength;
    for (const auto& tick : timeTicks({0, length}, std::max(1, plot.height() / (2 * labelHeight)))) {
        const double share =
            static_cast<double>(tick.time) / static_cast<double>(std::max<std::int64_t>(length, 1));
        const int y = geometry.rowBottom(0) - 1 - static_cast<int>(std::lround(share * plot.height()));
        painter.setPen(theme.line);
        painter.drawLine(plot.left() - tickLength, y, plot.left() - 1, y);
        painter.setPen(theme.mutedText);
        const int top = std::min(y - labelHeight / 2, plot.bottom() + 1 - labelHeight + 4);
        painter.drawText(QRect(0, top, plot.left() - gap, labelHeight), Qt::AlignRight | Qt::AlignVCenter,
                         tick.text);
    }
}

} // namespace

void paintHeatMapAxes(QPainter& painter, const HeatMapGeometry& geometry, const Theme& theme) {
    const auto plot = geometry.plot();
    const auto& grid = geometry.grid;
    if (grid.columns == 0) return;
    const TimeRange range{grid.begin, grid.timeOf(grid.cells() - 1).end};
    constexpr int minimumDistance = 110;
    const auto columns = static_cast<int>(grid.columns);
    const int most = std::clamp(plot.width() / minimumDistance, 1, columns); // no ticks within a column
    const int axisBottom = HeatMapGeometry::axisHeight - 1;
    for (const auto& tick : timeTicks(range, most)) {
        const int x = static_cast<int>(std::lround(geometry.xOf(tick.time)));
        painter.setPen(theme.line);
        painter.drawLine(x, axisBottom - 4, x, axisBottom);
        painter.setPen(theme.mutedText);
        const QRect label(x + 4, 0, minimumDistance, axisBottom);
        if (label.left() + painter.fontMetrics().horizontalAdvance(tick.text) > geometry.size.width()) break;
        painter.drawText(label, Qt::AlignVCenter | Qt::AlignLeft, tick.text);
    }
    painter.fillRect(plot.left(), axisBottom, plot.width(), 1, theme.line);
    painter.fillRect(plot.left() - 1, axisBottom, 1, plot.height() + 2, theme.line);
    painter.fillRect(plot.left() - 1, plot.bottom() + 1, plot.width() + 1, 1, theme.line);
    paintOffsets(painter, geometry, theme);
}

void paintHeatMapLegend(QPainter& painter, const HeatMapGeometry& geometry, const HeatMapLegend& legend,
                        const Theme& theme) {
    constexpr int rampHeight = 10, gap = 8;
    const auto plot = geometry.plot();
    const QRect line(plot.left(), plot.bottom() + 2, plot.width(), HeatMapGeometry::legendHeight - 2);
    const int rampWidth = std::min(160, line.width() / 4);
    const auto metrics = painter.fontMetrics();
    const HeatMapColours colours(theme);
    const QString none = QStringLiteral("0");
    const QRect ramp(line.left() + metrics.horizontalAdvance(none) + gap, line.center().y() - rampHeight / 2,
                     rampWidth, rampHeight);
    for (int x = 0; x < rampWidth; ++x) {
        const auto step = HeatMapColours::stepOf(x, std::max(rampWidth - 1, 1));
        painter.fillRect(ramp.left() + x, ramp.top(), 1, legend.hasMarks ? rampHeight / 2 : rampHeight,
                         QColor(colours.heat(step)));
        if (legend.hasMarks)
            painter.fillRect(ramp.left() + x, ramp.top() + rampHeight / 2, 1, rampHeight / 2,
                             QColor(colours.grey(step)));
    }
    painter.setPen(theme.mutedText);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, none);
    auto words = line;
    words.setLeft(ramp.right() + 1 + gap);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(legend.scale, Qt::ElideRight, words.width()));
    words.setLeft(words.left() + metrics.horizontalAdvance(legend.scale) + 2 * gap);
    if (metrics.horizontalAdvance(legend.grid) <= words.width())
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, legend.grid);
}

void paintLostCells(QPainter& painter, const HeatMapGeometry& geometry, const std::vector<LostTime>& times,
                    const Theme& theme) {
    const auto& grid = geometry.grid;
    if (grid.columns == 0) return;
    for (const auto& time : times) {
        const bool hasLength = time.end != noTime && time.end > time.begin;
        const auto end = hasLength ? time.end : grid.timeOf(grid.cellAt(time.begin)).end;
        const auto area = geometry.area({time.begin, end});
        painter.fillPath(area, Theme::mix(theme.base, theme.warning, 0.10));
        painter.fillPath(area, QBrush(theme.warning, Qt::BDiagPattern));
    }
}

void paintSelectedCells(QPainter& painter, const HeatMapGeometry& geometry, TimeRange selection,
                        const Theme& theme) {
    const auto area = geometry.area(selection);
    QPainterPath outside; // filled with the odd-even rule
    outside.addRect(geometry.plot());
    outside.addPath(area);
    auto shade = theme.base;
    shade.setAlphaF(0.68F);
    painter.fillPath(outside, shade);
    if (area.isEmpty()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawPath(area);
}

void paintCellOutline(QPainter& painter, const HeatMapGeometry& geometry, TimeRange time, CellOutline outline,
                      const Theme& theme) {
    const auto area = geometry.area(time);
    painter.setBrush(Qt::NoBrush);
    // A line in each of two colours is visible on every cell.
    painter.setPen(QPen(theme.base, 3));
    painter.drawPath(area);
    painter.setPen(QPen(outline == CellOutline::Cursor ? theme.accent : theme.text, 1));
    painter.drawPath(area);
}

} // namespace candela
