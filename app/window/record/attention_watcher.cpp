#include "app/window/record/attention_watcher.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>
#include <QWindow>

namespace candela {
namespace {

bool isInput(QEvent::Type type) {
    switch (type) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
        return true;
    default:
        return false;
    }
}

} // namespace

AttentionWatcher::AttentionWatcher(QWidget* widget, int activeTime) : QObject(widget), m_widget(widget) {
    m_idle.setSingleShot(true);
    m_idle.setInterval(activeTime);
    connect(&m_idle, &QTimer::timeout, this, &AttentionWatcher::update);
}

void AttentionWatcher::start() {
    if (!m_isRunning) qApp->installEventFilter(this);
    m_isRunning = true;
    m_idle.start();
    m_reported = attention();
    emit changed(m_reported);
}

void AttentionWatcher::stop() {
    if (m_isRunning) qApp->removeEventFilter(this);
    m_isRunning = false;
    m_idle.stop();
}

Attention AttentionWatcher::attention() const {
    const auto* window = m_widget->window()->windowHandle();
    if (!m_widget->isVisible() || !window || !window->isExposed()) return Attention::None;
    return m_idle.isActive() ? Attention::Active : Attention::Present;
}

void AttentionWatcher::update() {
    const auto now = attention();
    if (now != std::exchange(m_reported, now)) emit changed(now);
}

bool AttentionWatcher::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (isInput(type)) {
        // Input in any window of the program counts: a dialog or a menu belongs to the work here.
        m_idle.start();
        update();
    } else if (type == QEvent::Expose || type == QEvent::WindowStateChange || type == QEvent::Show ||
               type == QEvent::Hide) {
        // The state changes together with the event, so it is read afterwards.
        QMetaObject::invokeMethod(this, &AttentionWatcher::update, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace candela

#include "moc_attention_watcher.cpp"
