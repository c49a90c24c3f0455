/// The names above a zoomed flame graph that are visible in a widget.
#pragma once

#include "views/flame_graph/crumb.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace candela {

/// From the left.
inline std::vector<Crumb*> shownCrumbs(const QWidget& widget) {
    std::vector<Crumb*> shown;
    for (auto* crumb : widget.findChildren<Crumb*>())
        if (crumb->isVisible()) shown.push_back(crumb);
    std::ranges::sort(shown, {}, [&](const Crumb* crumb) { return crumb->mapTo(&widget, QPoint()).x(); });
    return shown;
}

inline QStringList crumbNames(const QWidget& widget) {
    QStringList names;
    for (const auto* crumb : shownCrumbs(widget))
        names << crumb->shownName();
    return names;
}

} // namespace candela
