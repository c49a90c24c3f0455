#include "views/flame/flame_accessible.h"

#include "views/flame/flame_canvas.h"
#include "views/widgets/parts_accessible.h"

namespace candela {

namespace {

class FlameAccessible : public QAccessibleWidget {
public:
    explicit FlameAccessible(FlameCanvas* canvas)
        : QAccessibleWidget(canvas, QAccessible::Chart, FlameCanvas::tr("Flame graph")) {}

    QString text(QAccessible::Text text) const override {
        const auto* canvas = static_cast<const FlameCanvas*>(widget());
        if (text == QAccessible::Value) return canvas->selectionText();
        if (text == QAccessible::Help)
            return FlameCanvas::tr("Arrows move from box to box, Enter zooms, Escape shows everything");
        return QAccessibleWidget::text(text);
    }
};

} // namespace

void installFlameAccessibility() {
    installAccessibility<FlameCanvas, FlameAccessible>();
}

} // namespace candela
