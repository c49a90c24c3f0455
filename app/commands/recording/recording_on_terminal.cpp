#include "app/commands/recording/recording_on_terminal.h"

#include "app/recording/exact_text.h"
#include "model/base/units.h"
#include "model/profile/losses.h"

#include <fmt/format.h>

#include <QCoreApplication>

#include <chrono>
#include <unistd.h>

namespace candela {
namespace {

using namespace std::chrono_literals;

/// The time between two lines if there is no terminal, which is enough for a log.
constexpr std::chrono::milliseconds sparseLines = 10s;
/// The time after which a note about authentication is printed: mostly, a service answers sooner.
constexpr auto authenticationNote = 1500ms;
/// The time for a command to end after it was asked to.
constexpr auto commandGrace = 3s;

std::string losses(const RecordingProgress& progress) {
    const auto lost = lostSamples(progress.losses);
    return lost == 0 ? "none lost" : formatCount(static_cast<std::int64_t>(lost)) + " lost";
}

std::string recorderCost(const RecordingProgress& progress) {
    return fmt::format(
        "recorder {} CPU, {}",
        formatShare(static_cast<double>(progress.usage.cpuTime), static_cast<double>(progress.recordedTime)),
        formatBytes(progress.usage.peakMemory));
}

std::string seconds(std::int64_t nanoseconds) {
    return fmt::format("{:.1f} s", static_cast<double>(nanoseconds) / 1e9);
}

/// "keeps 1,234 source lines of 12 files (56 kB); files left out: 2 changed since their program was built".
std::string keptSources(const KeptSourceCounts& kept) {
    const auto count = [](std::size_t number) { return formatCount(static_cast<std::int64_t>(number)); };
    auto text = kept.lines == 0 ? "keeps no source lines"
                                : fmt::format("keeps {} source line{} of {} file{} ({})", count(kept.lines),
                                              kept.lines == 1 ? "" : "s", count(kept.files),
                                              kept.files == 1 ? "" : "s", formatBytes(kept.bytes));
    std::vector<std::string> reasons;
    if (kept.missing > 0) reasons.push_back(count(kept.missing) + " not on this machine");
    if (kept.newer > 0) reasons.push_back(count(kept.newer) + " changed since their program was built");
    if (kept.others > 0) reasons.push_back(count(kept.others) + " not named like a source");
    if (!reasons.empty()) text += fmt::format("; files left out: {}", fmt::join(reasons, ", "));
    return text;
}

} // namespace

RecordingOnTerminal::RecordingOnTerminal(RecordingPlan plan, RecorderEnvironment environment)
    : m_run(std::move(plan), std::move(environment), LiveView::NotWanted),
      m_isTerminal(::isatty(STDERR_FILENO) == 1) {
    connect(&m_run, &RecordingRun::stateChanged, this, &RecordingOnTerminal::showState);
    connect(&m_run, &RecordingRun::progressed, this, &RecordingOnTerminal::showProgress);
    connect(&m_run, &RecordingRun::warned, this,
            [this](const Error& warning) { print("", "warning: " + warning.message); });
    connect(&m_run, &RecordingRun::ended, this, &RecordingOnTerminal::recordingEnded);
    connect(&m_signals, &StopSignals::stopAsked, this, &RecordingOnTerminal::stopAsked);
    connect(&m_clock, &QTimer::timeout, this, &RecordingOnTerminal::showClock);
    m_authenticationNote.setSingleShot(true);
    connect(&m_authenticationNote, &QTimer::timeout, this,
            [this] { print("", "waiting for authentication"); });
}

ExitStatus RecordingOnTerminal::run() {
    if (const auto started = m_run.start(); !started) return reportError("", started.error());
    QCoreApplication::exec();
    return m_status;
}

void RecordingOnTerminal::showState(RecordingRun::State state) {
    if (state == RecordingRun::State::Authenticating)
        m_authenticationNote.start(authenticationNote);
    else
        m_authenticationNote.stop();
}

void RecordingOnTerminal::showProgress(const RecordingProgress& progress, quint64 bytes) {
    m_progress = fmt::format("{}, {}  {}  file {}", formatSamples(progress.samples), losses(progress),
                             recorderCost(progress), formatBytes(bytes));
    if (!m_isTerminal && m_sinceLine.isValid() && !m_sinceLine.hasExpired(sparseLines.count())) return;
    const bool isFirst = !m_sinceLine.isValid();
    m_sinceLine.start();
    if (m_isTerminal) {
        if (!m_clock.isActive()) m_clock.start(1s);
        showClock();
    } else if (!isFirst) { // at first there is no progress
        fmt::print(stderr, "candela: {}  {}\n", seconds(progress.recordedTime), m_progress);
    }
}

/// Segments cover several seconds; the clock is updated in between.
void RecordingOnTerminal::showClock() {
    if (m_isOver) return;
    if (!m_sinceStart.isValid()) m_sinceStart.start();
    fmt::print(stderr, "\r{}  {}\033[K", seconds(m_sinceStart.nsecsElapsed()), m_progress);
    std::fflush(stderr);
    m_hasLine = true;
}

void RecordingOnTerminal::clearLine() {
    if (!m_hasLine) return;
    fmt::print(stderr, "\r\033[K");
    m_hasLine = false;
}

void RecordingOnTerminal::print(std::string_view subject, std::string_view sentence) {
    clearLine();
    printMessage(subject, sentence);
}

void RecordingOnTerminal::stopAsked() {
    if (m_isOver) return quit(m_status);
    if (m_wasAsked) {
        print("", "stopped twice: did not wait for the end of the recording");
        return quit(ExitStatus::NotPossible);
    }
    m_wasAsked = true;
    m_run.stop();
}

void RecordingOnTerminal::recordingEnded(const RecordingOutcome& outcome) {
    m_isOver = true;
    clearLine();
    showOutcome(outcome);
    if (outcome.error) {
        // Ctrl-C before the first sample is not an error, but it leaves no recording either.
        const bool isCancelled = outcome.error->code == ErrorCode::Cancelled;
        m_status = isCancelled ? ExitStatus::NotPossible : reportError("", *outcome.error);
        if (isCancelled) print("", "cancelled, nothing was recorded");
    } else if (outcome.commandExit) {
        m_status = static_cast<ExitStatus>(outcome.commandExit->shellStatus());
    }
    waitForCommand();
}

void RecordingOnTerminal::showOutcome(const RecordingOutcome& outcome) {
    const auto& file = outcome.file;
    if (file.progress.segments == 0 || file.progress.recordedTime <= 0) return;
    const auto path = exactPath(file.path);
    print(path, fmt::format("{} in {}, {}, {}; {}", formatSamples(file.progress.samples),
                            seconds(file.progress.recordedTime), losses(file.progress),
                            formatBytes(file.bytes), recorderCost(file.progress)));
    for (const auto& line : lossLines(file.progress.losses))
        print(path, "lost: " + line);
    if (file.sources) print(path, keptSources(*file.sources));
}

void RecordingOnTerminal::waitForCommand() {
    auto* command = m_run.command();
    if (!command || !command->isRunning()) return quit(m_status);
    connect(command, &RecordedCommand::ended, this, [this] { quit(m_status); });
    // A command whose recording failed was not asked to end, so this waits for it.
    if (m_status == ExitStatus::Done)
        QTimer::singleShot(commandGrace, this, [this, command] {
            print("", fmt::format("the command (process {}) is still running", command->pid()));
            quit(m_status);
        });
}

void RecordingOnTerminal::quit(ExitStatus status) {
    m_status = status;
    clearLine();
    QCoreApplication::quit();
}

} // namespace candela

#include "moc_recording_on_terminal.cpp"
