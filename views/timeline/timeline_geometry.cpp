#include "views/timeline/timeline_geometry.h"

#include "views/widgets/layout_density.h"

#include <algorithm>

namespace candela {

namespace {

constexpr int processHeight = 30; ///< with one lane
constexpr int sumLaneHeight = 44;
/// The height that each further lane adds.
constexpr int moreOfProcess = 16;
constexpr int moreOfTrack = 13;
constexpr int moreOfSum = 26;
constexpr int aboveLane = 4;     ///< pixels that stay free above a lane
constexpr int sliceWidth = 3;    ///< pixels
constexpr int minimumWidth = 60; ///< pixels for slices, before the widget has its size

} // namespace

int TimelineGeometry::sumHeight() const {
    return heightOf(sumLaneHeight + static_cast<int>(lanes - 1) * moreOfSum);
}

int TimelineGeometry::idleHeight() const {
    return hasIdle ? heightOf(processHeight) : 0;
}

int TimelineGeometry::defaultHeight(TrackKind kind) const {
    const auto more = static_cast<int>(lanes - 1);
    return heightOf(kind == TrackKind::Process ? processHeight + more * moreOfProcess
                                               : trackHeight + more * moreOfTrack);
}

int TimelineGeometry::defaultHeight(const TimelineRows& rows) const {
    int height = rowsTop();
    for (const auto& row : rows.rows)
        height += defaultHeight(row.kind);
    return height;
}

int TimelineGeometry::heightBelow(const TimelineRow& row) const {
    const auto below = static_cast<int>(std::min<std::size_t>(row.below, 1000));
    return below * defaultHeight(row->isGroup() ? TrackKind::Process : TrackKind::Thread);
}

/// The main lane is twice as high as each other lane; it also takes the pixels that rounding leaves.
std::vector<QRect> TimelineGeometry::laneRects(const QRect& row) const {
    const auto count = static_cast<int>(lanes);
    const int room = row.height() - count * aboveLane;
    const int height = room / (count + 1);
    std::vector<QRect> rects;
    int top = row.top();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const int own = lane == mainLane ? room - (count - 1) * height : height;
        rects.emplace_back(row.left(), top + aboveLane, row.width(), own);
        top += aboveLane + own;
    }
    return rects;
}

std::optional<std::size_t> TimelineGeometry::sumLaneAt(double y) const {
    const auto rects = laneRects(sumNameRect());
    for (std::size_t lane = 0; lane < rects.size(); ++lane) {
        if (y >= rects[lane].top() - aboveLane && y <= rects[lane].bottom()) return lane;
    }
    return {};
}

void TimelineGeometry::layOut(const TimelineRows& rows) {
    lanes = std::max<std::size_t>(rows.lanes.size(), 1);
    mainLane = rows.mainLane;
    hasIdle = rows.idle != nullptr;
    const int height = defaultHeight(rows) - rowsTop();
    const double stretch = std::clamp(static_cast<double>(page()) / std::max(height, 1), 1.0, 2.0);
    tops.assign(1, 0);
    for (const auto& row : rows.rows)
        tops.push_back(tops.back() + static_cast<int>(defaultHeight(row.kind) * stretch));
}

void TimelineGeometry::openSome(const TimelineRows& rows, OpenedTracks& opened) {
    layOut(rows); // the heights of rows depend on their lanes
    int height = defaultHeight(rows) - rowsTop();
    for (const auto& row : rows.rows) {
        const int more = heightBelow(row);
        if (row.isOpened || more == 0) continue;
        if (height + more > page() && rows.rows.size() > 1) continue;
        opened.open(row);
        height += more;
    }
}

double TimelineGeometry::xOf(std::int64_t time) const {
    const auto length = static_cast<double>(visible.end - visible.begin);
    return nameWidth + static_cast<double>(time - visible.begin) / std::max(length, 1.0) * plot().width();
}

std::int64_t TimelineGeometry::timeAt(double x) const {
    const double share = std::clamp((x - nameWidth) / std::max(plot().width(), 1), 0.0, 1.0);
    return visible.begin +
           static_cast<std::int64_t>(share * static_cast<double>(visible.end - visible.begin));
}

std::size_t TimelineGeometry::slices() const {
    return static_cast<std::size_t>(std::max(plot().width(), minimumWidth) / sliceWidth);
}

std::optional<std::size_t> TimelineGeometry::rowAt(double y) const {
    if (y < rowsTop() || tops.empty()) return {};
    const auto below = std::ranges::upper_bound(tops, static_cast<int>(y) - rowsTop() + scroll);
    const auto row = static_cast<std::size_t>(below - tops.begin() - 1);
    return row + 1 < tops.size() ? std::optional(row) : std::nullopt;
}

QRect TimelineGeometry::nameRect(std::size_t row) const {
    return {0, rowsTop() + tops[row] - scroll, nameWidth, tops[row + 1] - tops[row]};
}

} // namespace candela
