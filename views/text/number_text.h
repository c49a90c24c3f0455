/// Numbers for widgets, worded as in model/base/units.h.
#pragma once

#include "model/base/units.h"

#include <QString>

namespace candela {

/// "1,234,567"; decimals are dropped.
template<typename Number>
QString countText(Number count) {
    return QString::fromStdString(formatCount(static_cast<std::int64_t>(count)));
}

} // namespace candela
