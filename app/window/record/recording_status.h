/// The state of a running recording in large numbers: time, samples, losses, cost of recorder and window; and
/// the Stop button.
#pragma once

#include "app/recording/recording_run.h"

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>

#include <chrono>
#include <deque>
#include <vector>

class QLabel;
class QPushButton;

namespace candela {

class RecordingStatus : public QFrame {
    Q_OBJECT
public:
    explicit RecordingStatus(QWidget* parent = nullptr);

    /// Clears the numbers, for a new recording.
    void reset();
    void setState(RecordingRun::State state, const RecordingPlan& plan);
    void setProgress(const RecordingProgress& progress, quint64 bytes);
    /// How many samples the view shows, which may be fewer than were recorded.
    void setShownSamples(std::uint64_t shown);
    /// The clock ticks in tenths of a second only while the window is used.
    void setAttention(Attention attention);
    /// The numbers' texts from left to right, as shown.
    QStringList texts() const;
    /// What each of them is.
    QStringList names() const;

signals:
    void stopWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// A number with its name below.
    struct Number {
        QLabel* value;
        QLabel* name;
    };
    /// The state at an earlier segment, for rates.
    struct Mark {
        std::int64_t time = 0;
        std::uint64_t samples = 0;
        std::int64_t recorderTime = 0;
        std::chrono::nanoseconds now{};        // the time at which windowTime was measured
        std::chrono::nanoseconds windowTime{}; // CPU time of this program
    };

    Number addNumber(const QString& name);
    void showLosses(const RecordingProgress& progress);
    void showRates(const RecordingProgress& progress);
    void showElapsed();

    std::vector<Number> m_numbers;
    Number m_elapsed, m_samples, m_rate, m_lost, m_recorderShare, m_windowShare, m_recorderMemory, m_file;
    QPushButton* m_stop;
    QTimer m_clock; // updates the clock between segments
    QElapsedTimer m_sinceSegment;
    std::int64_t m_recordedTime = 0;
    std::deque<Mark> m_marks; // the last few seconds
};

} // namespace candela
