/// The positions of times and rows in a timeline, in pixels of its viewport: names at the left, the axis and
/// the sum of all rows above, and scrolling rows below. Each row, and the sum, has a lane for each value, one
/// below the other; the main lane is the highest.
#pragma once

#include "views/timeline_rows/timeline_rows.h"

#include <QRect>
#include <QSize>

#include <optional>
#include <vector>

namespace candela {

struct TimelineGeometry {
    static constexpr int nameWidth = 230;
    static constexpr int trackHeight = 24; ///< height of a thread or CPU if there is no room for more
    static constexpr int axisHeight = 24;

    QSize size; ///< size of the viewport
    int scroll = 0;
    TimeRange visible; ///< the range of time over the whole width
    std::size_t lanes = 1;
    std::size_t mainLane = 0;
    bool hasIdle = false; ///< idle time is shown between the sum and the rows

    /// Few rows share the height of the page, up to twice their default height; many rows scroll.
    void layOut(const TimelineRows& rows);
    int sumHeight() const;
    int idleHeight() const;
    int rowsTop() const { return axisHeight + sumHeight() + idleHeight(); }

    double xOf(std::int64_t time) const;
    /// The time at a position; for a position outside the plot, that of the nearer end.
    std::int64_t timeAt(double x) const;
    /// The number of time slices that fit into the width.
    std::size_t slices() const;
    std::optional<std::size_t> rowAt(double y) const;
    /// The rectangle of a row's name, even outside the viewport.
    QRect nameRect(std::size_t row) const;
    QRect sumNameRect() const { return {0, axisHeight, nameWidth, sumHeight()}; }
    /// The corner beside the axis, which names what is marked.
    QRect markNamesRect() const { return {0, 0, nameWidth - 1, axisHeight - 1}; }
    QRect idleNameRect() const { return {0, axisHeight + sumHeight(), nameWidth, idleHeight()}; }
    /// The lanes within the rectangle of a row's name or plot, or of the sum's.
    std::vector<QRect> laneRects(const QRect& row) const;
    /// The sum's lane at that height; none outside.
    std::optional<std::size_t> sumLaneAt(double y) const;
    bool isOverIdle(double y) const { return hasIdle && y >= rowsTop() - idleHeight() && y < rowsTop(); }
    /// The area of the plots, over the whole height.
    QRect plot() const { return {nameWidth, 0, size.width() - nameWidth, size.height()}; }
    /// The height available for rows.
    int page() const { return std::max(size.height() - rowsTop(), 0); }
    int contentHeight() const { return tops.empty() ? 0 : tops.back(); }
    /// The height of a row if there is no room for more.
    int defaultHeight(TrackKind kind) const;
    /// The height of axis, sum and all rows if there is no room for more.
    int defaultHeight(const TimelineRows& rows) const;
    /// The height that opening a process or group would add.
    int heightBelow(const TimelineRow& row) const;

    /// Opens as many processes and groups as there is room for, from the first on.
    void openSome(const TimelineRows& rows, OpenedTracks& opened);

    std::vector<int> tops; ///< top of each row, relative to that of the first, and then the end of the last
                           ///< row
};

} // namespace candela
