#include "views/timeline/kind_colours.h"

namespace candela {

QColor kindColour(const Theme& theme, ValueKind kind) {
    const bool isDark = theme.scheme == ColourScheme::Dark;
    switch (kind) {
    case ValueKind::Duration:
        return isDark ? QColor(0xbd8338) : QColor(0xdf9a3f);
    case ValueKind::Count:
        return isDark ? QColor(0x3d9176) : QColor(0x47a386);
    case ValueKind::Gauge:
        return isDark ? QColor(0x8770c0) : QColor(0x9478cf);
    case ValueKind::Flow:
    case ValueKind::Unstated:
        break;
    }
    return theme.density;
}

} // namespace candela
