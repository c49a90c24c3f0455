#include "app/window/widgets/density_choice.h"

#include <QSettings>

#include <algorithm>

namespace candela {
namespace {

constexpr auto densityKey = "window/density";

} // namespace

void applyRememberedDensity() {
    const auto normal = static_cast<int>(LayoutDensity::Normal);
    setLayoutDensity(static_cast<LayoutDensity>(std::clamp(QSettings().value(densityKey, normal).toInt(), 0,
                                                           static_cast<int>(LayoutDensity::Comfortable))));
}

void chooseDensity(LayoutDensity density) {
    setLayoutDensity(density);
    QSettings().setValue(densityKey, static_cast<int>(density));
}

} // namespace candela
