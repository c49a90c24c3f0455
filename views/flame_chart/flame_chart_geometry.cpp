#include "views/flame_chart/flame_chart_geometry.h"

#include <algorithm>

namespace candela {

namespace {

/// The height is limited so that positions are numbers that a widget can have; it is more than can be
/// scrolled through.
constexpr std::int64_t maximumHeight = 500'000'000;

} // namespace

void FlameChartGeometry::layOut(const FlameChart& chart, std::vector<OrderedTrack> listedTracks,
                                const std::set<ThreadIndex>& closed) {
    listed = std::move(listedTracks);
    positions.assign(chart.tracks.size(), listed.size());
    tops.assign(1, 0);
    for (const auto& [entry, depth] : listed) {
        positions[entry] = tops.size() - 1;
        const auto& track = chart.tracks[entry];
        const std::int64_t rows = closed.contains(track.thread) ? 1 : track.depths;
        tops.push_back(static_cast<int>(
            std::min(tops.back() + headHeight + rows * rowHeight + trackGap, maximumHeight)));
    }
}

double FlameChartGeometry::xOf(std::int64_t time) const {
    const auto length = static_cast<double>(visible.end) - static_cast<double>(visible.begin);
    const auto from = wrappingDifference(std::clamp(time, visible.begin, visible.end), visible.begin);
    double offset = static_cast<double>(from);
    if (time < visible.begin) offset = static_cast<double>(time) - static_cast<double>(visible.begin);
    if (time > visible.end) offset += static_cast<double>(time) - static_cast<double>(visible.end);
    return nameWidth + offset / std::max(length, 1.0) * plot().width();
}

std::int64_t FlameChartGeometry::timeOf(double pixels) const {
    const auto length = static_cast<double>(visible.end) - static_cast<double>(visible.begin);
    return static_cast<std::int64_t>(pixels / std::max(plot().width(), 1) * length);
}

std::int64_t FlameChartGeometry::timeAt(double x) const {
    const double inside = std::clamp(x - nameWidth, 0.0, static_cast<double>(plot().width()));
    return visible.begin + timeOf(inside);
}

std::int64_t FlameChartGeometry::pixelTime() const {
    return std::max<std::int64_t>(timeOf(1), 1);
}

std::optional<std::size_t> FlameChartGeometry::positionAt(double y) const {
    if (y < axisHeight || tops.empty()) return {};
    const auto below = std::ranges::upper_bound(tops, static_cast<int>(y) - axisHeight + scroll);
    const auto position = static_cast<std::size_t>(below - tops.begin() - 1);
    return position + 1 < tops.size() ? std::optional(position) : std::nullopt;
}

std::optional<std::size_t> FlameChartGeometry::trackAt(double y) const {
    const auto position = positionAt(y);
    return position ? std::optional(listed[*position].entry) : std::nullopt;
}

int FlameChartGeometry::heightOf(std::size_t track) const {
    return tops[positions[track] + 1] - tops[positions[track]];
}

std::uint32_t FlameChartGeometry::rowsOf(std::size_t track) const {
    return static_cast<std::uint32_t>((heightOf(track) - headHeight) / rowHeight);
}

int FlameChartGeometry::rowTop(std::size_t track, std::uint32_t depth) const {
    return axisHeight + tops[positions[track]] - scroll + headHeight + static_cast<int>(depth) * rowHeight;
}

std::optional<std::uint32_t> FlameChartGeometry::depthAt(std::size_t track, double y) const {
    const double below = y - rowTop(track, 0);
    const auto row = static_cast<std::int64_t>(below) / rowHeight;
    if (below < 0 || row >= rowsOf(track)) return {};
    return static_cast<std::uint32_t>(row);
}

QRect FlameChartGeometry::nameRect(std::size_t track) const {
    return {0, rowTop(track, 0) - headHeight, nameWidth, heightOf(track)};
}

QRect FlameChartGeometry::trackRect(std::size_t track) const {
    const auto names = nameRect(track);
    return {nameWidth, names.top(), plot().width(), names.height() - trackGap};
}

QRect FlameChartGeometry::blockRect(std::size_t track, const FlameChartBlock& block) const {
    const auto columns = BlockColumns(*this).of(block);
    return {columns.left, rowTop(track, block.depth), columns.width, rowHeight - 1};
}

BlockColumns::BlockColumns(const FlameChartGeometry& geometry)
    : m_visible(geometry.visible), m_width(geometry.size.width()) {
    const double length = static_cast<double>(m_visible.end) - static_cast<double>(m_visible.begin);
    m_scale = geometry.plot().width() / std::max(length, 1.0);
}

} // namespace candela
