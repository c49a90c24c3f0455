/// Fusion, with outlines of boxes that can be seen on a dark window: Fusion makes them darker than the
/// window.
#pragma once

#include <QProxyStyle>

namespace candela {

class OutlineStyle : public QProxyStyle {
    Q_OBJECT
public:
    OutlineStyle() : QProxyStyle("fusion") {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

} // namespace candela
