/// The blocks that are visible in a flame chart, of all visible tracks: what is painted and pointed at.
#pragma once

#include "views/flame_chart/flame_chart_geometry.h"

#include <memory>
#include <optional>
#include <vector>

namespace candela {

/// A block of a track.
struct TrackBlock {
    std::size_t track = 0; ///< a row of FlameChart::tracks
    FlameChartBlock block;
    auto operator<=>(const TrackBlock&) const = default;
};

/// The visible part of a track.
struct VisibleTrack {
    std::size_t track = 0;
    std::uint32_t firstDepth = 0;
    std::uint32_t endDepth = 0;
    FlameChartLayout layout;
};

class FlameChartScene {
public:
    void setChart(std::shared_ptr<const FlameChart> chart);
    const std::shared_ptr<const FlameChart>& chart() const { return m_chart; }
    /// Lays out what that geometry shows, if that is not what is laid out already.
    void update(const FlameChartGeometry& geometry);
    const std::vector<VisibleTrack>& tracks() const { return m_tracks; }
    /// The block as drawn at that point; of the last update.
    std::optional<TrackBlock> blockAt(const FlameChartGeometry& geometry, QPointF point) const;

private:
    /// What the layouts depend on.
    struct Window {
        TimeRange visible;
        QSize size;
        int scroll = 0;
        int rowHeight = 0;
        std::vector<OrderedTrack> listed;
        std::vector<int> tops;
        bool operator==(const Window&) const = default;
    };

    std::shared_ptr<const FlameChart> m_chart;
    Window m_window;
    std::int64_t m_pixel = 0; ///< nanoseconds of a pixel of the layouts
    std::vector<VisibleTrack> m_tracks;
    std::vector<FlameChartLayout> m_unused; ///< layouts whose memory the next ones take
};

} // namespace candela
