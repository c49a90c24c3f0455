/// A RecordingSink with its own thread: takes the stream's bytes from the GUI thread, reports progress, and
/// makes snapshots. The GUI thread never waits for the disk or a large profile.
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
    LiveRecording(const QString& path, Existing existing, LiveView view,
                  std::unique_ptr<SourceKeeper> sources, QObject* parent = nullptr);
    /// Waits until everything that was added is in the file.
    ~LiveRecording() override;

    void add(const QByteArray& bytes);
    /// The stream ended; finished() follows once everything is in the file.
    void finish(StreamEnd end);

    /// How the user looks at the window, which decides how often snapshots are taken.
    void setAttention(Attention attention) { m_attention = attention; }

    /// Bytes that were added and are not yet in the file.
    qint64 backlog() const { return m_backlog; }

signals:
    /// Emitted after new segments.
    void progressed(const candela::RecordingProgress& progress, quint64 bytes);
    void snapshotTaken(const std::shared_ptr<const candela::Profile>& profile);
    /// The recorder reported a failure, fatal or not.
    void recorderFailed(const candela::RecordingFailure& failure);
    /// Writing failed: nothing more is written.
    void writingFailed(const candela::Error& error);
    void backlogShrank();
    void finished(const candela::RecordedFile& file);

private:
    void work(const QByteArray& bytes); // runs in the thread

    std::unique_ptr<RecordingSink> m_sink; // used only in the thread
    bool m_isBroken = false;               // used only in the thread
    std::size_t m_failuresReported = 0;    // used only in the thread
    std::uint64_t m_segmentsReported = 0;  // used only in the thread
    std::atomic<qint64> m_backlog = 0;
    std::atomic<Attention> m_attention = Attention::Active;
    QThread m_thread;
    QObject m_worker; // lives in the thread; work is queued to it
};

} // namespace candela
