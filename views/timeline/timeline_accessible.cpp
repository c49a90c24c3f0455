#include "views/timeline/timeline_accessible.h"

#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_words.h"
#include "views/widgets/parts_accessible.h"

namespace candela {

namespace {

/// A row, by its position. The timeline may have fewer by now.
class TimelineRowAccessible : public AccessiblePart {
public:
    using AccessiblePart::AccessiblePart;

    bool isValid() const override {
        return canvas() && canvas()->hasPlot() && position() < canvas()->rows().rows.size();
    }
    QAccessible::Role role() const override { return QAccessible::Row; }
    QRect rect() const override {
        if (!isValid()) return {};
        auto area = canvas()->geometry().nameRect(position());
        area.setRight(canvas()->viewport()->width());
        return {canvas()->viewport()->mapToGlobal(area.topLeft()), area.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid) return state;
        const auto& row = canvas()->rows().rows[position()];
        state.expandable = row.below > 0;
        state.expanded = state.expandable && row.isOpened;
        state.collapsed = state.expandable && !row.isOpened;
        state.focusable = true;
        state.focused = canvas()->hasFocus() && canvas()->currentRow() == position();
        return state;
    }
    QString text(QAccessible::Text text) const override {
        if (!isValid()) return {};
        const auto& rows = canvas()->rows();
        if (text == QAccessible::Name) return rowText(rows, rows.rows[position()]);
        if (text == QAccessible::Description)
            return lifeTexts(*canvas()->shownProfile(), canvas()->lifeOf(position()).events,
                             canvas()->visibleRange())
                .join(". ");
        return {};
    }

private:
    TimelineCanvas* canvas() const { return static_cast<TimelineCanvas*>(widget()); }
};

class TimelineAccessible : public PartsAccessible {
public:
    explicit TimelineAccessible(TimelineCanvas* canvas)
        : PartsAccessible(canvas, QAccessible::Chart, TimelineCanvas::tr("Timeline")) {}

    int childCount() const override { return canvas()->hasPlot() ? int(canvas()->rows().rows.size()) : 0; }
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto row = canvas()->geometry().rowAt(canvas()->viewport()->mapFromGlobal(QPoint(x, y)).y());
        return row ? child(int(*row)) : nullptr;
    }
    QString text(QAccessible::Text text) const override {
        if (text == QAccessible::Help)
            return TimelineCanvas::tr("Plus and minus zoom, Left and Right move, Home shows everything, "
                                      "Escape clears the selected time; Up and Down choose a row, Space "
                                      "opens or closes it, N lists rows of a name");
        return PartsAccessible::text(text);
    }

protected:
    QAccessibleInterface* makePart(std::size_t position) const override {
        return new TimelineRowAccessible(canvas(), position);
    }

private:
    TimelineCanvas* canvas() const { return static_cast<TimelineCanvas*>(widget()); }
};

} // namespace

void installTimelineAccessibility() {
    installAccessibility<TimelineCanvas, TimelineAccessible>();
}

} // namespace candela
