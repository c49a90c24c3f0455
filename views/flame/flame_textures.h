/// The textures of a flame graph's boxes, which tell kinds of code apart without colours, as brushes that
/// fill a box with its colour and its texture at once: that costs little more than a plain colour.
#pragma once

#include "model/analysis/grouping/code_class.h"

#include <QBrush>
#include <QColor>
#include <QPointF>

#include <map>
#include <tuple>

class QPainter;

namespace candela {

struct Theme;

/// Narrower boxes have no texture: it would look like another colour. In pixels.
inline constexpr int minimumTexturedWidth = 6;

class FlameTextures {
public:
    /// The brush for a kind of code; User is plain. Valid until the next call.
    const QBrush& brush(CodeClass kind, const QColor& ground, const QColor& ink, double pixelRatio);

    /// The colour of lines and dots.
    static QColor ink(const Theme& theme);
    /// Lets textures begin at a position of the picture, so that they move with it.
    static void setOrigin(QPainter& painter, QPointF origin);

private:
    using Key = std::tuple<CodeClass, QRgb, QRgb, int>; // the last is the period in device pixels

    std::map<Key, QBrush> m_brushes;
};

} // namespace candela
