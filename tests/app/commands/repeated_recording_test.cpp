/// `candela record --runs`: order and files of the runs, with a scripted recorder, and what is refused.
#include "app/commands/recording/repeated_recording.h"
#include "tests/app/commands/command_outcome.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class RepeatedRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("CANDELA_RECORDER", PROGRAMS "/scripted_recorder");
    }
    void cleanup() {
        qunsetenv("CANDELA_RECORDER");
        qunsetenv("RECORDER_SCRIPT");
    }

    void twoCommandsAlternateSoThatDriftAffectsBothAlike() {
        RecordingPlan plan;
        plan.command.words = {"old"};
        CommandLine against;
        against.words = {"new"};
        const RepeatedRecording repeated{.runs = 3, .against = against, .folder = "out"};
        QStringList order;
        for (const auto& run : plannedRuns(plan, repeated))
            order << run.plan.command.words.join(' ') + " " + run.plan.file + " (" +
                         QString::fromStdString(run.title) + ")";
        QCOMPARE(order, (QStringList{"old out/base/run-1.candela (run 1 of 6, base)",
                                     "new out/new/run-1.candela (run 2 of 6, new)",
                                     "new out/new/run-2.candela (run 3 of 6, new)",
                                     "old out/base/run-2.candela (run 4 of 6, base)",
                                     "old out/base/run-3.candela (run 5 of 6, base)",
                                     "new out/new/run-3.candela (run 6 of 6, new)"}));
    }
    void filesSortByNameInTheOrderOfTheirRuns() {
        const RepeatedRecording repeated{.runs = 12, .against = {}, .folder = "out"};
        const auto runs = plannedRuns({}, repeated);
        QCOMPARE(runs.size(), std::size_t(12));
        QCOMPARE(runs[1].plan.file, QString("out/run-02.candela"));
        QCOMPARE(runs[11].plan.file, QString("out/run-12.candela"));
        QCOMPARE(runs[11].title, std::string("run 12 of 12"));
    }
    void wordsAreSplitAsAShellDoes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("words") << "make -j2  all" << QStringList{"make", "-j2", "all"};
        QTest::newRow("quotes") << R"(sh -c 'a | b' "c d" e\ f)"
                                << QStringList{"sh", "-c", "a | b", "c d", "e f"};
        QTest::newRow("a variable") << "echo $CANDELA_RECORDER"
                                    << QStringList{"echo", PROGRAMS "/scripted_recorder"};
        QTest::newRow("a pipe") << "a | b" << QStringList{};
        QTest::newRow("a command in it") << "echo $(date)" << QStringList{};
        QTest::newRow("no such variable") << "echo $NO_SUCH_VARIABLE_HERE" << QStringList{};
        QTest::newRow("half a quote") << "echo 'a" << QStringList{};
        QTest::newRow("nothing") << "  " << QStringList{};
    }
    void wordsAreSplitAsAShellDoes() {
        QFETCH(QString, text);
        QFETCH(QStringList, words);
        const auto command = commandLineFromText(text.toStdString());
        QCOMPARE(command.has_value(), !words.isEmpty());
        if (command) QCOMPARE(command->words, words);
        if (!command) QCOMPARE(command.error().code, ErrorCode::Usage);
    }

    void eachRunIsACapture() {
        const auto outcome = record({"--runs", "2", "--against", "sleep 0.1", "-o", out(), "--", "true"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(files("base"), (QStringList{"run-1.candela", "run-2.candela"}));
        QCOMPARE(files("new"), (QStringList{"run-1.candela", "run-2.candela"}));
        QVERIFY2(
            outcome.errors.contains("candela diff " + out().toUtf8() + "/base " + out().toUtf8() + "/new"),
            outcome.errors);
        const auto compared =
            runCandela({"diff", out() + "/base", out() + "/new", "--format", "json"}).json();
        QCOMPARE(compared["base"].toObject()["files"].toArray().size(), 2);
        QCOMPARE(compared["new"].toObject()["files"].toArray().size(), 2);
    }
    void runsOfOneCommandAreOneSide() {
        QCOMPARE(record({"--runs", "2", "-o", out(), "--", "true"}).status, 0);
        QCOMPARE(files(""), (QStringList{"run-1.candela", "run-2.candela"}));
    }
    void aCommandThatFailsEndsTheRuns() {
        const auto outcome = record({"--runs", "3", "-o", out(), "--", "sh", "-c", "exit 7"});
        QCOMPARE(outcome.status, 7);
        QCOMPARE(files(""), QStringList{"run-1.candela"});
        QVERIFY2(outcome.errors.contains("run 1 of 3 was not completed"), outcome.errors);
        QVERIFY2(!outcome.errors.contains("candela diff"), outcome.errors);
    }
    void aRecorderThatFailsEndsTheRuns() {
        qputenv("RECORDER_SCRIPT", "failure");
        const auto outcome = record({"--runs", "3", "-o", out(), "--", "true"});
        QCOMPARE(outcome.status, 4);
        QVERIFY(files("").isEmpty());
    }
    void aFolderWithFilesIsRefused() {
        QVERIFY(QDir().mkpath(out() + "/base"));
        QVERIFY(QFile(out() + "/base/notes").open(QFile::WriteOnly));
        const auto outcome = record({"--runs", "2", "-o", out(), "--", "true"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains(out().toUtf8() + ": it is not empty"), outcome.errors);
        QCOMPARE(files("base"), QStringList{"notes"});
    }
    void wrongUsageStartsNothing_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no command") << QStringList{"--runs", "2", "-o", "OUT"};
        QTest::newRow("nothing to compare with") << QStringList{"--against", "true", "-o", "OUT"};
        QTest::newRow("no runs") << QStringList{"--runs", "0", "-o", "OUT", "--", "true"};
        QTest::newRow("too many runs") << QStringList{"--runs", "1001", "-o", "OUT", "--", "true"};
        QTest::newRow("standard output") << QStringList{"--runs", "2", "-o", "-", "--", "true"};
        QTest::newRow("overwrite") << QStringList{"--runs", "2", "--overwrite", "-o", "OUT", "--", "true"};
        QTest::newRow("two commands in one")
            << QStringList{"--runs", "2", "--against", "a; b", "-o", "OUT", "--", "true"};
    }
    void wrongUsageStartsNothing() {
        QFETCH(QStringList, arguments);
        arguments.replaceInStrings("OUT", out());
        const auto outcome = record(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errorLines().size() <= 2, outcome.errors);
        QVERIFY(!QFileInfo::exists(out()));
    }
    void aFolderWithoutAParentIsNotCreated() {
        const auto outcome = record({"--runs", "2", "-o", out() + "/a/b", "--", "true"});
        QCOMPARE(outcome.status, 4);
        QVERIFY2(outcome.errors.contains("can't be created"), outcome.errors);
    }

private:
    QString out() const { return m_folder->filePath("out"); }
    QStringList files(const QString& folder) const {
        return QDir(out() + "/" + folder).entryList(QDir::Files, QDir::Name);
    }
    static Outcome record(const QStringList& arguments) {
        return runCandela(QStringList{"record"} + arguments);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(RepeatedRecordingTest)
#include "repeated_recording_test.moc"
