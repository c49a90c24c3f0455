#include "app/recording/recorder_connection.h"

#include "model/base/file.h"
#include "model/base/text/model_text.h"
#include "model/recording/request_stream.h"

#include <QProcess>

#include <cassert>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace candela {
namespace {

constexpr qsizetype keptMessages = 4096;
constexpr int pkexecDismissed = 126; // pkexec(1): the dialog was dismissed

Error noRecorder() {
    return {ModelText::tr("no recorder was found"),
            ModelText::tr("Install Candela, or build it so that candela-recorder stands beside candela."),
            ErrorCode::NotPossible};
}

QString lastLine(const QByteArray& text) {
    const auto lines = QString::fromLocal8Bit(text).split('\n', Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.last().trimmed();
}

QString withoutFullStop(QString text) {
    while (text.endsWith('.'))
        text.chop(1);
    return text;
}

} // namespace

RecorderConnection::RecorderConnection(QObject* parent) : RecorderConnection(Timeouts(), parent) {}

RecorderConnection::RecorderConnection(Timeouts timeouts, QObject* parent)
    : QObject(parent), m_timeouts(timeouts) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RecorderConnection::onTimeout);
}

RecorderConnection::~RecorderConnection() {
    dropChannel();
    dropHelper();
}

void RecorderConnection::open(std::vector<RecorderEndpoint> endpoints, const recording::Start& start) {
    m_endpoints = std::move(endpoints);
    m_start = start;
    setState(State::Connecting);
    // Not during open(): the caller may connect to the signals after that call.
    QTimer::singleShot(0, this, &RecorderConnection::tryFirstEndpoint);
}

void RecorderConnection::tryFirstEndpoint() {
    if (m_state == State::Ended) return;
    if (m_endpoints.empty()) return end(noRecorder());
    m_helperMessages.clear();
    if (m_endpoints.front().kind == RecorderEndpoint::Kind::Service)
        connectToService();
    else
        startHelper();
}

void RecorderConnection::tryNextEndpoint(const Error& why) {
    dropChannel();
    dropHelper();
    if (m_endpoints.size() <= 1) return end(why);
    m_endpoints.erase(m_endpoints.begin());
    setState(State::Connecting);
    // Deferred: this may run inside a signal of the socket that is replaced.
    QTimer::singleShot(0, this, &RecorderConnection::tryFirstEndpoint);
}

void RecorderConnection::connectToService() {
    auto channel = ByteChannel::connectTo(m_endpoints.front().program);
    if (channel) return useChannel(std::move(*channel));
    const bool isDenied = channel.error().code == ErrorCode::NotPermitted;
    tryNextEndpoint(
        {isDenied ? ModelText::tr("the recorder service does not accept this user")
                  : ModelText::tr("the recorder service does not answer: {}", channel.error().message),
         ModelText::tr("See \"systemctl status candela-recorder.socket\"."), channel.error().code});
}

void RecorderConnection::startHelper() {
    auto pair = ByteChannel::createPair();
    if (!pair)
        return end(
            Error{ModelText::tr("no connection to the recorder could be made: {}", pair.error().message),
                  {},
                  ErrorCode::NotPossible});
    const auto& endpoint = m_endpoints.front();
    m_helper = new QProcess(this);
    m_helper->setProgram(endpoint.program);
    m_helper->setArguments(endpoint.arguments);
    m_helper->setStandardOutputFile(QProcess::nullDevice());
    const bool isDirect = endpoint.kind == RecorderEndpoint::Kind::Direct;
    m_helper->setChildProcessModifier([socket = pair->second.get(), isDirect] {
        // Ctrl-C is for this program, which asks the recorder to finish. sudo and ssh keep the terminal,
        // which they may need.
        if (isDirect) ::setpgid(0, 0);
        ::dup2(socket, STDIN_FILENO);
        ::dup2(socket, STDOUT_FILENO);
    });
    connect(m_helper, &QProcess::readyReadStandardError, this, &RecorderConnection::readHelperMessages);
    connect(m_helper, &QProcess::finished, this, &RecorderConnection::helperEnded);
    connect(m_helper, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;
        tryNextEndpoint({ModelText::tr("{} can't be started: {}", m_endpoints.front().name().toStdString(),
                                       m_helper->errorString().toStdString()),
                         {},
                         ErrorCode::NotPossible});
    });
    m_helper->start();
    if (!m_helper || m_helper->state() == QProcess::NotRunning)
        return; // the next endpoint is tried, or the session has ended
    useChannel(std::move(pair->first));
}

void RecorderConnection::useChannel(std::unique_ptr<ByteChannel> channel) {
    m_channel = std::move(channel);
    connect(m_channel.get(), &ByteChannel::received, this, &RecorderConnection::takeBytes);
    connect(m_channel.get(), &ByteChannel::closed, this, &RecorderConnection::channelClosed);
    recording::Request request;
    *request.mutable_start() = m_start;
    send(request);
    const bool mayAsk = m_endpoints.front().mayAsk();
    m_timer.start(mayAsk ? m_timeouts.authentication : m_timeouts.answer);
    setState(mayAsk ? State::Authenticating : State::Starting);
}

void RecorderConnection::send(const recording::Request& request) {
    const auto bytes = writeRequest(request);
    assert(bytes); // requests of this program are small
    if (m_channel) m_channel->send(*bytes);
}

void RecorderConnection::stop() {
    switch (m_state) {
    case State::Receiving: {
        recording::Request request;
        request.mutable_stop();
        send(request);
        m_timer.start(m_timeouts.stop);
        m_stoppingFor.start();
        return setState(State::Stopping);
    }
    case State::Connecting:
    case State::Authenticating:
    case State::Starting:
        return end(Error{"cancelled", {}, ErrorCode::Cancelled});
    case State::Idle:
    case State::Stopping:
    case State::Ended:
        return;
    }
}

void RecorderConnection::abort() {
    end(std::nullopt);
}

void RecorderConnection::holdBack() {
    if (!m_channel || m_isHeldBack) return;
    m_isHeldBack = true;
    m_channel->holdBack();
    if (m_state == State::Receiving) m_timer.stop();
}

void RecorderConnection::goOn() {
    if (!m_channel || !m_isHeldBack) return;
    m_isHeldBack = false;
    m_channel->goOn();
    if (m_state == State::Receiving) m_timer.start(m_timeouts.silence);
}

void RecorderConnection::takeBytes(const QByteArray& bytes) {
    m_receivedBytes += bytes.size();
    // The magic number alone is not an answer: the recorder may still be waiting for authorization.
    const bool isAnswer = m_receivedBytes > static_cast<qint64>(recordingMagic.size());
    if (isAnswer && m_state != State::Stopping) {
        m_timer.start(m_timeouts.silence);
        setState(State::Receiving);
    }
    // On a very busy machine, the recorder needs more time to end.
    if (m_state == State::Stopping && m_stoppingFor.elapsed() < m_timeouts.silence.count())
        m_timer.start(m_timeouts.stop);
    emit received(bytes);
}

void RecorderConnection::channelClosed() {
    if (m_receivedBytes > 0) return end(std::nullopt);
    if (m_endpoints.front().kind == RecorderEndpoint::Kind::Service)
        return tryNextEndpoint({ModelText::tr("the recorder service closed the connection without an answer"),
                                ModelText::tr("See \"journalctl -u candela-recorder\"."),
                                ErrorCode::NotPossible});
    // The helper's messages and exit status are more precise; they are available when it exits.
    if (isHelperOver()) return end(refusal());
    dropChannel();
    m_timer.start(m_timeouts.stop);
}

void RecorderConnection::helperEnded() {
    readHelperMessages();
    if (m_receivedBytes > 0) return; // the end of the channel ends the stream
    if (!m_channel) return end(refusal());
    m_timer.start(m_timeouts.stop); // the channel may still hold data
}

bool RecorderConnection::isHelperOver() const {
    return m_helper && m_helper->state() == QProcess::NotRunning;
}

Error RecorderConnection::refusal() const {
    const auto& endpoint = m_endpoints.front();
    const auto words = withoutFullStop(lastLine(m_helperMessages)).toStdString();
    const auto because = words.empty() ? std::string() : ": " + words;
    const bool hasCrashed = m_helper && m_helper->exitStatus() == QProcess::CrashExit;
    switch (endpoint.kind) {
    case RecorderEndpoint::Kind::Pkexec:
        return {
            m_helper->exitCode() == pkexecDismissed
                ? ModelText::tr("the recording was not authorized")
                : ModelText::tr(
                      "this user may not start the recorder, and there is no way to ask for authorization"),
            ModelText::tr(
                "Recording needs an administrator's permission. Run \"candela doctor\" for details."),
            ErrorCode::NotPermitted};
    case RecorderEndpoint::Kind::Sudo:
        return {
            ModelText::tr("sudo did not start the recorder") + because,
            ModelText::tr(
                "Run candela as root, or install the recorder service. Run \"candela doctor\" for details."),
            ErrorCode::NotPermitted};
    case RecorderEndpoint::Kind::Ssh:
        return {
            ModelText::tr("the recorder on the other machine did not answer") + because,
            ModelText::tr(
                "Check that \"ssh HOST candela-recorder --help\" works there, for a user who may record."),
            ErrorCode::NotPossible};
    case RecorderEndpoint::Kind::Service:
    case RecorderEndpoint::Kind::Direct:
        break;
    }
    return {hasCrashed ? ModelText::tr("the recorder crashed before it recorded anything") + because
                       : ModelText::tr("the recorder ended without recording anything") + because,
            ModelText::tr("Run \"candela doctor\" to see what this machine lacks."), ErrorCode::NotPossible};
}

void RecorderConnection::onTimeout() {
    if (m_receivedBytes == 0 && isHelperOver()) return end(refusal());
    switch (m_state) {
    case State::Authenticating:
        return end(Error{ModelText::tr("the recording was not confirmed in time"),
                         ModelText::tr("Start the recording again and confirm the question."),
                         ErrorCode::NotPermitted});
    case State::Receiving:
        return end(Error{ModelText::tr("the recorder stopped responding"),
                         ModelText::tr("Run \"candela doctor\" to check this machine."),
                         ErrorCode::NotPossible});
    case State::Stopping:
        return end(std::nullopt);
    default:
        return end(Error{ModelText::tr("the recorder does not answer"),
                         ModelText::tr("Run \"candela doctor\" to check this machine."),
                         ErrorCode::NotPossible});
    }
}

void RecorderConnection::readHelperMessages() {
    if (!m_helper) return;
    const auto text = m_helper->readAllStandardError();
    m_helperMessages = (m_helperMessages + text).right(keptMessages);
    m_helperLine = (m_helperLine + text).right(keptMessages);
    for (auto end = m_helperLine.indexOf('\n'); end >= 0; end = m_helperLine.indexOf('\n')) {
        const auto line = QString::fromLocal8Bit(m_helperLine.left(end)).trimmed();
        m_helperLine.remove(0, end + 1);
        if (!line.isEmpty()) emit helperPrinted(line);
    }
}

void RecorderConnection::dropChannel() {
    if (!m_channel) return;
    m_channel->disconnect(this);
    m_channel->holdBack();
    // This may run inside a signal of the channel; this end must be closed now.
    m_channel->close();
    m_channel.release()->deleteLater();
}

void RecorderConnection::dropHelper() {
    if (!m_helper) return;
    // The helper sees the end of its input and exits. QProcess's destructor would wait for that, so the
    // object deletes itself later.
    auto* helper = std::exchange(m_helper, nullptr);
    helper->disconnect(this);
    helper->setParent(nullptr);
    if (helper->state() == QProcess::NotRunning) return helper->deleteLater();
    connect(helper, &QProcess::finished, helper, &QObject::deleteLater);
    if (m_receivedBytes == 0) helper->terminate(); // the helper may still show a dialog
}

void RecorderConnection::setState(State state) {
    if (m_state == state) return;
    m_state = state;
    emit stateChanged(state);
}

void RecorderConnection::end(std::optional<Error> error) {
    if (m_state == State::Ended) return;
    m_timer.stop();
    m_state = State::Ended;
    dropChannel();
    dropHelper();
    emit stateChanged(m_state);
    emit ended(error);
}

} // namespace candela

#include "moc_recorder_connection.cpp"
