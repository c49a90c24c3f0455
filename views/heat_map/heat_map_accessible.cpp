#include "views/heat_map/heat_map_accessible.h"

#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_words.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <vector>

namespace candela {

namespace {

/// A column, by its position. The map may have fewer by now.
class ColumnAccessible : public QAccessibleInterface {
public:
    ColumnAccessible(HeatMapCanvas* canvas, std::size_t column) : m_canvas(canvas), m_column(column) {}

    bool isValid() const override {
        return m_canvas && m_canvas->hasPlot() && m_column < m_canvas->geometry().grid.columns;
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return parent() ? parent()->window() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_canvas); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Column; }
    QRect rect() const override {
        if (!isValid()) return {};
        const auto area = m_canvas->geometry().columnRect(m_column);
        return {m_canvas->mapToGlobal(area.topLeft()), area.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid) return state;
        state.selected = m_canvas->cursorCell() && *m_canvas->cursorCell() / HeatMapGrid::rows == m_column;
        return state;
    }
    QString text(QAccessible::Text text) const override {
        if (!isValid() || text != QAccessible::Name) return {};
        const auto first = m_column * HeatMapGrid::rows;
        return cellWords(*m_canvas->computed(), first, first + HeatMapGrid::rows - 1).text();
    }
    void setText(QAccessible::Text, const QString&) override {}

private:
    QPointer<HeatMapCanvas> m_canvas;
    std::size_t m_column;
};

class HeatMapAccessible : public QAccessibleWidget {
public:
    explicit HeatMapAccessible(HeatMapCanvas* canvas)
        : QAccessibleWidget(canvas, QAccessible::Chart, HeatMapCanvas::tr("Heat map")) {}
    ~HeatMapAccessible() override {
        for (const auto id : m_columns)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override {
        return canvas()->hasPlot() ? int(canvas()->geometry().grid.columns) : 0;
    }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        while (m_columns.size() <= std::size_t(index))
            m_columns.push_back(
                QAccessible::registerAccessibleInterface(new ColumnAccessible(canvas(), m_columns.size())));
        return QAccessible::accessibleInterface(m_columns[std::size_t(index)]);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (std::size_t column = 0; column < m_columns.size(); ++column)
            if (QAccessible::accessibleInterface(m_columns[column]) == child) return int(column);
        return -1;
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
        return QAccessibleWidget::text(text);
    }

private:
    HeatMapCanvas* canvas() const { return static_cast<HeatMapCanvas*>(widget()); }

    mutable std::vector<QAccessible::Id> m_columns; ///< those that were requested so far
};

QAccessibleInterface* createHeatMapAccessible(const QString&, QObject* object) {
    auto* canvas = qobject_cast<HeatMapCanvas*>(object);
    return canvas ? new HeatMapAccessible(canvas) : nullptr;
}

} // namespace

void installHeatMapAccessibility() {
    static const bool isInstalled = [] {
        QAccessible::installFactory(createHeatMapAccessible);
        return true;
    }();
    static_cast<void>(isInstalled);
}

} // namespace candela
