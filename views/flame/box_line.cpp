#include "views/flame/box_line.h"

#include <QBrush>
#include <QColor>
#include <QImage>
#include <QPainter>
#include <QRgba64>

#include <algorithm>

namespace candela {

void BoxLine::begin(const QPainter& painter, const QRect& visible, std::span<const QColor> colours) {
    m_palette.assign(1, 0);
    for (const auto& colour : colours)
        m_palette.push_back(colour.rgba64().premultiplied().toArgb32());
    const auto transform = painter.deviceTransform();
    m_scale = transform.m11();
    m_shift = transform.dx();
    m_origin = 0;
    m_origin = column(visible.left());
    const auto width = static_cast<std::size_t>(std::max(0, column(visible.left() + visible.width())));
    m_colours.assign(width, 0);
    m_pixels.resize(width);
    m_begin = static_cast<int>(width);
    m_end = 0;
}

int BoxLine::column(int x) const {
    return qRound(x * m_scale + m_shift) - m_origin;
}

void BoxLine::add(std::size_t colour, int left, int width) {
    const int begin = std::max(column(left), 0);
    const int end = std::min(column(left + width), static_cast<int>(m_colours.size()));
    if (begin >= end) return;
    m_begin = std::min(m_begin, begin);
    m_end = std::max(m_end, end);
    const auto row = static_cast<std::uint16_t>(colour + 1);
    for (int column = begin; column < end; ++column) {
        auto& known = m_colours[static_cast<std::size_t>(column)];
        known = std::max(known, row);
    }
}

void BoxLine::paint(QPainter& painter, int top, int height) {
    if (m_begin >= m_end) return;
    const auto begin = m_colours.begin() + m_begin, end = m_colours.begin() + m_end;
    std::transform(begin, end, m_pixels.begin(), [this](std::uint16_t row) { return m_palette[row]; });
    std::fill(begin, end, std::uint16_t(0));
    const int width = m_end - m_begin;
    const QImage pixels(reinterpret_cast<const uchar*>(m_pixels.data()), width, 1, width * int(sizeof(QRgb)),
                        QImage::Format_ARGB32_Premultiplied);
    // As a brush, the pixels are repeated downwards; they are device pixels, which are copied unscaled.
    QBrush brush(pixels);
    const double left = (m_begin + m_origin - m_shift) / m_scale;
    brush.setTransform(QTransform(1 / m_scale, 0, 0, 1 / m_scale, left, 0));
    painter.fillRect(QRectF(left, top, width / m_scale, height), brush);
    m_begin = static_cast<int>(m_colours.size());
    m_end = 0;
}

} // namespace candela
