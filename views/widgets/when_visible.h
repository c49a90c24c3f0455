/// Work that only changes what a widget shows: done at once if the widget is visible, else when it is next
/// shown. Hidden views cost nothing, however often their session changes.
#pragma once

#include <QEvent>
#include <QWidget>

#include <functional>
#include <utility>

namespace candela {

class WhenVisible : public QObject {
public:
    WhenVisible(QWidget* widget, std::function<void()> work)
        : QObject(widget), m_widget(widget), m_work(std::move(work)) {
        widget->installEventFilter(this);
    }

    void request() {
        m_isDue = !isSeen();
        if (!m_isDue) m_work();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == m_widget && event->type() == QEvent::Show && std::exchange(m_isDue, false)) m_work();
        return QObject::eventFilter(watched, event);
    }

private:
    /// Treats a window that was neither shown nor hidden yet as visible: it is about to be shown.
    bool isSeen() const {
        return m_widget->isVisible() || !m_widget->window()->testAttribute(Qt::WA_WState_ExplicitShowHide);
    }

    QWidget* m_widget;
    std::function<void()> m_work;
    bool m_isDue = false;
};

} // namespace candela
