#include "views/flame_chart/flame_chart_accessible.h"

#include "views/flame_chart/flame_chart_canvas.h"
#include "views/flame_chart/flame_chart_words.h"

#include <QAccessibleWidget>

#include <vector>

namespace candela {

namespace {

/// A track, by its row. The chart may have fewer by now.
class TrackAccessible : public QAccessibleInterface {
public:
    TrackAccessible(FlameChartCanvas* canvas, std::size_t track) : m_canvas(canvas), m_track(track) {}

    bool isValid() const override {
        return m_canvas && m_canvas->hasPlot() && m_track < m_canvas->chart()->tracks.size();
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return parent() ? parent()->window() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_canvas); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Row; }
    QRect rect() const override {
        if (!isValid()) return {};
        auto area = m_canvas->geometry().nameRect(m_track);
        area.setRight(m_canvas->viewport()->width());
        return {m_canvas->viewport()->mapToGlobal(area.topLeft()), area.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid) return state;
        state.expandable = true;
        state.expanded = !m_canvas->isClosed(m_track);
        state.collapsed = m_canvas->isClosed(m_track);
        state.selected = m_canvas->focusedBlock() && m_canvas->focusedBlock()->track == m_track;
        return state;
    }
    QString text(QAccessible::Text text) const override {
        if (!isValid() || text != QAccessible::Name) return {};
        return trackWords(*m_canvas->chart(), m_track, m_canvas->visibleRange());
    }
    void setText(QAccessible::Text, const QString&) override {}

private:
    QPointer<FlameChartCanvas> m_canvas;
    std::size_t m_track;
};

class FlameChartAccessible : public QAccessibleWidget {
public:
    explicit FlameChartAccessible(FlameChartCanvas* canvas)
        : QAccessibleWidget(canvas, QAccessible::Chart, FlameChartCanvas::tr("Flame chart")) {}
    ~FlameChartAccessible() override {
        for (const auto id : m_tracks)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override {
        return canvas()->hasPlot() ? int(canvas()->chart()->tracks.size()) : 0;
    }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        while (m_tracks.size() <= std::size_t(index))
            m_tracks.push_back(
                QAccessible::registerAccessibleInterface(new TrackAccessible(canvas(), m_tracks.size())));
        return QAccessible::accessibleInterface(m_tracks[std::size_t(index)]);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (std::size_t track = 0; track < m_tracks.size(); ++track)
            if (QAccessible::accessibleInterface(m_tracks[track]) == child) return int(track);
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto point = canvas()->viewport()->mapFromGlobal(QPoint(x, y));
        const auto track = canvas()->geometry().trackAt(point.y());
        return track ? child(int(*track)) : nullptr;
    }
    QString text(QAccessible::Text text) const override {
        if (text == QAccessible::Value) return canvas()->focusText();
        if (text == QAccessible::Help)
            return FlameChartCanvas::tr(
                "Arrows move from block to block, Page Up and Page Down from thread to "
                "thread, Enter zooms to the block, Home shows everything");
        return QAccessibleWidget::text(text);
    }

private:
    FlameChartCanvas* canvas() const { return static_cast<FlameChartCanvas*>(widget()); }

    mutable std::vector<QAccessible::Id> m_tracks; ///< those that were requested so far
};

QAccessibleInterface* createFlameChartAccessible(const QString&, QObject* object) {
    auto* canvas = qobject_cast<FlameChartCanvas*>(object);
    return canvas ? new FlameChartAccessible(canvas) : nullptr;
}

} // namespace

void installFlameChartAccessibility() {
    static const bool isInstalled = [] {
        QAccessible::installFactory(createFlameChartAccessible);
        return true;
    }();
    static_cast<void>(isInstalled);
}

} // namespace candela
