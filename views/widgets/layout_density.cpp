#include "views/widgets/layout_density.h"

#include <QApplication>

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
}

int roomOf(int pixels) {
    return ofDensity(pixels / 2, pixels, pixels * 2);
}

int heightOf(int pixels) {
    return ofDensity(pixels * 4 / 5, pixels, pixels * 5 / 4);
}

} // namespace candela
