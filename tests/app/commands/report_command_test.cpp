/// `candela report` for scripts and for people at a terminal: trees, processes, filters, widths.
#include "tests/app/commands/command_outcome.h"
#include "tests/terminals.h"
#include "tests/test_folder.h"

#include <QTest>

class ReportCommandTest : public QObject {
    Q_OBJECT

    candela::TestFolder m_folder;

private slots:
    void aTreeHasTheOrderOfCallsAndLinesWhereItBranches() {
        const auto path =
            m_folder.write("tree.folded", "main;run;draw;blit 50\nmain;run;draw 10\nmain;run;load;read 38\n"
                                          "main;run;rare 2\n");
        const auto rows = [&](const QStringList& options) {
            QStringList lines;
            const auto outcome = runCandela(QStringList{"report", path, "--tree"} + options);
            for (const auto& line : outcome.output.split('\n').mid(2)) {
                if (line.startsWith("…") || line.isEmpty())
                    lines << line;
                else
                    lines << QString::fromUtf8(line).mid(
                        QString::fromUtf8(outcome.output.split('\n')[1]).indexOf("function"));
            }
            lines.removeLast();
            return lines;
        };
        QCOMPARE(rows({}), (QStringList{"main", "run", "├ draw", "│ blit", "├ load", "│ read", "└ rare"}));
        QCOMPARE(rows({"--minimum-share", "5"}),
                 (QStringList{"main", "run", "├ draw", "│ blit", "└ load", "  read",
                              "… and 1 smaller branches (--minimum-share 0 --limit 0 shows all)"}));
        QCOMPARE(rows({"--limit", "3"}),
                 (QStringList{"main", "run", "draw",
                              "… and 3 smaller branches (--minimum-share 0 --limit 0 shows all)"}));
        const auto json = runCandela({"report", path, "--callers", "--format", "json"}).json();
        QVERIFY(json["tree"].toBool());
        const auto callers = json["rows"].toArray();
        QCOMPARE(callers[0].toObject()["name"].toString(), "blit");
        QCOMPARE(callers[0].toObject()["depth"].toInteger(), 0);
        QCOMPARE(callers[1].toObject()["name"].toString(), "draw");
        QCOMPARE(callers[1].toObject()["depth"].toInteger(), 1);
        QCOMPARE(callers[1].toObject()["total"].toInteger(), 50);
    }
    /// The magnitude of changes counts, not their sum: "swap" changed by 90, and its sum is zero.
    void aTreeOfADifferenceGoesByMagnitude() {
        const auto path =
            m_folder.write("difference.folded", "main;swap;a 45\nmain;swap;b -45\nmain;less -9\n"
                                                "main;more 1\n");
        const auto outcome = runCandela({"report", path, "--tree", "--minimum-share", "5"});
        const auto lines = QString::fromUtf8(outcome.output).split('\n').mid(2);
        QStringList rows;
        for (const auto& line : lines)
            rows << line.simplified();
        rows.removeLast();
        QCOMPARE(rows,
                 (QStringList{"-8 -8.0 % 0 0.0 % main", "0 0.0 % 0 0.0 % ├ swap", "45 45.0 % 45 45.0 % │ ├ a",
                              "-45 -45.0 % -45 -45.0 % │ └ b", "-9 -9.0 % -9 -9.0 % └ less",
                              "… and 1 smaller branches (--minimum-share 0 --limit 0 shows all)"}));
    }
    void processesGoByNameUnlessAskedByPid() {
        const auto path = m_folder.write("short.perf", "cc1 10/10 5.0: 7 cycles:\n\t1 main (a)\n\n"
                                                       "cc1 11/11 5.1: 5 cycles:\n\t1 main (a)\n\n"
                                                       "make 9/9 5.2: 3 cycles:\n\t1 main (a)\n\n");
        const auto by = [&](const char* key) {
            return runCandela({"report", path, "--by", key, "--format", "json"}).json();
        };
        QCOMPARE(by("process")["rows"].toArray().size(), 2);
        QCOMPARE(rowNamed(by("process"), "cc1")["self"].toInteger(), 12);
        QCOMPARE(rowNamed(by("process"), "cc1")["processes"].toInteger(), 2);
        QCOMPARE(rowNamed(by("executable"), "cc1")["self"].toInteger(), 12); // a process without a label
                                                                             // "executable"
        QCOMPARE(by("pid")["rows"].toArray().size(), 3);
        QCOMPARE(rowNamed(by("pid"), "cc1 (11)")["self"].toInteger(), 5);
        QVERIFY(!rowNamed(by("pid"), "cc1 (11)").contains("processes"));
        const auto tree = runCandela({"report", path, "--tree", "--root", "process"}).output;
        QVERIFY2(tree.contains("├ cc1") && tree.contains("└ make"), tree);
    }
    void filtersThatNothingPassesAreNamed_data() {
        QTest::addColumn<QStringList>("filter");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("process") << QStringList{"--process", "nosuch"}
                                 << QByteArray("no process matches \"nosuch\"; there are render, database");
        QTest::newRow("thread") << QStringList{"--thread", "nosuch"}
                                << QByteArray("no thread matches \"nosuch\"; there are render, database");
        QTest::newRow("focus") << QStringList{"--focus", "nosuch"}
                               << QByteArray("no stack has a function that matches \"nosuch\"");
        QTest::newRow("ignore") << QStringList{"--ignore", "."}
                                << QByteArray("every stack has a function that matches \".\"");
        QTest::newRow("time") << QStringList{"--time", "50..60"} << QByteArray("no sample is in that time");
        QTest::newRow("label") << QStringList{"--label", "unit=db"}
                               << QByteArray("no sample has a label \"unit\"; there are no labels in it");
        QTest::newRow("all together") << QStringList{"--process", "render", "--focus", "query"}
                                      << QByteArray("no sample passes all of the filters together");
    }
    void filtersThatNothingPassesAreNamed() {
        QFETCH(QStringList, filter);
        QFETCH(QByteArray, sentence);
        const auto path = m_folder.write("two.perf", "render   10/10 5.0: 7 cycles:\n\t1 draw (a)\n\n"
                                                     "database 20/20 7.5: 4 cycles:\n\t1 query (b)\n\n");
        const auto picture = m_folder.filePath("nothing.svg");
        const auto part = m_folder.filePath("nothing.folded");
        for (const auto& command :
             {QStringList{"report", path}, QStringList{"report", path, "--tree", "--format", "json"},
              QStringList{"diff", path, path}, QStringList{"flamegraph", path, "-o", picture},
              QStringList{"convert", path, part}}) {
            const auto outcome = runCandela(command + filter);
            QCOMPARE(outcome.status, 0);
            QVERIFY2(outcome.errors.contains("candela: " + path.toUtf8() + ": " + sentence), outcome.errors);
        }
        QVERIFY(runCandela({"report", path, "--process", "render"}).errors.isEmpty());
    }
    void aLabelThatNoSampleHasIsNamed() {
        const auto outcome =
            runCandela({"report", m_folder.write("base.folded", "main;draw 10\n"), "--by", "label:user"});
        QVERIFY2(outcome.errors.contains("no sample has a label \"user\""), outcome.errors);
    }
    void aLongNameDoesNotWidenTheTable() {
        const auto outcome = runCandela(
            {"report", m_folder.write("long.folded", "short 30\n" + QByteArray(300, 'n') + " 10\n")});
        QCOMPARE(outcome.status, 0);
        for (const auto& line : outcome.output.split('\n'))
            QVERIFY2(line.contains("nnn") ? line.contains(QByteArray(300, 'n')) : line.size() < 120, line);
    }
    void reportExplainsWhereNothingPassesTheFilters() {
        const auto path = m_folder.write("one.folded", "a;b 3\n");
        QVERIFY(runCandela({"report", path}).output.contains(" 3 in 1 sample\n"));
        const auto none = runCandela({"report", path, "--focus", "nosuch"});
        QCOMPARE(none.status, 0);
        QVERIFY2(none.output.endsWith("in 0 samples\nNo sample passes the filters.\n"), none.output);
    }
    void onATerminalLinesFitItsWidth_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("report") << QStringList{"report"};
        QTest::newRow("stacks") << QStringList{"report", "--by", "stack"};
        QTest::newRow("tree") << QStringList{"report", "--tree"};
        QTest::newRow("differences") << QStringList{"diff"};
    }
    void onATerminalLinesFitItsWidth() {
        if (const QByteArray why = candela::whyNoTerminal(); !why.isEmpty()) QSKIP(why.constData());
        QFETCH(QStringList, command);
        // A chain of 200 callers, and a branch at each of 30 levels, with names as in C++ and other
        // languages.
        QByteArray chain, comb, text;
        for (int level = 0; level < 200; ++level)
            chain += "std::vector<std::pair<int, Very<Long, Template>>>::level" + QByteArray::number(level) +
                     "(int, char const*);";
        for (int level = 0; level < 30; ++level) {
            comb += "deep::er::function_" + QByteArray::number(level) + "(std::string const&);";
            text += comb + QByteArray("leaf_").append(QByteArray(120, 'x')) + " 20\n";
        }
        text += chain + "\u6e2c\u8a66\u6e2c\u8a66\u6e2c\u8a66\u6e2c\u8a66\u6e2c\u8a66\u6e2c\u8a66\u6e2c\u8a66"
                        "\u6e2c\u8a66\u6e2c\u8a66\u6e2c\u8a66 300\n";
        const auto path = m_folder.write("wide.folded", text);
        auto words = QStringList{PROGRAMS "/candela"} + command + QStringList{path};
        if (command.first() == "diff") words << path;
        constexpr int width = 80;
        QProcess terminal; // script(1) gives the program a terminal
        terminal.start(
            "script",
            {"-qec", QString("stty cols %1; %2 2>/dev/null").arg(width).arg(words.join(' ')), "/dev/null"});
        terminal.closeWriteChannel();
        QVERIFY(terminal.waitForFinished(60'000));
        QCOMPARE(terminal.exitCode(), 0);
        const auto lines = QString::fromUtf8(terminal.readAll()).split("\r\n");
        QVERIFY(lines.size() > 5);
        bool isShortened = false;
        for (const auto& line : lines.mid(1)) {
            int columns = 0;
            for (const auto letter : line)
                columns += letter.unicode() >= 0x2E80 ? 2 : 1;
            QVERIFY2(columns <= width, qPrintable(line));
            isShortened |= line.contains(u'…');
        }
        QVERIFY(isShortened);
        auto piped = QString::fromUtf8(runCandela(words.mid(1) + QStringList{"--limit", "0"}).output);
        piped.remove(QString(" … ")); // "…" is also used between the ends of an interval
        QVERIFY(piped.contains(QString(120, u'x')));
        QVERIFY(!piped.contains(u'…'));
    }
};

QTEST_GUILESS_MAIN(ReportCommandTest)
#include "report_command_test.moc"
