/// A RecordingSink with a thread of its own: takes the stream's bytes from the GUI thread, reports progress,
/// and makes snapshots. Neither the disk nor a large profile makes the GUI thread wait.
#pragma once

#include "app/recording/recording_sink.h"

#include <QObject>
#include <QThread>

#include <atomic>
#include <memory>

namespace candela {

class LiveRecording : public QObject {
    Q_OBJECT
public:
    LiveRecording(const QString& path, Existing existing, LiveView view, QObject* parent = nullptr);
    /// Waits for what was added to be in the file.
    ~LiveRecording() override;

    void add(const QByteArray& bytes);
    /// The stream is over; finished() follows once everything is in the file.
    void finish(StreamEnd end);

    /// Whether the window is looked at: decides how often snapshots are taken.
    void setAttention(Attention attention) { m_attention = attention; }

    /// Bytes that were added and are not in the file yet.
    qint64 backlog() const { return m_backlog; }

signals:
    /// After new segments.
    void progressed(const candela::RecordingProgress& progress, quint64 bytes);
    void snapshotTaken(const std::shared_ptr<const candela::Profile>& profile);
    /// A failure that the recorder reports, fatal or not.
    void recorderFailed(const candela::RecordingFailure& failure);
    /// The disk failed: nothing more is written.
    void writingFailed(const candela::Error& error);
    void backlogShrank();
    void finished(const candela::RecordedFile& file);

private:
    void work(const QByteArray& bytes); // in the thread

    std::unique_ptr<RecordingSink> m_sink; // used in the thread only
    bool m_isBroken = false;               // in the thread only
    std::size_t m_failuresReported = 0;    // in the thread only
    std::uint64_t m_segmentsReported = 0;  // in the thread only
    std::atomic<qint64> m_backlog = 0;
    std::atomic<Attention> m_attention = Attention::Active;
    QThread m_thread;
    QObject m_worker; // lives in the thread; what it is asked to do runs there
};

} // namespace candela
