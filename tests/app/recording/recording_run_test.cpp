/// A recording from start to end against scripted recorders: the file is the stream, the command is started
/// and waited for, failures are reported.
#include "app/recording/recording_run.h"
#include "model/formats/format.h"
#include "model/recording/stream_limits.h"
#include "tests/file_bytes.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class RecordingRunTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_plan = {};
        m_plan.file = m_folder->filePath("out.candela");
        qputenv("RECORDER_COPY", m_folder->filePath("copy").toUtf8());
        m_outcome.reset();
        m_snapshots.clear();
    }
    void cleanup() {
        m_run.reset();
        qunsetenv("RECORDER_SCRIPT");
        qunsetenv("RECORDER_COPY");
    }

    void theFileIsTheStreamByteForByte() {
        m_plan.seconds = 5;
        QVERIFY(runToItsEnd("normal"));
        QVERIFY(!m_outcome->error);
        const auto file = readBytes(m_plan.file);
        QVERIFY(!file.isEmpty());
        QCOMPARE(file, readBytes(m_folder->filePath("copy")));
        QCOMPARE(m_outcome->file.bytes, static_cast<std::uint64_t>(file.size()));
        QCOMPARE(m_outcome->file.progress.samples, 100u); // ten segments of ten
        QCOMPARE(m_outcome->file.progress.losses.size(), 1u);
        QCOMPARE(m_outcome->file.progress.losses[0].count, 10u);
        QVERIFY(m_outcome->file.profile);
        QCOMPARE(m_outcome->file.profile->samples[0].size(), 100u);
        QVERIFY(m_outcome->file.warnings.empty());
    }
    void theFileOpensLikeTheLiveProfile() {
        m_plan.seconds = 2;
        QVERIFY(runToItsEnd("normal"));
        Task task;
        const auto read = readProfile(m_plan.file.toStdString(), task);
        QVERIFY(read);
        QCOMPARE(read->samples[0].size(), m_outcome->file.profile->samples[0].size());
        QCOMPARE(read->totalWeight(ValueTypeIndex(0)),
                 m_outcome->file.profile->totalWeight(ValueTypeIndex(0)));
    }
    void whatIsOnlyCountedIsCountedTheSame() {
        m_plan.seconds = 5;
        m_view = LiveView::NotWanted;
        QVERIFY(runToItsEnd("normal"));
        m_view = LiveView::Wanted;
        QVERIFY(!m_outcome->error);
        QCOMPARE(m_outcome->file.progress.samples, 100u);
        QCOMPARE(m_outcome->file.progress.losses[0].count, 10u);
        QVERIFY(m_outcome->file.progress.hasEnded);
        QVERIFY(!m_outcome->file.profile);
        QCOMPARE(readBytes(m_plan.file), readBytes(m_folder->filePath("copy")));
    }
    void snapshotsGrowWhileItRecords() {
        QVERIFY(start("normal"));
        // The first snapshot may be of a recording that has just begun.
        const auto samplesIn = [](const auto& profile) {
            return profile->samples.empty() ? 0 : profile->samples[0].size();
        };
        QTRY_VERIFY_WITH_TIMEOUT(m_snapshots.size() >= 2 && samplesIn(m_snapshots.back()) > 0, 30'000);
        QVERIFY(samplesIn(m_snapshots.front()) < samplesIn(m_snapshots.back()));
        m_run->stop();
        QVERIFY(waitForEnd());
        QVERIFY(!m_outcome->error);
    }
    void aRefusalIsReportedAndLeavesNothingToOpen() {
        QVERIFY(runToItsEnd("failure"));
        QVERIFY(m_outcome->error);
        QCOMPARE(m_outcome->error->code, ErrorCode::NotPermitted);
        QCOMPARE(QString::fromStdString(m_outcome->error->hint), QString("Ask for it."));
        QVERIFY(!QFile::exists(m_plan.file));
    }
    void aKilledRecorderLeavesAReadableFile() {
        QVERIFY(runToItsEnd("killed"));
        QVERIFY(m_outcome->error);
        QVERIFY(m_outcome->error->message.starts_with("the recorder ended unexpectedly"));
        QCOMPARE(m_outcome->file.progress.samples, 20u); // segments 1 and 2
        Task task;
        const auto read = readProfile(m_plan.file.toStdString(), task);
        QVERIFY(read);
        QCOMPARE(read->samples[0].size(), 20u);
        QVERIFY(!read->warnings.empty());
    }
    void whatBreaksOffBeforeTheFirstSamplesLeavesTheOldFile() {
        const auto old = QByteArray(recordingMagic.data(), qsizetype(recordingMagic.size())) + "old";
        for (const auto* script : {"failure", "killed-at-first", "crash", "refuse-to-start"}) {
            writeBytes(m_plan.file, old);
            m_outcome.reset();
            QVERIFY(runToItsEnd(script));
            QVERIFY(m_outcome->error);
            QCOMPARE(m_outcome->file.bytes, 0u);
            m_run.reset();
            QCOMPARE(readBytes(m_plan.file), old);
            QVERIFY2(!m_outcome->error->hint.contains("until then is kept"), script);
            QFile::remove(m_folder->filePath("copy"));
            QCOMPARE(namesInFolder(), QStringList{"out.candela"});
        }
    }
    void onlyTheUserWhoRecordsMayReadTheFile() {
        m_plan.seconds = 1;
        QVERIFY(runToItsEnd("normal"));
        QVERIFY(!m_outcome->error);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QCOMPARE(QFile::permissions(m_plan.file) & others, QFile::Permissions());
    }
    void aFileThatIsNoRecordingIsReplacedOnlyWhenThatIsWanted() {
        m_plan.seconds = 1;
        writeBytes(m_plan.file, "my notes");
        QVERIFY(!start("normal"));
        QVERIFY(m_refusal.contains("is not a recording of Candela's"));
        QCOMPARE(readBytes(m_plan.file), "my notes");
        m_plan.existing = Existing::Replace;
        QVERIFY(runToItsEnd("normal"));
        QVERIFY(!m_outcome->error);
        QVERIFY(readBytes(m_plan.file).startsWith(recordingMagic.data()));
        writeBytes(m_plan.file, {});
        m_plan.existing = Existing::ReplaceCaptures;
        QVERIFY(start("normal"));
        QVERIFY(waitForEnd());
    }
    void theCommandStartsWhenTheRecorderRecordsAndEndsTheRecording() {
        m_plan.scope = RecordingPlan::Scope::Command;
        m_plan.command.words = {"sh", "-c", "exit 9"};
        QVERIFY(runToItsEnd("normal"));
        QVERIFY(!m_outcome->error);
        QVERIFY(m_outcome->commandExit);
        QCOMPARE(m_outcome->commandExit->status, 9);
    }
    void theCommandDoesNotRunWhereNothingIsRecorded() {
        const auto mark = m_folder->filePath("mark");
        m_plan.scope = RecordingPlan::Scope::Command;
        m_plan.command.words = {"touch", mark};
        QVERIFY(runToItsEnd("failure"));
        QVERIFY(m_outcome->error);
        QVERIFY(!m_run->command());
        QVERIFY(!QFile::exists(mark));
    }
    void theEndOfTheRecordingEndsTheCommandOnlyIfThatIsWanted() {
        for (const auto wish : {RecordingPlan::AtStop::EndCommand, RecordingPlan::AtStop::LeaveCommand}) {
            m_outcome.reset();
            m_plan.scope = RecordingPlan::Scope::Command;
            m_plan.command.words = {"sleep", "100"};
            m_plan.atStop = wish;
            m_plan.seconds = 1;
            QVERIFY(runToItsEnd("normal"));
            QVERIFY(!m_outcome->commandExit);
            auto* command = m_run->command();
            QVERIFY(command);
            if (wish == RecordingPlan::AtStop::LeaveCommand) {
                QTest::qWait(200);
                QVERIFY(command->isRunning());
                command->terminate();
            }
            QTRY_VERIFY_WITH_TIMEOUT(command->hasEnded(), 20'000);
        }
    }
    void aPlanThatCannotWorkStartsNothing() {
        m_plan.file = "/nonexistent/folder/out.candela";
        QVERIFY(!start("normal"));
        QCOMPARE(m_refusal, QString("/nonexistent/folder/out.candela: can't be written: there is no such "
                                    "folder"));
        m_plan.file = m_folder->path();
        QVERIFY(!start("normal"));
        QVERIFY(m_refusal.startsWith(m_folder->path() + ": this is a folder"));
        m_plan.file = m_folder->filePath("out.candela");
        m_plan.frequency = 1'000'000;
        QVERIFY(!start("normal"));
        m_plan.frequency = 99;
        m_plan.scope = RecordingPlan::Scope::Command;
        m_plan.command.words = {"no-such-program-anywhere"};
        QVERIFY(!start("normal"));
        m_plan.scope = RecordingPlan::Scope::Processes;
        m_plan.pids = {-4};
        QVERIFY(!start("normal"));
        QVERIFY(!QFile::exists(m_folder->filePath("copy")));
    }
    void aFullDiskEndsTheRecordingWithASentence() {
        if (!QFile::exists("/dev/full")) QSKIP("this machine has no /dev/full");
        m_plan.file = "/dev/full";
        QVERIFY(runToItsEnd("normal"));
        QVERIFY(m_outcome->error);
        QVERIFY(m_outcome->error->message.starts_with("/dev/full: can't be written"));
        QCOMPARE(m_outcome->error->code, ErrorCode::NotPossible);
    }
    void theDefaultNameIsFree() {
        const auto first = freeRecordingName(m_folder->path());
        QVERIFY(first.endsWith(".candela"));
        QFile file(first);
        QVERIFY(file.open(QFile::WriteOnly));
        QVERIFY(freeRecordingName(m_folder->path()) != first);
    }

private:
    QStringList namesInFolder() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }
    bool start(const char* script) {
        qputenv("RECORDER_SCRIPT", script);
        RecorderEnvironment here;
        here.namedRecorder = PROGRAMS "/scripted_recorder";
        m_run = std::make_unique<RecordingRun>(m_plan, here, m_view);
        connect(m_run.get(), &RecordingRun::ended, this,
                [this](const RecordingOutcome& outcome) { m_outcome = outcome; });
        connect(m_run.get(), &RecordingRun::snapshotTaken, this,
                [this](const auto& profile) { m_snapshots.push_back(profile); });
        const auto started = m_run->start();
        m_refusal = started ? QString() : QString::fromStdString(started.error().message);
        return started.has_value();
    }
    bool waitForEnd() {
        return QTest::qWaitFor([this] { return m_outcome.has_value(); }, 30'000);
    }
    bool runToItsEnd(const char* script) { return start(script) && waitForEnd(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    RecordingPlan m_plan;
    QString m_refusal; // why it did not start
    LiveView m_view = LiveView::Wanted;
    std::unique_ptr<RecordingRun> m_run;
    std::optional<RecordingOutcome> m_outcome;
    std::vector<std::shared_ptr<const Profile>> m_snapshots;
};

QTEST_GUILESS_MAIN(RecordingRunTest)
#include "recording_run_test.moc"
