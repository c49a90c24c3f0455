#include "views/flame_chart/flame_chart_accessible.h"

#include "views/flame_chart/flame_chart_canvas.h"
#include "views/flame_chart/flame_chart_words.h"
#include "views/timeline/timeline_words.h"
#include "views/widgets/parts_accessible.h"

namespace candela {

namespace {

/// A listed track, by its position. The chart may list fewer by now.
class TrackAccessible : public AccessiblePart {
public:
    using AccessiblePart::AccessiblePart;

    bool isValid() const override {
        return canvas() && canvas()->hasPlot() && position() < canvas()->geometry().listed.size();
    }
    QAccessible::Role role() const override { return QAccessible::Row; }
    QRect rect() const override {
        if (!isValid()) return {};
        auto area = canvas()->geometry().nameRect(track());
        area.setRight(canvas()->viewport()->width());
        return {canvas()->viewport()->mapToGlobal(area.topLeft()), area.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid) return state;
        state.expandable = true;
        state.expanded = !canvas()->isClosed(track());
        state.collapsed = canvas()->isClosed(track());
        state.selected = canvas()->focusedBlock() && canvas()->focusedBlock()->track == track();
        return state;
    }
    QString text(QAccessible::Text text) const override {
        if (!isValid()) return {};
        if (text == QAccessible::Description)
            return lifeTexts(*canvas()->chart()->profile, canvas()->lifeOf(track()).events,
                             canvas()->visibleRange())
                .join(". ");
        if (text != QAccessible::Name) return {};
        return trackWords(*canvas()->chart(), track(), canvas()->visibleRange());
    }

private:
    FlameChartCanvas* canvas() const { return static_cast<FlameChartCanvas*>(widget()); }
    std::size_t track() const { return canvas()->geometry().listed[position()].entry; }
};

class FlameChartAccessible : public PartsAccessible {
public:
    explicit FlameChartAccessible(FlameChartCanvas* canvas)
        : PartsAccessible(canvas, QAccessible::Chart, FlameChartCanvas::tr("Flame chart")) {}

    int childCount() const override {
        return canvas()->hasPlot() ? int(canvas()->geometry().listed.size()) : 0;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto point = canvas()->viewport()->mapFromGlobal(QPoint(x, y));
        const auto position = canvas()->geometry().positionAt(point.y());
        return position ? child(int(*position)) : nullptr;
    }
    QString text(QAccessible::Text text) const override {
        if (text == QAccessible::Value) return canvas()->focusText();
        if (text == QAccessible::Help)
            return FlameChartCanvas::tr(
                "Arrows move from block to block, Page Up and Page Down from thread to "
                "thread, Enter zooms to the block, Home shows everything, N lists rows of a name");
        return PartsAccessible::text(text);
    }

protected:
    QAccessibleInterface* makePart(std::size_t position) const override {
        return new TrackAccessible(canvas(), position);
    }

private:
    FlameChartCanvas* canvas() const { return static_cast<FlameChartCanvas*>(widget()); }
};

} // namespace

void installFlameChartAccessibility() {
    installAccessibility<FlameChartCanvas, FlameChartAccessible>();
}

} // namespace candela
