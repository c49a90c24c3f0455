/// The positions of times, tracks and depths in a flame chart, in pixels of its viewport: names at the left,
/// the axis above, both as in the timeline; below, tracks that scroll. A track has a row for each depth.
#pragma once

#include "model/analysis/flame_chart/flame_chart.h"
#include "views/timeline/timeline_geometry.h"
#include "views/tracks/track_listing.h"

#include <QRectF>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace candela {

struct FlameChartGeometry {
    static constexpr int nameWidth = TimelineGeometry::nameWidth;
    static constexpr int axisHeight = TimelineGeometry::axisHeight;
    static constexpr int trackGap = 5; ///< pixels below each track

    QSize size; ///< size of the viewport
    int scroll = 0;
    int rowHeight = 19;
    int headHeight = 0; ///< pixels above the rows of each track, for signs
    TimeRange visible;  ///< the range of time over the whole width

    /// Tracks are below each other in the order of `listed`; a track that is not in it has no position.
    /// Closed tracks have only the row of depth 0.
    void layOut(const FlameChart& chart, std::vector<OrderedTrack> listedTracks,
                const std::set<ThreadIndex>& closed);
    bool isListed(std::size_t track) const {
        return track < positions.size() && positions[track] < listed.size();
    }

    double xOf(std::int64_t time) const;
    /// The time at a position; for a position outside the plot, that of the nearer end.
    std::int64_t timeAt(double x) const;
    /// The time that a movement by so many pixels corresponds to.
    std::int64_t timeOf(double pixels) const;
    /// Nanoseconds of a pixel, at least 1.
    std::int64_t pixelTime() const;
    std::optional<std::size_t> trackAt(double y) const;
    /// The same as a position in `listed`.
    std::optional<std::size_t> positionAt(double y) const;
    /// The depth at that height of the track; none below its rows.
    std::optional<std::uint32_t> depthAt(std::size_t track, double y) const;
    /// The number of rows of a track.
    std::uint32_t rowsOf(std::size_t track) const;
    // Of listed tracks only:
    /// The rectangle of a track's name, even outside the viewport.
    QRect nameRect(std::size_t track) const;
    /// The track without the gap below it, over the width of the plot.
    QRect trackRect(std::size_t track) const;
    QRect blockRect(std::size_t track, const FlameChartBlock& block) const;
    int rowTop(std::size_t track, std::uint32_t depth) const;
    /// The area of the blocks and of the axis above them.
    QRect plot() const { return {nameWidth, 0, std::max(size.width() - nameWidth, 0), size.height()}; }
    /// The height available for tracks.
    int page() const { return std::max(size.height() - axisHeight, 0); }
    int contentHeight() const { return tops.empty() ? 0 : tops.back(); }

    int heightOf(std::size_t track) const;

    std::vector<OrderedTrack> listed;   ///< from top to bottom: rows of FlameChart::tracks
    std::vector<std::size_t> positions; ///< in `listed`, of each track; its size if the track is not listed
    std::vector<int>
        tops; ///< of each listed track, relative to that of the first, and then the end of the last
};

/// The columns of blocks. A frame has a hundred thousand of them, so what they share is computed once.
class BlockColumns {
public:
    explicit BlockColumns(const FlameChartGeometry& geometry);

    struct Columns {
        int left;
        int width; ///< at least 1
    };
    Columns of(const FlameChartBlock& block) const {
        const int left = columnOf(block.begin);
        int right = columnOf(block.end);
        if (right - left > 3) right -= 1; // a gap between neighbours, if there is room
        return {left, std::max(right - left, 1)};
    }

private:
    /// With a large zoom, blocks are wider than an int; positions far outside the picture do not matter.
    int columnOf(std::int64_t time) const {
        if (time <= m_visible.begin)
            return FlameChartGeometry::nameWidth - (time == m_visible.begin ? 0 : beyond);
        if (time >= m_visible.end) return m_width + (time == m_visible.end ? 0 : beyond);
        return FlameChartGeometry::nameWidth +
               static_cast<int>(static_cast<double>(time - m_visible.begin) * m_scale + 0.5);
    }

    static constexpr int beyond = 10; ///< pixels

    TimeRange m_visible;
    double m_scale; ///< pixels of a nanosecond
    int m_width;
};

} // namespace candela
