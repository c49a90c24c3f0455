#include "views/widgets/layout_density.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QWidget>

#include <algorithm>

namespace candela {

namespace {

LayoutDensity chosen = LayoutDensity::Normal;

template<typename Value>
Value ofDensity(Value compact, Value normal, Value comfortable) {
    switch (chosen) {
    case LayoutDensity::Compact:
        return compact;
    case LayoutDensity::Comfortable:
        return comfortable;
    case LayoutDensity::Normal:
        break;
    }
    return normal;
}

} // namespace

LayoutDensity layoutDensity() {
    return chosen;
}

void setLayoutDensity(LayoutDensity density) {
    if (density == chosen) return;
    static const auto firstSize = QApplication::font().pointSizeF();
    chosen = density;
    auto font = QApplication::font();
    font.setPointSizeF(firstSize + ofDensity(-1.0, 0.0, 1.0));
    QApplication::setFont(font);
    for (auto* widget : QApplication::allWidgets()) {
        if (!qobject_cast<QComboBox*>(widget)) continue;
        QEvent change(QEvent::StyleChange); // at a change of the font, boxes keep their minimum height
        QApplication::sendEvent(widget, &change);
    }
}

int roomOf(int pixels) {
    return ofDensity(pixels / 2, pixels, pixels * 2);
}

/// The style gives all such controls one height.
int controlHeight(const QWidget& widget) {
    QStyleOptionComboBox box;
    box.initFrom(&widget);
    constexpr int minimumText = 14; // as QComboBox measures its contents, in any style
    const QSize text(0, std::max(widget.fontMetrics().height(), minimumText) + 2);
    const int height = widget.style()->sizeFromContents(QStyle::CT_ComboBox, &box, text, &widget).height();
    return std::max(height, widget.fontMetrics().height() + roomOf(8));
}

int heightOf(int pixels) {
    return ofDensity(pixels * 4 / 5, pixels, pixels * 5 / 4);
}

} // namespace candela
