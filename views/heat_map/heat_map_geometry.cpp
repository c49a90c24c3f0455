#include "views/heat_map/heat_map_geometry.h"

#include <QPolygon>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

double distanceOf(std::int64_t from, std::int64_t to) {
    return static_cast<double>(to) - static_cast<double>(from);
}

QRect rectBetween(int left, int top, int right, int bottom) {
    return {left, top, right - left, bottom - top};
}

} // namespace

QRect HeatMapGeometry::plot() const {
    return {offsetWidth, axisHeight, std::max(0, size.width() - offsetWidth - margin),
            std::max(0, size.height() - axisHeight - legendHeight)};
}

int HeatMapGeometry::columnLeft(std::size_t column) const {
    const auto width = static_cast<std::size_t>(plot().width());
    return offsetWidth + static_cast<int>(width * column / std::max<std::size_t>(grid.columns, 1));
}

int HeatMapGeometry::rowBottom(std::size_t row) const {
    const auto height = static_cast<std::size_t>(plot().height());
    return axisHeight + static_cast<int>(height - height * row / HeatMapGrid::rows);
}

int HeatMapGeometry::rowTop(std::size_t row) const {
    return rowBottom(row + 1);
}

QRect HeatMapGeometry::cellRect(HeatMapCell cell) const {
    const auto column = cell / HeatMapGrid::rows, row = cell % HeatMapGrid::rows;
    return rectBetween(columnLeft(column), rowTop(row), columnLeft(column + 1), rowBottom(row));
}

QRect HeatMapGeometry::columnRect(std::size_t column) const {
    return rectBetween(columnLeft(column), axisHeight, columnLeft(column + 1), rowBottom(0));
}

std::optional<HeatMapCell> HeatMapGeometry::cellAt(QPointF point) const {
    const QPoint pixel(static_cast<int>(std::floor(point.x())), static_cast<int>(std::floor(point.y())));
    if (grid.columns == 0 || !plot().contains(pixel)) return {};
    return nearestCell(point);
}

HeatMapCell HeatMapGeometry::nearestCell(QPointF point) const {
    const auto area = plot();
    const auto lastColumn = static_cast<double>(grid.columns - 1);
    const double across = (std::floor(point.x()) - area.left()) / std::max(area.width(), 1);
    const double upwards = (rowBottom(0) - 1 - std::floor(point.y())) / std::max(area.height(), 1);
    auto column =
        static_cast<std::size_t>(std::clamp(across * static_cast<double>(grid.columns), 0.0, lastColumn));
    auto row = static_cast<std::size_t>(std::clamp(upwards * static_cast<double>(HeatMapGrid::rows), 0.0,
                                                   static_cast<double>(HeatMapGrid::rows - 1)));
    // Edges are rounded, so the neighbour may have the pixel.
    while (column + 1 < grid.columns && point.x() >= columnLeft(column + 1))
        ++column;
    while (column > 0 && point.x() < columnLeft(column))
        --column;
    while (row + 1 < HeatMapGrid::rows && point.y() < rowTop(row))
        ++row;
    while (row > 0 && point.y() >= rowBottom(row))
        --row;
    return column * HeatMapGrid::rows + row;
}

double HeatMapGeometry::xOf(std::int64_t time) const {
    const auto columns =
        distanceOf(grid.begin, time) / static_cast<double>(std::max<std::int64_t>(grid.columnLength, 1));
    return offsetWidth +
           columns / static_cast<double>(std::max<std::size_t>(grid.columns, 1)) * plot().width();
}

int HeatMapGeometry::heightOf(std::size_t column, std::int64_t time) const {
    const auto begin = grid.timeOf(column * HeatMapGrid::rows).begin;
    const double share =
        std::clamp(distanceOf(begin, time) / static_cast<double>(grid.columnLength), 0.0, 1.0);
    return rowBottom(0) - static_cast<int>(std::lround(share * plot().height()));
}

QPainterPath HeatMapGeometry::area(TimeRange time) const {
    QPainterPath path;
    if (grid.columns == 0 || plot().isEmpty()) return path;
    const auto shown = TimeRange{grid.begin, grid.timeOf(grid.cells() - 1).end};
    if (time.end <= shown.begin || time.begin >= shown.end || time.begin >= time.end) return path;
    const auto first = grid.cellAt(time.begin) / HeatMapGrid::rows,
               last = grid.cellAt(time.end - 1) / HeatMapGrid::rows;
    const int lowest = rowBottom(0), highest = rowTop(HeatMapGrid::rows - 1);
    int from = heightOf(first, time.begin), to = heightOf(last, time.end);
    const auto add = [&](const QRect& rect) { path.addRect(rect); };
    const int left = columnLeft(first), right = columnLeft(last + 1);
    if (first == last) {
        to = std::min(to, from - 1);
        add(rectBetween(left, to, std::max(right, left + 1), from));
        return path;
    }
    from = std::max(from, highest + 1);
    to = std::min(to, lowest - 1);
    const int second = columnLeft(first + 1), beforeLast = columnLeft(last);
    if (first + 1 == last && to >= from) { // the two parts do not touch
        add(rectBetween(left, highest, second, from));
        add(rectBetween(beforeLast, to, right, lowest));
        return path;
    }
    QPolygon outline;
    outline << QPoint(left, highest) << QPoint(beforeLast, highest) << QPoint(beforeLast, to)
            << QPoint(right, to) << QPoint(right, lowest) << QPoint(second, lowest) << QPoint(second, from)
            << QPoint(left, from);
    path.addPolygon(outline);
    path.closeSubpath();
    return path;
}

} // namespace candela
