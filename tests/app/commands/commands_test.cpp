/// The command line as scripts see it: the built program with arguments, its output and its exit status.
#include "tests/app/commands/command_outcome.h"
#include "tests/test_folder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

class CommandsTest : public QObject {
    Q_OBJECT

    candela::TestFolder m_folder;

    QString base() {
        return m_folder.write("base.folded", "main;draw;blit 30\nmain;draw 10\nmain;load 60\n");
    }
    QString newFile() {
        return m_folder.write("new.folded", "main;draw;blit 90\nmain;draw 10\nmain;load 60\nmain;save 40\n");
    }

private slots:
    void reportGivesWeightsAsJson() {
        const auto path = base();
        const auto outcome = runCandela({"report", path, "--format", "json"});
        QCOMPARE(outcome.errors, QByteArray());
        QCOMPARE(outcome.status, 0);
        const auto json = outcome.json();
        QCOMPARE(json["file"].toString(), path);
        QCOMPARE(json["total"].toInteger(), 100);
        QCOMPARE(json["by"].toString(), "function");
        QCOMPARE(rowNamed(json, "draw")["self"].toInteger(), 10);
        QCOMPARE(rowNamed(json, "draw")["total"].toInteger(), 40);
        QCOMPARE(json["rows"].toArray()[0].toObject()["name"].toString(), "load");
    }
    void reportSortsLimitsAndFilters() {
        const auto path = base();
        QCOMPARE(runCandela({"report", path, "--format", "json", "--sort", "total", "--limit", "1"})
                     .json()["rows"]
                     .toArray()[0]
                     .toObject()["name"]
                     .toString(),
                 "main");
        QCOMPARE(
            runCandela({"report", path, "--format", "json", "--focus", "^blit$"}).json()["total"].toInteger(),
            30);
        QCOMPARE(
            runCandela({"report", path, "--format", "json", "--ignore", "draw"}).json()["total"].toInteger(),
            60);
        const auto stacks = runCandela({"report", path, "--format", "json", "--by", "stack"}).json();
        QCOMPARE(rowNamed(stacks, "main;draw;blit")["self"].toInteger(), 30);
        QCOMPARE(runCandela({"report", path, "--format", "csv"}).output.split('\n')[1].trimmed(),
                 QByteArray("load,,,,60,60"));
    }
    void anUnknownCommandIsSuggestedAnother() {
        QCOMPARE(runCandela({"reprot", base()}).errors,
                 QByteArray("candela: reprot: is neither a command nor a file\n"
                            "  did you mean \"candela report\"?\n"));
        QVERIFY(runCandela({"fla"}).errors.contains("candela flamegraph"));
        const auto strange = runCandela({"zzzzzz"});
        QCOMPARE(strange.status, 2);
        QVERIFY2(strange.errors.contains("candela --help lists the commands"), strange.errors);
    }
    void reportSeesThePartOfACallThatIsInTheTimes() {
        const auto path = m_folder.write(
            "calls.json", R"([{"pid": 1, "tid": 1, "ph": "X", "ts": 0, "dur": 6000000, "name": "load"}])");
        const auto json = runCandela({"report", path, "--time", "2.5..4", "--format", "json"}).json();
        QCOMPARE(json["total"].toInteger(), 1'500'000'000);
        const auto part = QString(path).replace("calls.json", "part.candela");
        QCOMPARE(runCandela({"convert", path, part, "--time", "2.5..4"}).status, 0);
        QCOMPARE(
            runCandela({"report", part, "--time", "3..9", "--format", "json"}).json()["total"].toInteger(),
            1'000'000'000);
    }
    void aConvertedRecordingIsReadableForItsOwnerAlone() {
        const auto before = ::umask(022);
        const auto recording = m_folder.write("own.candela", "");
        const auto table = m_folder.write("table.csv", "");
        for (const auto& path : {recording, table}) {
            QVERIFY(QFile::remove(path));
            QCOMPARE(runCandela({"convert", base(), path}).status, 0);
        }
        ::umask(before);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QCOMPARE(QFile::permissions(recording) & others, QFile::Permissions());
        QVERIFY(QFile::permissions(table).testFlag(QFile::ReadOther));
    }
    void reportReadsStandardInput() {
        const auto outcome = runCandela({"report", "-", "--format", "json"}, "a;b 3\na;c 4\n");
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json()["total"].toInteger(), 7);
    }
    void convertRoundTripsThroughPprof() {
        const auto packed = m_folder.filePath("base.pb.gz");
        const auto unpacked = m_folder.filePath("back.folded");
        QCOMPARE(runCandela({"convert", base(), packed}).status, 0);
        QCOMPARE(runCandela({"convert", packed, unpacked}).status, 0);
        const auto first = runCandela({"report", base(), "--format", "json", "--limit", "0"}).json();
        const auto second = runCandela({"report", unpacked, "--format", "json", "--limit", "0"}).json();
        QCOMPARE(second["rows"], first["rows"]);
    }
    void convertWritesTablesAsReportPrintsThem() {
        const auto table = m_folder.filePath("base.json");
        const auto outcome = runCandela({"convert", base(), table});
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.errors.contains("left out"));
        QFile written(table);
        QVERIFY(written.open(QFile::ReadOnly));
        const auto json = QJsonDocument::fromJson(written.readAll()).object();
        QCOMPARE(json, runCandela({"report", base(), "--format", "json", "--limit", "0"}).json());
        QCOMPARE(runCandela({"convert", base(), "-", "--format", "csv"}).output,
                 runCandela({"report", base(), "--format", "csv", "--limit", "0"}).output);
    }
    void convertRoundTripsThroughSpeedscopeAndFirefox() {
        for (const QString name : {"base.speedscope.json", "base.firefox.json"}) {
            const auto other = m_folder.filePath(name);
            QCOMPARE(runCandela({"convert", base(), other}).status, 0);
            const auto first = runCandela({"report", base(), "--format", "json", "--limit", "0"}).json();
            const auto second = runCandela({"report", other, "--format", "json", "--limit", "0"}).json();
            QCOMPARE(second["rows"], first["rows"]);
            QCOMPARE(second["value"], first["value"]);
        }
    }
    void convertTakesTheFiltersOfReport_data() {
        QTest::addColumn<QStringList>("filter");
        QTest::addColumn<int>("total");
        QTest::newRow("time") << QStringList{"--time", "1s..2.1s"} << 24;
        QTest::newRow("process") << QStringList{"--process", "^database$"} << 40;
        QTest::newRow("thread") << QStringList{"--thread", "^11$"} << 10;
        QTest::newRow("focus") << QStringList{"--focus", "^blit$"} << 17;
        QTest::newRow("ignore") << QStringList{"--ignore", "^draw$"} << 40;
        QTest::newRow("label") << QStringList{"--label", "unit=^db$"} << 0;
        QTest::newRow("two") << QStringList{"--process", "10", "--focus", "blit"} << 17;
    }
    void convertTakesTheFiltersOfReport() {
        QFETCH(QStringList, filter);
        QFETCH(int, total);
        const auto path = m_folder.write(
            "threads.perf",
            "render    10/10    5.000:  7 cycles:\n\t3 blit (a)\n\t2 draw (a)\n\t1 main (a)\n\n"
            "worker    10/11    6.500: 10 cycles:\n\t3 blit (a)\n\t2 draw (a)\n\t1 main (a)\n\n"
            "render    10/10    7.000: 14 cycles:\n\t2 draw (a)\n\t1 main (a)\n\n"
            "database  20/20    7.500: 40 cycles:\n\t3 load (b)\n\t1 main (b)\n\n");
        const auto part = m_folder.filePath("part.candela");
        const auto outcome = runCandela(QStringList{"convert", path, part} + filter);
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.errors.contains("there is no sample in it"), total == 0);
        for (const QString key : {"stack", "thread", "process"}) {
            const QStringList report{"--by", key, "--format", "json", "--limit", "0"};
            const auto json = runCandela(QStringList{"report", part} + report).json();
            QCOMPARE(json["total"].toInt(), total);
            QCOMPARE(json["rows"], runCandela(QStringList{"report", path} + report + filter).json()["rows"]);
        }
    }
    void convertWritesTheValueThatIsAskedFor() {
        const auto path = m_folder.write("two.callgrind", "events: Ir Dr\nfn=main\n1 30 4\n");
        QCOMPARE(runCandela({"convert", path, "-", "--format", "folded"}).output, QByteArray("main 30\n"));
        QCOMPARE(runCandela({"convert", path, "-", "--format", "folded", "--value", "Dr"}).output,
                 QByteArray("main 4\n"));
        QCOMPARE(runCandela({"convert", path, "-", "--format", "folded", "--value", "gold"}).status, 2);
    }
    void aFileThatCannotBeWrittenIsNamed_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("full disk") << "/dev/full"
                                   << QByteArray("can't be written: no space left on device\n"
                                                 "  free some space, or write to another disk");
        QTest::newRow("no folder") << m_folder.filePath("nowhere/x")
                                   << QByteArray("can't be written: there is no such folder");
        QTest::newRow("a folder") << m_folder.path() << QByteArray("can't be written: is a directory");
    }
    void aFileThatCannotBeWrittenIsNamed() {
        QFETCH(QString, path);
        QFETCH(QByteArray, reason);
        const auto outcome = runCandela({"convert", base(), path, "--format", "pprof"});
        QCOMPARE(outcome.status, 4);
        QCOMPARE(outcome.errors, "candela: " + path.toUtf8() + ": " + reason + "\n");
    }
    void aPictureNeedsNoDesktopAndPrintsNothing() {
        const auto restored = qgetenv("XDG_RUNTIME_DIR");
        qunsetenv("XDG_RUNTIME_DIR");
        const auto outcome = runCandela({"flamegraph", base(), "-o", m_folder.filePath("quiet.svg")});
        if (!restored.isNull()) qputenv("XDG_RUNTIME_DIR", restored);
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.errors, QByteArray());
    }
    void infoPrintsWhatIsInIt() {
        const auto json = runCandela({"info", base(), "--format", "json"}).json();
        QCOMPARE(json["format"].toString(), "folded");
        QCOMPARE(json["values"].toArray()[0].toObject()["total"].toInteger(), 100);
        QCOMPARE(json["values"].toArray()[0].toObject()["samples"].toInteger(), 3);
        QVERIFY(json["labels"].toObject().isEmpty());
    }
    void listPrintsTheTables() {
        QVERIFY(runCandela({"list", "formats"}).output.contains("pprof"));
        QVERIFY(runCandela({"list", "probes"}).output.contains("cpu"));
        QVERIFY(runCandela({"list", "views"}).output.contains("flame"));
    }
    void wrongUsageIsOneLineAndStatusTwo_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown option") << QStringList{"report", "--nonsense"};
        QTest::newRow("missing file") << QStringList{"report"};
        QTest::newRow("machine and process") << QStringList{"record", "-a", "-p", "1"};
        QTest::newRow("machine and command") << QStringList{"record", "-a", "--", "true"};
        QTest::newRow("unknown command") << QStringList{"reprot", base()};
        QTest::newRow("option of the window") << QStringList{base(), "--by", "module"};
        QTest::newRow("negative limit") << QStringList{"report", base(), "--limit", "-1"};
        QTest::newRow("negative limit of differences")
            << QStringList{"diff", base(), newFile(), "--limit", "-1"};
        QTest::newRow("half a row") << QStringList{"report", base(), "--limit", "1.5"};
        QTest::newRow("unknown order") << QStringList{"diff", base(), newFile(), "--sort", "name"};
        QTest::newRow("tree of processes") << QStringList{"report", base(), "--tree", "--by", "process"};
        QTest::newRow("roots of a list") << QStringList{"report", base(), "--root", "process"};
        QTest::newRow("share above all") << QStringList{"report", base(), "--tree", "--minimum-share", "101"};
        QTest::newRow("pids of two runs") << QStringList{"diff", base(), newFile(), "--by", "pid"};
        QTest::newRow("unknown key") << QStringList{"report", base(), "--by", "colour"};
        QTest::newRow("bad pattern") << QStringList{"report", base(), "--focus", "("};
        QTest::newRow("bad time") << QStringList{"report", base(), "--time", "soon"};
        QTest::newRow("unknown value") << QStringList{"report", base(), "--value", "gold"};
        QTest::newRow("unknown format") << QStringList{"convert", base(), "x", "--format", "gold"};
        QTest::newRow("bad pattern on conversion")
            << QStringList{"convert", base(), m_folder.filePath("x.folded"), "--focus", "("};
    }
    void wrongUsageIsOneLineAndStatusTwo() {
        QFETCH(QStringList, arguments);
        const auto outcome = runCandela(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.errorLines().first().startsWith("candela: "));
        QVERIFY(outcome.errorLines().size() <= 2);
        QVERIFY(outcome.output.isEmpty());
    }
    void badInputIsOneLineAndStatusThree_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("an empty file") << m_folder.write("empty", "");
        QTest::newRow("a text file") << m_folder.write("text", "Dear reader,\n\nthis is no profile.\n");
        QTest::newRow("a truncated gzip")
            << m_folder.write("cut.gz", QByteArray::fromHex("1f8b0800000000000003"));
        QTest::newRow("a directory") << m_folder.path();
        QTest::newRow("a missing file") << m_folder.filePath("missing");
        QTest::newRow("zeros") << zeros();
    }
    void badInputIsOneLineAndStatusThree() {
        QFETCH(QString, path);
        for (const QString command : {"report", "info"}) {
            const auto outcome = runCandela({command, path});
            QCOMPARE(outcome.status, 3);
            QVERIFY2(outcome.errors.startsWith("candela: " + path.toUtf8() + ": "), outcome.errors);
            QVERIFY2(outcome.errorLines().size() <= 2, outcome.errors);
            QVERIFY(outcome.output.isEmpty());
        }
    }
    void aFileThatNeedsMoreMemoryThanThereIsIsRefused() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizers take more memory than any limit allows");
#endif
        QByteArray stacks;
        for (int line = 0; line < 700'000; ++line)
            stacks += "main;f" + QByteArray::number(line) + ";g" + QByteArray::number(line) + " 1\n";
        const auto path = m_folder.write("large.folded", stacks);
        QProcess process;
        process.start("sh", {"-c", "ulimit -d 150000; exec " PROGRAMS "/candela report " + path});
        QVERIFY(process.waitForFinished(60'000));
        const auto errors = process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY2(process.exitCode() == 3, errors);
        QVERIFY2(errors.startsWith("candela: " + path.toUtf8() + ": needs more memory than there is: "),
                 errors);
        QVERIFY2(errors.endsWith(" by ulimit -d\n  the shell's ulimit -d allows 154 MB\n"), errors);
        QCOMPARE(errors.count('\n'), 2);
        QCOMPARE(runCandela({"info", path}).status, 0);
    }
    void aFileWithoutPermissionIsReported() {
        const auto path = m_folder.write("secret", "a 1\n");
        QVERIFY(chmod(qPrintable(path), 0) == 0);
        if (geteuid() == 0) {
            // Root may read everything, so the program runs as the user "nobody" if the folder allows it.
            QVERIFY(chmod(qPrintable(m_folder.path()), 0755) == 0);
            QProcess process;
            process.start("setpriv", {"--reuid=65534", "--regid=65534", "--clear-groups", PROGRAMS "/candela",
                                      "info", path});
            if (!process.waitForFinished() || process.exitCode() == 127 || process.exitCode() == 126 ||
                process.error() == QProcess::FailedToStart)
                QSKIP("the program can't be run as another user here");
            QCOMPARE(process.exitCode(), 3);
            QVERIFY(process.readAllStandardError().contains("no permission"));
            return;
        }
        const auto outcome = runCandela({"info", path});
        QCOMPARE(outcome.status, 3);
        QVERIFY(outcome.errors.contains("no permission"));
    }

private:
    /// Two gigabytes that occupy no blocks on the disk.
    QString zeros() {
        const auto path = m_folder.write("zeros", "");
        return truncate(qPrintable(path), 2'000'000'000) == 0 ? path : QString();
    }
};

QTEST_GUILESS_MAIN(CommandsTest)
#include "commands_test.moc"
