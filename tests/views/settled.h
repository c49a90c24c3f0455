/// Waits until all started work has ended, and collects warnings.
#pragma once

#include <QCoreApplication>
#include <QImage>
#include <QStringList>
#include <QTest>
#include <QThreadPool>
#include <QWidget>

#include <set>

namespace candela {

/// Work in the pool and its events may start more work; a few rounds end every such chain.
inline void settle() {
    for (int round = 0; round < 8; ++round) {
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

/// Collects what Qt warns about while it lives.
class Warnings {
public:
    Warnings() { s_before = qInstallMessageHandler(&Warnings::collect); }
    ~Warnings() { qInstallMessageHandler(s_before); }
    static QStringList take() { return std::exchange(s_texts, {}); }

private:
    static void collect(QtMsgType type, const QMessageLogContext& context, const QString& text) {
        // The offscreen platform does not support size hints.
        if (text.contains("propagateSizeHints")) return;
        if (type == QtWarningMsg || type == QtCriticalMsg) s_texts << text;
        if (type == QtDebugMsg || type == QtInfoMsg || type == QtFatalMsg) s_before(type, context, text);
    }
    static inline QtMessageHandler s_before = nullptr;
    static inline QStringList s_texts;
};

/// The number of colours in a picture of the widget; a blank picture has one.
inline std::size_t colourCount(QWidget& widget) {
    const auto image = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    return colours.size();
}

inline bool hasColour(QWidget& widget, const QColor& colour) {
    const auto image = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) == colour.rgb()) return true;
    return false;
}

} // namespace candela
