/// The boxes of one row that have no texture, as the pixels of a line that is painted as high as the row. A
/// picture has tens of thousands of boxes that are a pixel or two wide: as pixels they are painted several
/// times faster than as rectangles.
#pragma once

#include <QRect>
#include <QRgb>

#include <cstdint>
#include <span>
#include <vector>

class QColor;
class QPainter;

namespace candela {

class BoxLine {
public:
    /// Begins a picture of boxes with these colours, which have to be opaque. Only columns of `visible` are
    /// painted. The painter's transformation may scale and move but not mirror, and stays until the last row
    /// is painted.
    void begin(const QPainter& painter, const QRect& visible, std::span<const QColor> colours);
    /// Adds a box of the current row. Of boxes that overlap, the one with the later colour is seen.
    void add(std::size_t colour, int left, int width);
    /// Paints the row, and begins the next one. The painter's brush origin has to be 0.
    void paint(QPainter& painter, int top, int height);

private:
    /// The device column, within the line, where a pixel of the picture begins.
    int column(int x) const;

    std::vector<QRgb> m_palette;
    std::vector<std::uint16_t> m_colours; ///< of each device column: the row of `m_palette`, which begins
                                          ///< with no colour
    std::vector<QRgb> m_pixels;
    double m_scale = 1; ///< device columns in a pixel
    double m_shift = 0; ///< the device column of the picture's left edge
    int m_origin = 0;   ///< the device column of the line's left end
    int m_begin = 0;    ///< of the columns that have a colour
    int m_end = 0;
};

} // namespace candela
