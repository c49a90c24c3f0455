/// The positions of cells and times in a heat map, in pixels of its widget: the offsets within a column at
/// the left, the times of the columns above, the legend below. Time runs upwards within a column, and from
/// left to right from column to column.
#pragma once

#include "model/analysis/heat_map/heat_map.h"

#include <QPainterPath>
#include <QRect>
#include <QSize>

#include <optional>

namespace candela {

struct HeatMapGeometry {
    static constexpr int offsetWidth = 76;
    static constexpr int axisHeight = 24;
    static constexpr int legendHeight = 32;
    static constexpr int margin = 12; ///< right of the cells

    QSize size; ///< size of the widget
    HeatMapGrid grid;

    /// The area of the cells; empty if there is no room for them.
    QRect plot() const;
    /// The left edge of a column; for the number of columns, the right edge of the last one.
    int columnLeft(std::size_t column) const;
    /// The upper edge of a row; 0 is the lowest row.
    int rowTop(std::size_t row) const;
    int rowBottom(std::size_t row) const; ///< the pixel below the row
    QRect cellRect(HeatMapCell cell) const;
    QRect columnRect(std::size_t column) const;
    /// The cell at that point; none outside the plot.
    std::optional<HeatMapCell> cellAt(QPointF point) const;
    /// The cell at that point or nearest to it. There must be columns.
    HeatMapCell nearestCell(QPointF point) const;
    /// A position on the axis: that of the left edge of a column for the time at which it begins.
    double xOf(std::int64_t time) const;
    /// What a range of time covers: a part of a column, or the upper part of one, the lower part of another
    /// and the columns between. Empty if no part of it is visible; never narrower than a pixel.
    QPainterPath area(TimeRange time) const;

private:
    /// The height of a moment within its column.
    int heightOf(std::size_t column, std::int64_t time) const;
};

} // namespace candela
