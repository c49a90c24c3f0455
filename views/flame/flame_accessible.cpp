#include "views/flame/flame_accessible.h"

#include "views/flame/flame_canvas.h"

#include <QAccessibleWidget>

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

QAccessibleInterface* createFlameAccessible(const QString&, QObject* object) {
    auto* canvas = qobject_cast<FlameCanvas*>(object);
    return canvas ? new FlameAccessible(canvas) : nullptr;
}

} // namespace

void installFlameAccessibility() {
    static const bool isInstalled = [] {
        QAccessible::installFactory(createFlameAccessible);
        return true;
    }();
    static_cast<void>(isInstalled);
}

} // namespace candela
