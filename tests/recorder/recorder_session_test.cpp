/// The behaviour of a recorder towards its client, whatever is recorded.
#include "model/base/byte_reader.h"
#include "model/recording/segment_stream.h"
#include "recorder/client/service_load.h"
#include "recorder/session.h"
#include "tests/file_bytes.h"
#include "tests/recorder/recorder_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace candela;

namespace {

const Error& onlyFailure(const RecorderProgram& recorder) {
    static const Error none;
    return recorder.reader().failures().size() == 1 ? recorder.reader().failures().front().error : none;
}

} // namespace

class RecorderSessionTest : public QObject {
    Q_OBJECT
private slots:
    void anOrdinaryUserLearnsWhatIsMissing() {
        if (::geteuid() != 0) QSKIP("only root can become somebody else");
        RecorderProgram recorder({"--stdio"},
                                 {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
        recorder.startMachine();
        recorder.finish();
        QVERIFY(recorder.reader().failures().front().isFatal);
        QCOMPARE(onlyFailure(recorder).code, ErrorCode::NotPermitted);
        QVERIFY(!onlyFailure(recorder).hint.empty());
        QVERIFY(recorder.hasExited(10'000));
        QCOMPARE(recorder.exitStatus(), 4);
    }
    void recordersOfAUserAreCounted() {
        const std::vector<std::string> groups{"candela-recorder@3-1234-1000.service",
                                              "candela-recorder@4-1235-1000.service",
                                              "candela-recorder@5-1000-11000.service",
                                              "candela-recorder@6-1000-0.service",
                                              "other@7-1236-1000.service",
                                              "cgroup.procs"};
        const auto last = "candela-recorder@10-1300-1000.service";
        QCOMPARE(earlierServicesOfUser(groups, last, 1000), 2u);
        QCOMPARE(earlierServicesOfUser(groups, last, 11000), 1u);
        QCOMPARE(earlierServicesOfUser(groups, last, 7), 0u);
        // Of many services that start at once, not all are refused.
        QCOMPARE(earlierServicesOfUser(groups, groups[1], 1000), 1u);
        QCOMPARE(earlierServicesOfUser(groups, groups[0], 1000), 0u);
    }
    void whatAProcessLacksIsReported_data() {
        QTest::addColumn<QString>("limit");
        for (const int kilobytes : {15'000, 20'000, 25'000, 30'000, 35'000, 40'000})
            QTest::newRow(qPrintable(QString("%1 kB").arg(kilobytes))) << QString("-v %1").arg(kilobytes);
        for (const int files : {20, 30, 40, 50, 60})
            QTest::newRow(qPrintable(QString("%1 files").arg(files))) << QString("-n %1").arg(files);
    }
    /// With so few resources the recorder may fail to work, but it never ends without a message.
    void whatAProcessLacksIsReported() {
        if (isSanitized) QSKIP("sanitizers need more memory than these limits give");
        if (isSkipped()) return;
        QFETCH(QString, limit);
        QProcess recorder;
        recorder.start("sh", {"-c", "ulimit " + limit + " && exec \"$0\" -o /dev/null -d 1",
                              PROGRAMS "/candela-recorder"});
        QVERIFY(recorder.waitForFinished());
        QCOMPARE(recorder.exitStatus(), QProcess::NormalExit);
        const auto words = recorder.readAllStandardError();
        QVERIFY2(recorder.exitCode() == 0 || recorder.exitCode() == 4 || recorder.exitCode() == 127,
                 words.constData());
        if (recorder.exitCode() == 4) QVERIFY2(words.startsWith("candela-recorder: "), words.constData());
    }
    void aFileNeedsNoClient() {
        if (isSkipped()) return;
        QTemporaryDir folder;
        const auto path = folder.filePath("machine.candela");
        QCOMPARE(QProcess::execute(PROGRAMS "/candela-recorder", {"-o", path, "-d", "1"}), 0);
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        const auto bytes = file.readAll();
        RecordingReader reader;
        reader.feed(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))));
        QVERIFY(reader.finish().samples.size() == 1);
        QVERIFY(reader.progress().hasEnded);
        QVERIFY(reader.progress().segments >= 2);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QCOMPARE(file.permissions() & others, QFile::Permissions());
    }
    /// pkexec starts it as root: a grant to record must not become a grant to write files.
    void throughPkexecNothingIsWritten() {
        QTemporaryDir folder;
        const auto path = folder.filePath("precious.txt");
        QFile precious(path);
        QVERIFY(precious.open(QFile::WriteOnly));
        precious.write("a text");
        precious.close();
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PKEXEC_UID", "1000");
        for (const auto& options : {QStringList{"-o", path, "-d", "1"}, QStringList{"--stdio", "-o", path},
                                    QStringList{"--stdio", "-a"}, QStringList{"--service"}}) {
            QProcess recorder;
            recorder.setProcessEnvironment(environment);
            recorder.start(PROGRAMS "/candela-recorder", options);
            QVERIFY(recorder.waitForFinished());
            QCOMPARE(recorder.exitCode(), 4);
            QVERIFY(recorder.readAllStandardError().contains("takes no option but --stdio"));
        }
        QVERIFY(precious.open(QFile::ReadOnly));
        QCOMPARE(precious.readAll(), QByteArray("a text"));
    }
    void aFullDiskIsOneLineThatNamesTheFile() {
        if (isSkipped()) return;
        QProcess recorder;
        recorder.start(PROGRAMS "/candela-recorder", {"-o", "/dev/full", "-d", "1"});
        QVERIFY(recorder.waitForFinished());
        QVERIFY(recorder.exitCode() != 0);
        QCOMPARE(recorder.readAllStandardError(),
                 "candela-recorder: /dev/full: can't be written: no space left on device\n");
    }
    void aFileThatCanNotBeWrittenIsOneLine() {
        QProcess recorder;
        recorder.start(PROGRAMS "/candela-recorder", {"-o", "/nonexistent/a.candela", "-d", "1"});
        QVERIFY(recorder.waitForFinished());
        QCOMPARE(recorder.exitCode(), 4);
        QCOMPARE(recorder.readAllStandardError().trimmed(),
                 "candela-recorder: /nonexistent/a.candela: can't be written: there is no such folder");
    }
    void withoutAClientTheHintIsHowToStartIt() {
        QProcess recorder;
        recorder.setStandardInputFile("/dev/null");
        recorder.start(PROGRAMS "/candela-recorder", {"--stdio"});
        QVERIFY(recorder.waitForFinished());
        QCOMPARE(recorder.exitCode(), 2);
        QCOMPARE(recorder.readAllStandardError(),
                 "candela-recorder: standard input is neither a socket nor a pipe\n"
                 "  start it from candela, or on another machine as \"ssh HOST candela-recorder --stdio\"\n");
    }
    void aRecordingThatIsRefusedLeavesTheOldFile() {
        if (isSkipped()) return;
        QTemporaryDir folder;
        const auto path = folder.filePath("old.candela");
        const auto old = QByteArray(recordingMagic.data(), qsizetype(recordingMagic.size())) + "old";
        writeBytes(path, old);
        QCOMPARE(
            QProcess::execute(PROGRAMS "/candela-recorder", {"-o", path, "-p", QString::number(1 << 22)}), 3);
        QCOMPARE(readBytes(path), old);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"old.candela"});
    }
    void whatIsNoRecordingIsNotReplaced() {
        QTemporaryDir folder;
        const auto path = folder.filePath("plain.txt");
        writeBytes(path, "plain");
        QProcess recorder;
        recorder.start(PROGRAMS "/candela-recorder", {"-o", path, "-d", "1"});
        QVERIFY(recorder.waitForFinished());
        QCOMPARE(recorder.exitCode(), 2);
        QVERIFY(recorder.readAllStandardError().contains("is not a recording of Candela's"));
        QCOMPARE(readBytes(path), "plain");
    }
    void aSignalEndsARecordingAsItShould() {
        if (isSkipped()) return;
        for (const int signal : {SIGTERM, SIGINT}) {
            RecorderProgram recorder({"--stdio", "-a"});
            QVERIFY(recorder.waitForSegments(2));
            ::kill(recorder.pid(), signal);
            const auto profile = recorder.finish();
            QVERIFY(recorder.reader().progress().hasEnded);
            QVERIFY2(unexpectedWarnings(profile).empty(), unexpectedWarnings(profile).c_str());
            QVERIFY(recorder.hasExited(10'000));
            QCOMPARE(recorder.exitStatus(), 0);
        }
    }
    void stopEndsARecordingAsItShould() {
        if (isSkipped()) return;
        RecorderProgram recorder;
        recorder.startMachine();
        QVERIFY(recorder.waitForSegments(2));
        recorder.stop();
        recorder.finish();
        QVERIFY(recorder.reader().progress().hasEnded);
        QVERIFY(recorder.hasExited(10'000));
    }
    void aClientThatOnlyStopsSendingGetsTheRest() {
        if (isSkipped()) return;
        RecorderProgram recorder;
        recorder.startMachine();
        QVERIFY(recorder.waitForSegments(1));
        recorder.closeForWriting();
        recorder.finish();
        QVERIFY(recorder.reader().progress().hasEnded);
        QVERIFY(recorder.hasExited(10'000));
        QCOMPARE(recorder.exitStatus(), 0);
    }
    void aClientThatDisconnectedEndsTheRecorder() {
        if (isSkipped()) return;
        RecorderProgram recorder;
        recorder.startMachine();
        QVERIFY(recorder.waitForSegments(1));
        recorder.close();
        QVERIFY(recorder.hasExited(10'000));
    }
    void aClientThatDisconnectsBeforeARequestEndsTheRecorder() {
        RecorderProgram recorder;
        recorder.close();
        QVERIFY(recorder.hasExited(10'000));
        QCOMPARE(recorder.exitStatus(), 0);
    }
    void aPipeWithoutAReaderEndsTheRecorder() {
        if (isSkipped()) return;
        QProcess shell;
        shell.start("sh", {"-c", PROGRAMS "/candela-recorder --stdio -a | head -c 100 > /dev/null"});
        QVERIFY(shell.waitForFinished(20'000));
    }
    void badRequestsAreRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("too long") << QByteArray("\xff\xff\xff\x7f", 4);
        QTest::newRow("no message") << QByteArray("\x04\x00\x00\x00\xff\xff\xff\xff", 8);
        QTest::newRow("nothing asked") << QByteArray("\x00\x00\x00\x00", 4);
    }
    void badRequestsAreRefused() {
        QFETCH(QByteArray, bytes);
        RecorderProgram recorder;
        recorder.sendBytes(bytes.toStdString());
        recorder.finish();
        QCOMPARE(recorder.reader().failures().size(), 1u);
        QVERIFY(recorder.reader().failures().front().isFatal);
        QVERIFY(recorder.hasExited(10'000));
        QCOMPARE(recorder.exitStatus(), 2);
    }
    void aSecondStartIsRefusedAndTheFirstGoesOn() {
        if (isSkipped()) return;
        RecorderProgram recorder;
        recorder.startMachine();
        recorder.startMachine();
        QVERIFY(recorder.waitForSegments(3));
        recorder.stop();
        recorder.finish();
        // A recording of a busy machine may report more.
        const auto isRefusal = [](const RecordingFailure& failure) {
            return failure.error.message == "a recording runs already" && !failure.isFatal;
        };
        QCOMPARE(std::ranges::count_if(recorder.reader().failures(), isRefusal), 1);
        QVERIFY(recorder.reader().progress().hasEnded);
    }
    void aProcessThatDoesNotExistIsReported() {
        if (isSkipped()) return;
        RecorderProgram recorder;
        recorder.startProcesses({1 << 22});
        recorder.finish();
        QCOMPARE(onlyFailure(recorder).message, "there is no process 4194304");
    }
    void aClientLearnsWhatCanBeRecorded() {
        RecorderProgram recorder;
        recording::Request request;
        request.mutable_describe();
        recorder.send(request);
        recorder.finish();
        QVERIFY(recorder.reader().failures().empty());
        QVERIFY(recorder.hasExited(10'000));
        QCOMPARE(recorder.exitStatus(), 0);
        SegmentStream stream;
        stream.feed(asBytes(recorder.beginning()));
        QVERIFY(stream.next() == SegmentStream::Event::Segment);
        recording::Segment segment;
        QVERIFY(segment.ParseFromArray(stream.content().data(), static_cast<int>(stream.content().size())));
        QCOMPARE(segment.announcement().protocol_version(), protocolVersion);
        std::set<std::string> names, values;
        for (const auto& probe : segment.announcement().probes()) {
            QVERIFY(!probe.title().empty() && !probe.description().empty() && !probe.cost().empty());
            QVERIFY(names.insert(probe.name()).second);
            for (const auto& value : probe.values())
                QVERIFY(values.insert(value.name()).second);
            const auto defaults = std::ranges::count_if(
                probe.values(), [](const recording::Value& value) { return value.is_default(); });
            QCOMPARE(defaults, 1);
            for (const auto& option : probe.options())
                QVERIFY(option.minimum() <= option.default_number() &&
                        option.default_number() <= option.maximum());
        }
        QVERIFY(names.contains("cpu"));
    }
    void invalidProbeRequestsAreRefused_data() {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("message");
        QTest::newRow("unknown probe") << "nothing"
                                       << "there is no probe \"nothing\"";
        QTest::newRow("unknown option") << "faults:colour=1"
                                        << "the probe \"faults\" has no option \"colour\"";
        QTest::newRow("no options") << "cpu:colour=1"
                                    << "the probe \"cpu\" has no options";
        QTest::newRow("too small") << "faults:period=0"
                                   << "period of the probe \"faults\" must be from 1 to 1000000";
        QTest::newRow("too large") << "faults:period=1000001"
                                   << "period of the probe \"faults\" must be from 1 to 1000000";
        QTest::newRow("twice") << "faults:period=1,period=2"
                               << "period of the probe \"faults\" is given twice";
    }
    void invalidProbeRequestsAreRefused() {
        if (isSkipped()) return;
        QFETCH(QString, request);
        QFETCH(QString, message);
        RecorderProgram recorder;
        recorder.start({*readProbeRequest(request.toStdString())});
        recorder.finish();
        QCOMPARE(QString::fromStdString(onlyFailure(recorder).message), message);
    }
    void aProbeIsAskedForOnce() {
        if (isSkipped()) return;
        RecorderProgram recorder;
        recorder.start({{"cpu", {}}, {"cpu", {}}});
        recorder.finish();
        QCOMPARE(onlyFailure(recorder).message, "the probe \"cpu\" is asked for twice");
    }
    void anOptionNeedsItsProbe() {
        recording::Start start;
        start.add_probes("cpu");
        start.add_options()->set_probe("faults");
        QCOMPARE(readStart(start).error().message,
                 "an option of the probe \"faults\" was given without the probe");
        for (int count = 0; count < 64; ++count)
            start.add_probes("faults");
        QCOMPARE(readStart(start).error().message, "too many probes or options were named");
    }
    void startsAreChecked() {
        recording::Start start;
        QCOMPARE(readStart(start)->frequency, RecordingOptions::defaultFrequency);
        QVERIFY(readStart(start)->isWholeMachine);
        QCOMPARE(readStart(start)->segmentSeconds, RecordingOptions::secondsOfSeenSegment);
        recording::Start same; // each one once, even if named repeatedly, because a look-up costs time
        same.set_scope(recording::Start::PROCESSES);
        for (int count = 0; count < 4096; ++count)
            same.add_pids(7 - count % 2);
        QCOMPARE(readStart(same)->pids, (std::vector<std::int32_t>{6, 7}));
        start.set_segment_seconds(11);
        QCOMPARE(readStart(start).error().code, ErrorCode::Usage);
        start.set_segment_seconds(4);
        QCOMPARE(readStart(start)->segmentSeconds, 4u);
        start.set_frequency(10'001);
        QCOMPARE(readStart(start).error().code, ErrorCode::Usage);
        start.set_frequency(1);
        start.set_scope(recording::Start::PROCESSES);
        QCOMPARE(readStart(start).error().code, ErrorCode::Usage); // which?
        start.add_pids(0);
        QCOMPARE(readStart(start).error().code, ErrorCode::Usage);
        start.set_pids(0, 12);
        QCOMPARE(readStart(start)->pids, std::vector<std::int32_t>{12});
        QVERIFY(!readStart(start)->isWholeMachine);
        start.set_scope(static_cast<recording::Start::Scope>(77));
        QCOMPARE(readStart(start).error().code, ErrorCode::Usage);
    }
    void aSlowClientCostsSegmentsAndNeverMemory() {
        const auto loop = EventLoop::create();
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        bool isClosed = false;
        {
            const auto output = Output::toClient(ends[0], **loop, [&] { isClosed = true; });
            QVERIFY(output);
            const std::vector<std::byte> megabyte(1 << 20);
            int accepted = 0;
            while ((*output)->send(megabyte) == Output::Sent::Accepted && accepted < 1000)
                ++accepted;
            QVERIFY(accepted < 1000);
            QVERIFY((*output)->waitingBytes() <= Output::maximumWaiting);
            QVERIFY(!(*output)->isBroken());
            ::close(ends[1]);
            (*loop)->addTimer(std::chrono::milliseconds(10), [&] { (*loop)->stop(); }).value();
            while (!isClosed)
                (*loop)->run();
            QVERIFY((*output)->isBroken());
            QCOMPARE((*output)->send(megabyte), Output::Sent::Broken);
        }
        ::close(ends[0]);
    }

private:
    /// QSKIP() only leaves the function that contains it.
    static bool isSkipped() {
        static const auto why = whyNoRecording();
        if (!why.isEmpty()) [] { QSKIP(why.constData()); }();
        return !why.isEmpty();
    }
};

QTEST_GUILESS_MAIN(RecorderSessionTest)
#include "recorder_session_test.moc"
