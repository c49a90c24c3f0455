/// The connection to recorders that behave, refuse, crash, end early or stay silent.
#include "app/recording/recorder_connection.h"
#include "model/recording/stream_limits.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace candela;
using namespace std::chrono_literals;
using State = RecorderConnection::State;

namespace {

const QString scriptedRecorder = PROGRAMS "/scripted_recorder";

/// Short enough for tests that wait for the timeout. On a busy machine, a recorder may need longer to start:
/// it is given the time where it is meant to answer.
RecorderConnection::Timeouts shortAfterAnswer() {
    return {.answer = 20s, .authentication = 500ms, .silence = 500ms, .stop = 500ms};
}
RecorderConnection::Timeouts shortTimeouts() {
    auto timeouts = shortAfterAnswer();
    timeouts.answer = 500ms;
    return timeouts;
}

/// A connection, and a record of everything that it emitted.
struct Talk {
    explicit Talk(RecorderConnection::Timeouts timeouts = {}) : connection(timeouts) {
        QObject::connect(&connection, &RecorderConnection::received, &connection,
                         [this](const QByteArray& more) { bytes += more; });
        QObject::connect(&connection, &RecorderConnection::stateChanged, &connection,
                         [this](State state) { states.push_back(state); });
        QObject::connect(&connection, &RecorderConnection::helperPrinted, &connection,
                         [this](const QString& line) { lines << line; });
        QObject::connect(&connection, &RecorderConnection::ended, &connection,
                         [this](const std::optional<Error>& how) {
                             error = how;
                             ++ends;
                         });
    }
    void open(const std::vector<RecorderEndpoint>& endpoints) {
        recording::Start start;
        start.set_frequency(99);
        connection.open(endpoints, start);
    }
    bool waitForEnd() {
        return QTest::qWaitFor([this] { return ends > 0; }, 20'000);
    }

    QByteArray bytes;
    std::vector<State> states;
    QStringList lines;
    std::optional<Error> error;
    int ends = 0;
    RecorderConnection connection;
};

RecorderEndpoint direct(const char* script) {
    qputenv("RECORDER_SCRIPT", script);
    return {RecorderEndpoint::Kind::Direct, scriptedRecorder, {"--stdio"}};
}

} // namespace

class RecorderConnectionTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { qunsetenv("RECORDER_SCRIPT"); }

    void aRecordingRunsUntilItIsStopped() {
        Talk talk;
        talk.open({direct("normal")});
        QTRY_VERIFY_WITH_TIMEOUT(talk.bytes.size() > 500, 20'000);
        QCOMPARE(talk.connection.state(), State::Receiving);
        talk.connection.stop();
        QVERIFY(talk.waitForEnd());
        QVERIFY(!talk.error);
        QVERIFY(talk.bytes.startsWith(QByteArray(recordingMagic.data(), recordingMagic.size())));
        const std::vector expected{State::Connecting, State::Starting, State::Receiving, State::Stopping,
                                   State::Ended};
        QCOMPARE(talk.states, expected);
        QCOMPARE(talk.ends, 1);
    }
    void aFailureInTheStreamArrivesWhole() {
        Talk talk;
        talk.open({direct("failure")});
        QVERIFY(talk.waitForEnd());
        QVERIFY(!talk.error); // the stream has the error
        QVERIFY(talk.bytes.size() > static_cast<qsizetype>(recordingMagic.size()));
    }
    void aRecorderThatIsKilledEndsTheStream() {
        Talk talk;
        talk.open({direct("killed")});
        QVERIFY(talk.waitForEnd());
        QVERIFY(!talk.error);
        QVERIFY(talk.bytes.endsWith(" cut"));
    }
    void aRecorderThatCrashesAtOnceIsReported() {
        Talk talk;
        talk.open({direct("crash")});
        QVERIFY(talk.waitForEnd());
        QVERIFY(talk.error);
        QCOMPARE(talk.error->code, ErrorCode::NotPossible);
        QCOMPARE(QString::fromStdString(talk.error->message),
                 QString("the recorder crashed before it recorded anything: something broke here"));
        QCOMPARE(talk.lines, QStringList{"something broke here."});
    }
    void aSilentRecorderTimesOut() {
        Talk talk(shortTimeouts());
        talk.open({direct("silent")});
        QVERIFY(talk.waitForEnd());
        QVERIFY(talk.error);
        QCOMPARE(QString::fromStdString(talk.error->message), QString("the recorder does not answer"));
    }
    void aRecorderThatFallsSilentIsGivenUp() {
        Talk talk(shortAfterAnswer());
        talk.open({direct("stuck")});
        QVERIFY(talk.waitForEnd());
        QVERIFY(talk.error);
        QCOMPARE(QString::fromStdString(talk.error->message), QString("the recorder stopped responding"));
        QVERIFY(!talk.bytes.isEmpty());
    }
    void stopDoesNotWaitForEver() {
        auto timeouts = shortAfterAnswer();
        timeouts.silence = 100s;
        Talk talk(timeouts);
        talk.open({direct("stuck")});
        QTRY_VERIFY_WITH_TIMEOUT(!talk.bytes.isEmpty(), 20'000);
        QTest::qWait(100);
        talk.connection.stop();
        QVERIFY(talk.waitForEnd());
        QVERIFY(!talk.error);
    }
    void stopBeforeTheAnswerCancels() {
        Talk talk;
        talk.open({direct("silent")});
        QTRY_COMPARE_WITH_TIMEOUT(talk.connection.state(), State::Starting, 20'000);
        talk.connection.stop();
        QVERIFY(talk.waitForEnd());
        QCOMPARE(talk.error.value_or(Error()).code, ErrorCode::Cancelled);
    }
    void aRefusedPasswordIsNotPermitted() {
        qputenv("RECORDER_SCRIPT", "refuse-to-start");
        Talk talk;
        talk.open({{RecorderEndpoint::Kind::Sudo, scriptedRecorder, {}}});
        QVERIFY(talk.waitForEnd());
        QVERIFY(talk.error);
        QCOMPARE(talk.error->code, ErrorCode::NotPermitted);
        QCOMPARE(QString::fromStdString(talk.error->message),
                 QString("sudo did not start the recorder: a password is required"));
        QVERIFY(!talk.error->hint.empty());
    }
    void aMissingServiceLeadsToTheNextEndpoint() {
        Talk talk;
        talk.open({{RecorderEndpoint::Kind::Service, "/nonexistent/recorder.sock", {}},
                   {RecorderEndpoint::Kind::Direct, "/nonexistent/candela-recorder", {}},
                   direct("normal")});
        QTRY_COMPARE_WITH_TIMEOUT(talk.connection.state(), State::Receiving, 20'000);
    }
    void whenTheLastEndpointFailsItIsReported() {
        Talk talk;
        talk.open({{RecorderEndpoint::Kind::Direct, "/nonexistent/candela-recorder", {}}});
        QVERIFY(talk.waitForEnd());
        QVERIFY(talk.error);
        QVERIFY(talk.error->message.starts_with("the recorder can't be started"));

        Talk none;
        none.open({});
        QVERIFY(none.waitForEnd());
        QCOMPARE(QString::fromStdString(none.error.value_or(Error()).message),
                 QString("no recorder was found"));
    }
    void aServiceThatHangsUpLeadsToTheNextEndpoint() {
        QTemporaryDir folder;
        QLocalServer server;
        QVERIFY(server.listen(folder.filePath("recorder.sock")));
        connect(&server, &QLocalServer::newConnection, this,
                [&server] { server.nextPendingConnection()->abort(); });
        Talk talk;
        talk.open({{RecorderEndpoint::Kind::Service, server.fullServerName(), {}}, direct("normal")});
        QTRY_COMPARE_WITH_TIMEOUT(talk.connection.state(), State::Receiving, 20'000);
        QCOMPARE(talk.connection.endpoint()->kind, RecorderEndpoint::Kind::Direct);
    }
    void waitingForThePasswordIsShown() {
        QTemporaryDir folder;
        QLocalServer server;
        QVERIFY(server.listen(folder.filePath("recorder.sock")));
        Talk talk(shortTimeouts());
        talk.open({{RecorderEndpoint::Kind::Service, server.fullServerName(), {}}});
        QVERIFY(talk.waitForEnd());
        QCOMPARE(std::ranges::count(talk.states, State::Authenticating), 1);
        QCOMPARE(talk.error.value_or(Error()).code, ErrorCode::NotPermitted);
    }
    void bytesThatAreHeldBackArriveLater() {
        Talk talk;
        talk.open({direct("normal")});
        QTRY_COMPARE_WITH_TIMEOUT(talk.connection.state(), State::Receiving, 20'000);
        talk.connection.holdBack();
        const auto before = talk.bytes.size();
        QTest::qWait(200);
        QCOMPARE(talk.bytes.size(), before);
        talk.connection.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(talk.bytes.size() > before, 20'000);
    }
};

QTEST_GUILESS_MAIN(RecorderConnectionTest)
#include "recorder_connection_test.moc"
