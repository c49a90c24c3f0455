#include "views/heat_map/heat_map_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace candela {

namespace {

constexpr int minimumWithGap = 6; ///< pixels; smaller cells have no gap between them

/// Writes lines of pixels, one for each row of cells.
class CellLine {
public:
    CellLine(const HeatMap& map, const HeatMap* marked, const Theme& theme, int width)
        : m_map(map), m_marked(marked), m_colours(theme), m_base(theme.base.rgb()),
          m_pixels(static_cast<std::size_t>(width)) {}

    void clear() { std::ranges::fill(m_pixels, m_base); }
    /// Fills the pixels from `left` to before `right`.
    void add(HeatMapCell cell, int left, int right) {
        const auto weight = m_map.weight[cell];
        if (weight == 0) return;
        const auto step = HeatMapColours::stepOf(weight, m_map.scale);
        if (!m_marked) return fill(left, right, m_colours.heat(step));
        const double share =
            std::clamp(static_cast<double>(m_marked->weight[cell]) / static_cast<double>(weight), 0.0, 1.0);
        const double edge = left + share * (right - left);
        const int whole = static_cast<int>(edge);
        fill(left, whole, m_colours.heat(step));
        fill(whole, right, m_colours.grey(step));
        if (whole < right && edge > whole)
            fill(whole, whole + 1,
                 Theme::mix(QColor(m_colours.grey(step)), QColor(m_colours.heat(step)), edge - whole).rgb());
    }
    const std::vector<QRgb>& pixels() const { return m_pixels; }

private:
    void fill(int from, int to, QRgb colour) {
        const int size = static_cast<int>(m_pixels.size());
        from = std::clamp(from, 0, size);
        to = std::clamp(to, from, size);
        std::fill(m_pixels.begin() + from, m_pixels.begin() + to, colour);
    }

    const HeatMap& m_map;
    const HeatMap* m_marked;
    HeatMapColours m_colours;
    QRgb m_base;
    std::vector<QRgb> m_pixels;
};

} // namespace

QImage heatMapPicture(const HeatMapGeometry& geometry, const HeatMap& map, const HeatMap* marked,
                      const Theme& theme, double pixelRatio) {
    const auto plot = geometry.plot();
    const auto device = [pixelRatio](int pixels) {
        return static_cast<int>(std::lround(pixels * pixelRatio));
    };
    QImage image(device(plot.width()), device(plot.height()), QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    if (image.isNull()) return image;
    image.fill(theme.base);
    if (map.weight.empty()) return image;
    const auto columns = geometry.grid.columns;
    const bool hasGaps = plot.width() / static_cast<int>(columns) >= minimumWithGap &&
                         plot.height() / static_cast<int>(HeatMapGrid::rows) >= minimumWithGap;
    std::vector<int> lefts;
    for (std::size_t column = 0; column <= columns; ++column)
        lefts.push_back(device(geometry.columnLeft(column) - plot.left()));
    CellLine line(map, marked, theme, image.width());
    for (std::size_t row = 0; row < HeatMapGrid::rows; ++row) {
        const int top = device(geometry.rowTop(row) - plot.top()) + (hasGaps ? 1 : 0);
        const int bottom = device(geometry.rowBottom(row) - plot.top());
        line.clear();
        for (std::size_t column = 0; column < columns; ++column)
            line.add(column * HeatMapGrid::rows + row, lefts[column], lefts[column + 1] - (hasGaps ? 1 : 0));
        for (int y = top; y < std::min(bottom, image.height()); ++y)
            std::memcpy(image.scanLine(y), line.pixels().data(), line.pixels().size() * sizeof(QRgb));
    }
    return image;
}

} // namespace candela
