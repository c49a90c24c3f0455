/// Fusion, with outlines of boxes and menus, separators and chosen tabs that can be seen on a dark window:
/// Fusion makes lines darker than the window, and such a tab as dark as the others. Buttons have room beside
/// their text, also those with a long one. Controls that stand in a row have one height, which the density
/// decides.
#pragma once

#include <QProxyStyle>

namespace candela {

class OutlineStyle : public QProxyStyle {
    Q_OBJECT
public:
    OutlineStyle() : QProxyStyle("fusion") {}

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;

private:
    /// The height of all controls with a text, in the option's font.
    int controlHeight(const QStyleOption& option, const QWidget* widget) const;
};

} // namespace candela
