#include "views/flame/flame_textures.h"

#include "views/widgets/theme.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr int texturePeriod = 8; ///< pixels after which a texture repeats
constexpr int copiedWidth = 256; ///< device pixels at least: Qt fills faster from a wide picture
constexpr std::size_t maximumBrushes = 1000;

/// One period of a texture, in a square with sides of 8.
void paintPeriod(QPainter& painter, CodeClass kind) {
    switch (kind) {
    case CodeClass::User:
        break;
    case CodeClass::Inlined:
        for (const double y : {2.0, 6.0})
            painter.drawLine(QLineF(0, y, 8, y));
        break;
    case CodeClass::Kernel:
        for (const double x : {-8.0, 0.0, 8.0})
            painter.drawLine(QLineF(x - 1, 9, x + 9, -1));
        break;
    case CodeClass::Interpreted:
        for (const auto& dot : {QPointF(2, 2), QPointF(6, 6)})
            painter.drawEllipse(dot, 0.5, 0.5);
        break;
    case CodeClass::Generated:
        for (const double x : {2.0, 6.0})
            painter.drawLine(QLineF(x, 0, x, 8));
        break;
    case CodeClass::Unknown:
        for (const double x : {-8.0, 0.0, 8.0}) {
            painter.drawLine(QLineF(x - 1, 9, x + 9, -1));
            painter.drawLine(QLineF(x - 1, -1, x + 9, 9));
        }
        break;
    }
}

} // namespace

const QBrush& FlameTextures::brush(CodeClass kind, const QColor& ground, const QColor& ink,
                                   double pixelRatio) {
    const int period = kind == CodeClass::User ? 0 : std::max(4, qRound(texturePeriod * pixelRatio));
    if (m_brushes.size() > maximumBrushes) m_brushes.clear();
    auto [found, isNew] = m_brushes.try_emplace(Key{kind, ground.rgba(), ink.rgba(), period}, ground);
    if (!isNew || period == 0) return found->second;
    QImage picture(period * (1 + copiedWidth / period), period, QImage::Format_RGB32);
    picture.fill(ground);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1));
    painter.setBrush(ink);
    for (int left = 0; left < picture.width(); left += period) {
        painter.resetTransform();
        painter.translate(left, 0);
        painter.scale(period / 8.0, period / 8.0);
        painter.setClipRect(QRectF(0, 0, 8, 8));
        paintPeriod(painter, kind);
    }
    painter.end();
    QBrush brush(picture);
    // The picture has device pixels: with this, and the scale of the painter, it is copied unscaled.
    brush.setTransform(QTransform::fromScale(1 / pixelRatio, 1 / pixelRatio));
    found->second = brush;
    return found->second;
}

QColor FlameTextures::ink(const Theme& theme) {
    auto ink = theme.boxText;
    ink.setAlphaF(0.16F);
    return ink;
}

void FlameTextures::setOrigin(QPainter& painter, QPointF origin) {
    painter.setBrushOrigin(QPointF(std::round(std::fmod(origin.x(), texturePeriod)),
                                   std::round(std::fmod(origin.y(), texturePeriod))));
}

} // namespace candela
