#include "views/flame_chart/flame_chart_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace candela {

namespace {

constexpr int grabbed = 2; ///< pixels beside a narrow block that still count as the block

} // namespace

void FlameChartScene::setChart(std::shared_ptr<const FlameChart> chart) {
    m_chart = std::move(chart);
    m_tracks.clear();
    m_window = {};
}

void FlameChartScene::update(const FlameChartGeometry& geometry) {
    if (!m_chart || geometry.positions.size() != m_chart->tracks.size()) return;
    Window window{geometry.visible,   geometry.size,   geometry.scroll,
                  geometry.rowHeight, geometry.listed, geometry.tops};
    if (window == m_window) return;
    m_window = std::move(window);
    const auto pixel = geometry.pixelTime();
    const bool hasSamePixels = std::exchange(m_pixel, pixel) == pixel;
    auto before = std::exchange(m_tracks, {});
    const int bottom = geometry.size.height();
    const auto& listed = geometry.listed;
    for (auto position = geometry.positionAt(FlameChartGeometry::axisHeight).value_or(listed.size());
         position < listed.size() && geometry.nameRect(listed[position].entry).top() < bottom; ++position) {
        const auto at = listed[position].entry;
        const auto rowFrom = [&](int y) {
            return std::max(y - geometry.rowTop(at, 0), 0) / geometry.rowHeight;
        };
        VisibleTrack visible{.track = at, .layout = {}};
        visible.firstDepth = static_cast<std::uint32_t>(rowFrom(FlameChartGeometry::axisHeight));
        visible.endDepth = std::min(geometry.rowsOf(at),
                                    static_cast<std::uint32_t>(rowFrom(bottom + geometry.rowHeight - 1)));
        const auto& track = m_chart->tracks[at];
        const auto earlier = std::ranges::find_if(before, [&](const VisibleTrack& one) {
            return one.track == at && one.firstDepth == visible.firstDepth &&
                   one.endDepth == visible.endDepth;
        });
        if (hasSamePixels && earlier != before.end()) {
            visible.layout = std::move(earlier->layout);
            before.erase(earlier);
            track.moveLayout(geometry.visible, pixel, visible.firstDepth, visible.endDepth, visible.layout);
        } else {
            if (!m_unused.empty()) {
                visible.layout = std::move(m_unused.back());
                m_unused.pop_back();
            }
            track.layOut(geometry.visible, pixel, visible.firstDepth, visible.endDepth, visible.layout);
        }
        m_tracks.push_back(std::move(visible));
    }
    for (auto& track : before)
        m_unused.push_back(std::move(track.layout));
}

std::optional<TrackBlock> FlameChartScene::blockAt(const FlameChartGeometry& geometry, QPointF point) const {
    if (point.x() < FlameChartGeometry::nameWidth) return {};
    const auto track = geometry.trackAt(point.y());
    const auto visible = track ? std::ranges::find(m_tracks, *track, &VisibleTrack::track) : m_tracks.end();
    if (visible == m_tracks.end()) return {};
    const auto depth = geometry.depthAt(*track, point.y());
    if (!depth || *depth >= visible->layout.rows.size()) return {};
    const auto& row = visible->layout.rows[*depth];
    const auto time = geometry.timeAt(point.x());
    const auto next = std::ranges::upper_bound(row, time, {}, &FlameChartBlock::begin);
    if (next != row.begin() && std::prev(next)->end > time) return TrackBlock{*track, *std::prev(next)};
    // Between blocks: the nearest, if it is very near.
    std::optional<TrackBlock> nearest;
    double distance = grabbed;
    const auto consider = [&](const FlameChartBlock& block, std::int64_t edge) {
        const auto away = std::abs(geometry.xOf(edge) - point.x());
        if (away > distance) return;
        distance = away;
        nearest = TrackBlock{*track, block};
    };
    if (next != row.begin()) consider(*std::prev(next), std::prev(next)->end);
    if (next != row.end()) consider(*next, next->begin);
    return nearest;
}

} // namespace candela
