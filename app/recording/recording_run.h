/// One recording from start to end: the command (if any), the connection to the recorder, and the file. Used
/// by `candela record` and the record page. ended() is emitted exactly once, whatever happens.
#pragma once

#include "app/recording/live_recording.h"
#include "app/recording/recorder_connection.h"
#include "app/recording/recording_plan.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace candela {

/// How a recording ended. Even with an error there may be a file (bytes > 0).
struct RecordingOutcome {
    RecordedFile file;
    std::optional<Error> error;
    std::optional<CommandExit> commandExit; ///< if the command ended before the recording
};

class RecordingRun : public QObject {
    Q_OBJECT
public:
    using State = RecorderConnection::State;

    RecordingRun(RecordingPlan plan, RecorderEnvironment environment, LiveView view,
                 QObject* parent = nullptr);
    ~RecordingRun() override;

    /// How long to wait for the recorder; call it before start().
    void setTimeouts(const RecorderConnection::Timeouts& timeouts) { m_timeouts = timeouts; }

    /// Fails at once if the plan is invalid; then nothing was started and ended() is not emitted.
    Result<void> start();
    /// Finishes the recording; the recorder's remaining data arrives before ended().
    void stop();

    /// How the user looks at the window, which decides how often snapshots are taken.
    void setAttention(Attention attention);

    const RecordingPlan& plan() const { return m_plan; }
    State state() const;
    /// The command while it exists; it may outlive the recording.
    RecordedCommand* command() const { return m_command.get(); }

signals:
    void stateChanged(candela::RecordingRun::State state);
    void progressed(const candela::RecordingProgress& progress, quint64 bytes);
    void snapshotTaken(const std::shared_ptr<const candela::Profile>& profile);
    /// A problem that does not end the recording.
    void warned(const candela::Error& warning);
    void helperPrinted(const QString& line);
    void ended(const candela::RecordingOutcome& outcome);

private:
    void connectParts();
    void onSegments();
    void recorderFailed(const RecordingFailure& failure);
    void writingFailed(const Error& error);
    void streamEnded(const std::optional<Error>& error);
    void fileFinished(const RecordedFile& file);
    void commandEnded();
    Error noEnd(const RecordedFile& file) const;

    RecordingPlan m_plan;
    RecorderEnvironment m_environment;
    LiveView m_view;
    RecorderConnection::Timeouts m_timeouts;
    std::unique_ptr<RecordedCommand> m_command;
    std::unique_ptr<RecorderConnection> m_connection;
    std::unique_ptr<LiveRecording> m_recording;
    QTimer m_duration;
    bool m_hasStarted = false; // the recorder records
    bool m_wasStopped = false;
    std::optional<Error> m_error; // the first one counts
};

} // namespace candela
