#include "app/recording/recording_run.h"

#include "app/recording/exact_text.h"
#include "model/base/text/model_text.h"
#include "model/base/text/number_form.h"

#include <cmath>

namespace candela {
namespace {

/// Reading the stream pauses while this much is waiting to be written.
constexpr qint64 maximumBacklog = 64 << 20;
/// The length of a segment if there is no live view: fewer segments make a smaller file.
constexpr std::uint32_t secondsOfStoredSegment = 4;

std::string whatIsKept(const RecordedFile& file) {
    if (file.bytes > 0) return "What was recorded until then is kept.";
    return "No samples had been stored yet: there is no new file, and an old one is as it was.";
}

} // namespace

RecordingRun::RecordingRun(RecordingPlan plan, RecorderEnvironment environment, LiveView view,
                           QObject* parent)
    : QObject(parent), m_plan(std::move(plan)), m_environment(std::move(environment)), m_view(view) {
    m_duration.setSingleShot(true);
    connect(&m_duration, &QTimer::timeout, this, &RecordingRun::stop);
}

RecordingRun::~RecordingRun() = default;

RecordingRun::State RecordingRun::state() const {
    return m_connection ? m_connection->state() : State::Idle;
}

Result<void> RecordingRun::start() {
    TRY(m_plan.check());
    if (auto possible = RecordingSink::checkPath(m_plan.file, m_plan.existing); !possible) {
        possible.error().message.insert(0, exactPath(m_plan.file) + ": ");
        return possible;
    }
    if (m_plan.scope == RecordingPlan::Scope::Command)
        m_command = TRY(RecordedCommand::create(m_plan.command));
    m_connection = std::make_unique<RecorderConnection>(m_timeouts);
    m_recording =
        std::make_unique<LiveRecording>(m_plan.file, m_plan.existing, m_view, m_plan.sourceKeeper());
    connectParts();
    auto request = m_plan.request(m_command ? m_command->pid() : 0);
    if (m_view == LiveView::NotWanted) request.set_segment_seconds(secondsOfStoredSegment);
    m_connection->open(recorderEndpoints(m_environment, m_plan.host), request);
    return {};
}

void RecordingRun::setAttention(Attention attention) {
    if (m_recording) m_recording->setAttention(attention);
}

void RecordingRun::connectParts() {
    connect(m_connection.get(), &RecorderConnection::stateChanged, this, &RecordingRun::stateChanged);
    connect(m_connection.get(), &RecorderConnection::helperPrinted, this, &RecordingRun::helperPrinted);
    connect(m_connection.get(), &RecorderConnection::ended, this, &RecordingRun::streamEnded);
    connect(m_connection.get(), &RecorderConnection::received, this, [this](const QByteArray& bytes) {
        m_recording->add(bytes);
        if (m_recording->backlog() > maximumBacklog) m_connection->holdBack();
    });
    connect(m_recording.get(), &LiveRecording::backlogShrank, this, [this] {
        if (m_recording->backlog() < maximumBacklog / 2) m_connection->goOn();
    });
    connect(m_recording.get(), &LiveRecording::progressed, this,
            [this](const RecordingProgress& progress, quint64 bytes) {
                onSegments();
                emit progressed(progress, bytes);
            });
    connect(m_recording.get(), &LiveRecording::snapshotTaken, this, &RecordingRun::snapshotTaken);
    connect(m_recording.get(), &LiveRecording::recorderFailed, this, &RecordingRun::recorderFailed);
    connect(m_recording.get(), &LiveRecording::writingFailed, this, &RecordingRun::writingFailed);
    connect(m_recording.get(), &LiveRecording::finished, this, &RecordingRun::fileFinished);
    if (m_command) connect(m_command.get(), &RecordedCommand::ended, this, &RecordingRun::commandEnded);
}

void RecordingRun::onSegments() {
    if (m_hasStarted || m_error) return;
    m_hasStarted = true;
    // The recorder's limit is in whole seconds; the fraction is timed here.
    if (m_plan.seconds > 0 && m_plan.seconds != std::floor(m_plan.seconds))
        m_duration.start(static_cast<int>(m_plan.seconds * 1000));
    if (!m_command || m_command->isResumed()) return;
    if (const auto resumed = m_command->resume(); !resumed) {
        m_error = resumed.error();
        m_connection->stop();
    }
}

void RecordingRun::stop() {
    m_wasStopped = true;
    m_duration.stop();
    if (m_connection) m_connection->stop();
}

void RecordingRun::commandEnded() {
    if (m_connection) m_connection->stop();
}

void RecordingRun::recorderFailed(const RecordingFailure& failure) {
    if (!failure.isFatal) {
        emit warned(failure.error);
    } else if (!m_error) {
        m_error = failure.error;
    }
}

void RecordingRun::writingFailed(const Error& error) {
    if (!m_error) {
        m_error = error;
        m_error->message = exactPath(m_plan.file) + ": " + error.message;
    }
    m_connection->abort();
}

void RecordingRun::streamEnded(const std::optional<Error>& error) {
    m_duration.stop();
    if (error && !m_error) m_error = error;
    m_recording->finish(m_error ? StreamEnd::Failed : StreamEnd::Whole);
}

/// The error for a stream that broke off.
Error RecordingRun::noEnd(const RecordedFile& file) const {
    const auto seconds = static_cast<double>(file.progress.recordedTime) / 1e9;
    if (file.progress.segments == 0 && file.progress.needsNewerReader) {
        auto error = *file.progress.needsNewerReader;
        error.message = ModelText::tr("what the recorder sends {}", error.message);
        return error;
    }
    if (file.progress.segments == 0)
        return {ModelText::tr("the recorder ended without recording anything"),
                ModelText::tr("Run \"candela doctor\" to see what this machine lacks."),
                ErrorCode::NotPossible};
    return {ModelText::tr("the recorder ended unexpectedly after {} s", formatDecimal(seconds, 1)),
            {},
            ErrorCode::NotPossible};
}

void RecordingRun::fileFinished(const RecordedFile& file) {
    RecordingOutcome outcome{file, m_error, std::nullopt};
    if (!outcome.error && !file.progress.hasEnded) outcome.error = noEnd(file);
    if (!outcome.error && file.sourceProblem) {
        outcome.error = file.sourceProblem;
        outcome.error->message.insert(0, "no source lines were kept: " + exactPath(file.path) + ": ");
    }
    if (outcome.error && m_hasStarted && outcome.error->code != ErrorCode::Cancelled)
        outcome.error->hint.insert(0, whatIsKept(file) + (outcome.error->hint.empty() ? "" : " "));
    if (outcome.error && file.progress.samples == 0) {
        outcome.file = {}; // nothing arrived except the refusal, which is reported here
    }
    if (m_command && m_command->hasEnded())
        outcome.commandExit = m_command->exit();
    else if (m_command && !m_hasStarted)
        m_command.reset(); // the command never ran
    else if (m_command && !outcome.error && m_plan.atStop == RecordingPlan::AtStop::EndCommand)
        m_command->terminate();
    emit ended(outcome);
}

} // namespace candela

#include "moc_recording_run.cpp"
