/// Whether a widget's window is visible, and whether it is used.
#pragma once

#include "app/recording/refresh_pace.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class QWidget;

namespace candela {

class AttentionWatcher : public QObject {
    Q_OBJECT
public:
    static constexpr int defaultActiveTime = 5000; // milliseconds

    /// `activeTime`: how long after the last input the window counts as used, in milliseconds.
    explicit AttentionWatcher(QWidget* widget, int activeTime = defaultActiveTime);

    /// Begins as active, because starting a recording is an input.
    void start();
    void stop();
    Attention attention() const;

signals:
    void changed(candela::Attention attention);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();

    QWidget* m_widget;
    bool m_isRunning = false;
    QTimer m_idle; // runs while the window counts as used
    Attention m_reported = Attention::Active;
};

} // namespace candela
