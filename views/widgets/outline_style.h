/// Fusion, with outlines of boxes and with chosen tabs that can be seen on a dark window: Fusion makes the
/// outlines darker than the window, and such a tab as dark as the others.
#pragma once

#include <QProxyStyle>

namespace candela {

class OutlineStyle : public QProxyStyle {
    Q_OBJECT
public:
    OutlineStyle() : QProxyStyle("fusion") {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

} // namespace candela
