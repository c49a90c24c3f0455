/// One session with a recorder: tries the endpoints, sends requests, and emits the stream's bytes as they
/// arrive. Never blocks and never waits without a timeout. It ends exactly once; closing it stops the
/// recorder.
#pragma once

#include "app/recording/byte_channel.h"
#include "app/recording/recorder_endpoint.h"
#include "model/base/result.h"
#include "model/recording/recording.pb.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

class QProcess;

namespace candela {

class RecorderConnection : public QObject {
    Q_OBJECT
public:
    enum class State {
        Idle,
        Connecting,
        Authenticating, ///< waiting for an answer; the user may have been asked for a password
        Starting,       ///< waiting for an answer
        Receiving,
        Stopping,
        Ended,
    };

    /// How long to wait in each state.
    struct Timeouts {
        std::chrono::milliseconds answer{15'000};
        std::chrono::milliseconds authentication{180'000};
        std::chrono::milliseconds silence{30'000}; ///< a working recorder sends something each second
        /// Without any bytes. The recorder itself waits ten seconds for names.
        std::chrono::milliseconds stop{20'000};
    };

    explicit RecorderConnection(QObject* parent = nullptr);
    RecorderConnection(Timeouts timeouts, QObject* parent = nullptr);
    ~RecorderConnection() override;

    /// Can be called only once. Without endpoints the session ends with an error.
    void open(std::vector<RecorderEndpoint> endpoints, const recording::Start& start);
    /// Asks the recorder to finish; its remaining data arrives before ended().
    void stop();
    /// Closes the connection without waiting for remaining data.
    void abort();
    /// Reads no bytes until goOn(): meanwhile the recorder drops and counts samples, and the memory of this
    /// program does not grow.
    void holdBack();
    void goOn();

    State state() const { return m_state; }
    /// The endpoint in use, for messages; until one has worked, it may still be replaced by the next.
    const RecorderEndpoint* endpoint() const { return m_endpoints.empty() ? nullptr : &m_endpoints.front(); }

signals:
    void stateChanged(candela::RecorderConnection::State state);
    void received(const QByteArray& bytes);
    /// A line that a helper wrote to its standard error.
    void helperPrinted(const QString& line);
    /// The stream ended; with an error if it never began or if a timeout expired. Whether the recording is
    /// complete is stated in the stream itself.
    void ended(const std::optional<candela::Error>& error);

private:
    void tryFirstEndpoint();
    void tryNextEndpoint(const Error& why);
    void connectToService();
    void startHelper();
    void useChannel(std::unique_ptr<ByteChannel> channel);
    void dropChannel();
    void send(const recording::Request& request);
    void takeBytes(const QByteArray& bytes);
    void helperEnded();
    bool isHelperOver() const;
    void channelClosed();
    void onTimeout();
    void setState(State state);
    void end(std::optional<Error> error);
    Error refusal() const;
    void readHelperMessages();
    void dropHelper();

    Timeouts m_timeouts;
    std::vector<RecorderEndpoint> m_endpoints; // the first is the one in use or being tried
    recording::Start m_start;
    std::unique_ptr<ByteChannel> m_channel;
    QProcess* m_helper = nullptr;
    QByteArray m_helperMessages; // the end of its standard error
    QByteArray m_helperLine;     // the beginning of a line whose end has not arrived
    QTimer m_timer;
    QElapsedTimer m_stoppingFor;
    qint64 m_receivedBytes = 0;
    bool m_isHeldBack = false;
    State m_state = State::Idle;
};

} // namespace candela
