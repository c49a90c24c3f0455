#include "views/heat_map/heat_map_accessible.h"

#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_words.h"
#include "views/widgets/parts_accessible.h"

namespace candela {

namespace {

/// A column, by its position. The map may have fewer by now.
class ColumnAccessible : public AccessiblePart {
public:
    using AccessiblePart::AccessiblePart;

    bool isValid() const override {
        return canvas() && canvas()->hasPlot() && position() < canvas()->geometry().grid.columns;
    }
    QAccessible::Role role() const override { return QAccessible::Column; }
    QRect rect() const override {
        if (!isValid()) return {};
        const auto area = canvas()->geometry().columnRect(position());
        return {canvas()->mapToGlobal(area.topLeft()), area.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid) return state;
        state.selected = canvas()->cursorCell() && *canvas()->cursorCell() / HeatMapGrid::rows == position();
        return state;
    }
    QString text(QAccessible::Text text) const override {
        if (!isValid() || text != QAccessible::Name) return {};
        const auto first = position() * HeatMapGrid::rows;
        return cellWords(*canvas()->computed(), first, first + HeatMapGrid::rows - 1).text();
    }

private:
    HeatMapCanvas* canvas() const { return static_cast<HeatMapCanvas*>(widget()); }
};

class HeatMapAccessible : public PartsAccessible {
public:
    explicit HeatMapAccessible(HeatMapCanvas* canvas)
        : PartsAccessible(canvas, QAccessible::Chart, HeatMapCanvas::tr("Heat map")) {}

    int childCount() const override {
        return canvas()->hasPlot() ? int(canvas()->geometry().grid.columns) : 0;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto cell = canvas()->cellAt(canvas()->mapFromGlobal(QPoint(x, y)));
        return cell ? child(int(*cell / HeatMapGrid::rows)) : nullptr;
    }
    QString text(QAccessible::Text text) const override {
        if (text == QAccessible::Value) return canvas()->cursorText();
        if (text == QAccessible::Help)
            return HeatMapCanvas::tr(
                "Up and Down move to the next and the previous cell in time, Left and Right "
                "to the same moment of the column beside, Shift extends, Enter selects the "
                "time, Escape clears that");
        return PartsAccessible::text(text);
    }

protected:
    QAccessibleInterface* makePart(std::size_t position) const override {
        return new ColumnAccessible(canvas(), position);
    }

private:
    HeatMapCanvas* canvas() const { return static_cast<HeatMapCanvas*>(widget()); }
};

} // namespace

void installHeatMapAccessibility() {
    installAccessibility<HeatMapCanvas, HeatMapAccessible>();
}

} // namespace candela
