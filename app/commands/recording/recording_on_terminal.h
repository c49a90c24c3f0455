/// A recording whose progress is printed to standard error: on a terminal one line that is rewritten, else a
/// line now and then. The first Ctrl-C finishes the recording; the second ends without waiting.
#pragma once

#include "app/commands/command.h"
#include "app/recording/recording_run.h"
#include "app/recording/stop_signals.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <string>

namespace candela {

class RecordingOnTerminal : public QObject {
    Q_OBJECT
public:
    RecordingOnTerminal(RecordingPlan plan, RecorderEnvironment environment);

    /// Runs an event loop until the recording has ended, and the command, if it outlives the recording.
    ExitStatus run();
    /// Whether the user ended the recording by a signal.
    bool wasStopped() const { return m_wasAsked; }

private:
    void showState(RecordingRun::State state);
    void showProgress(const RecordingProgress& progress, quint64 bytes);
    void showClock();
    void showOutcome(const RecordingOutcome& outcome);
    void stopAsked();
    void recordingEnded(const RecordingOutcome& outcome);
    void waitForCommand();
    void quit(ExitStatus status);
    /// Prints a sentence on a line of its own, above the progress line.
    void print(std::string_view subject, std::string_view sentence);
    void clearLine();

    RecordingRun m_run;
    StopSignals m_signals;
    bool m_isTerminal;
    bool m_hasLine = false; // the cursor is on a progress line
    bool m_wasAsked = false;
    bool m_isOver = false;  // the recording has ended; the command may still run
    std::string m_progress; // after the last segment
    QElapsedTimer m_sinceLine;
    QElapsedTimer m_sinceStart;
    QTimer m_clock;
    QTimer m_authenticationNote;
    ExitStatus m_status = ExitStatus::Done;
};

} // namespace candela
