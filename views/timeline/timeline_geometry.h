/// Where times and rows of a timeline are, in pixels of its viewport: names to the left, an axis and the sum
/// of all rows above, rows below that are scrolled. Each row, and the sum, has a lane for each value, one
/// below the other; the main lane is the highest one.
#pragma once

#include "views/timeline/timeline_rows.h"

#include <QRect>
#include <QSize>

#include <optional>
#include <vector>

namespace candela {

struct TimelineGeometry {
    static constexpr int nameWidth = 230;
    static constexpr int trackHeight = 24; ///< of a thread or CPU, where there is no room for more
    static constexpr int axisHeight = 24;

    QSize size; ///< of the viewport
    int scroll = 0;
    TimeRange visible; ///< what the width shows
    std::size_t lanes = 1;
    std::size_t mainLane = 0;

    /// Few rows share the height of the page, up to twice their default height; many are scrolled.
    void layOut(const TimelineRows& rows);
    int sumHeight() const;
    int rowsTop() const { return axisHeight + sumHeight(); }

    double xOf(std::int64_t time) const;
    /// Outside, that of the nearer end.
    std::int64_t timeAt(double x) const;
    /// How many slices of time the width has room for.
    std::size_t slices() const;
    std::optional<std::size_t> rowAt(double y) const;
    /// The rectangle of a row's name; of what lies outside the viewport, too.
    QRect nameRect(std::size_t row) const;
    QRect sumNameRect() const { return {0, axisHeight, nameWidth, sumHeight()}; }
    /// The lanes of a row, or of the sum, in its rectangle: names' or plot's.
    std::vector<QRect> laneRects(const QRect& row) const;
    /// The lane of the sum at a height; none outside.
    std::optional<std::size_t> sumLaneAt(double y) const;
    /// Where densities are, in the whole height.
    QRect plot() const { return {nameWidth, 0, size.width() - nameWidth, size.height()}; }
    /// What the rows have room in.
    int page() const { return std::max(size.height() - rowsTop(), 0); }
    int contentHeight() const { return tops.empty() ? 0 : tops.back(); }
    /// Where there is no room for more.
    int defaultHeight(TrackKind kind) const;
    /// What the rows below a process or group take once they are opened.
    int heightBelow(const TimelineRow& row) const;

    std::vector<int> tops; ///< of each row, from the first one's top, and the end of the last one
};

} // namespace candela
