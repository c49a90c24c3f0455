/// Small parts of the record page: words of a command, processes to pick.
#include "app/window/record/probe_picker.h"
#include "app/window/record/process_picker.h"
#include "app/window/record/recording_status.h"
#include "app/window/record/running_processes.h"
#include "app/window/widgets/command_words.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLayout>
#include <QProcess>
#include <QSpinBox>
#include <QTest>

#include <set>

#include <unistd.h>

using namespace candela;

class RecordPartsTest : public QObject {
    Q_OBJECT
private slots:
    void wordsAreCutAsAShellCutsThem() {
        const auto words = commandWords("make  -j4 \"a b\" 'c \"d' e\\ f g\"h\"i ''");
        QVERIFY(words);
        QCOMPARE(*words, (QStringList{"make", "-j4", "a b", "c \"d", "e f", "ghi", ""}));
        QCOMPARE(commandWords("   ").value(), QStringList());
    }
    void nothingElseOfAShellIsUnderstood() {
        QCOMPARE(commandWords("echo $HOME | cat; ls *").value(),
                 (QStringList{"echo", "$HOME", "|", "cat;", "ls", "*"}));
    }
    void anOpenQuoteIsReported() {
        QVERIFY(!commandWords("echo 'a"));
        QVERIFY(!commandWords("echo \"a"));
    }
    void textOfWordsGivesTheWordsAgain() {
        const QStringList words{"sh", "-c", "it's \"x\" \\ $y", "", "plain"};
        QCOMPARE(commandWords(commandText(words)).value(), words);
    }
    void aNameWithParenthesesIsRead() {
        RunningProcess process;
        QVERIFY(
            readStat("12 (a) b (c)) S 1 12 12 0 -1 4194560 100 0 0 0 30 12 0 0 20 0 1 0 4242 0 0", process));
        QCOMPARE(process.pid, 12);
        QCOMPARE(process.name, QString("a) b (c)"));
        QCOMPARE(process.cpuTime, 42u);
        QCOMPARE(process.startTime, 4242u);
        QVERIFY(!readStat("", process));
        QVERIFY(!readStat("12 (a", process));
        QVERIFY(!readStat("12 (a) S 1", process));
    }
    void aNumberOfAProbeReadsRightWhateverItIs() {
        recording::Announcement announcement;
        auto& probe = *announcement.add_probes();
        probe.set_name("faults");
        auto& option = *probe.add_options();
        option.set_name("period");
        option.set_unit("faults");
        option.set_default_number(1);
        option.set_minimum(1);
        option.set_maximum(10);
        ProbePicker picker;
        picker.setAnnouncement(announcement, {"faults"});
        QCOMPARE(picker.findChild<QSpinBox*>()->text(), QString("1"));
        QStringList labels;
        for (const auto* label : picker.findChildren<QLabel*>())
            labels << label->text();
        QVERIFY2(labels.contains("period (faults)"), qPrintable(labels.join("|")));
    }
    void descriptionsOfProbesBeginInOneColumn() {
        recording::Announcement announcement;
        for (const auto* title : {"CPU time", "Page faults of programs", "Off"}) {
            auto& probe = *announcement.add_probes();
            probe.set_name(title);
            probe.set_title(title);
            probe.set_description(std::string("about ") + title);
        }
        ProbePicker picker;
        picker.setAnnouncement(announcement, {"CPU time"});
        const auto starts = [&] {
            std::set<int> found;
            picker.layout()->activate();
            for (const auto* label : picker.findChildren<QLabel*>())
                if (label->text().startsWith("about")) found.insert(label->mapTo(&picker, QPoint()).x());
            return found;
        };
        picker.resize(800, 200);
        picker.show();
        QVERIFY(QTest::qWaitForWindowExposed(&picker));
        QCOMPARE(starts().size(), 1u);
        const auto before = *starts().begin();
        auto font = picker.font();
        font.setPointSizeF(font.pointSizeF() * 2);
        picker.setFont(font);
        QTRY_VERIFY(*starts().begin() > before);
        QCOMPARE(starts().size(), 1u);
    }
    void whatRunsIsListed() {
        QProcess program;
        program.start("sleep", {"100"});
        QVERIFY(program.waitForStarted());
        bool isListed = false;
        for (const auto& process : runningProcesses()) {
            QVERIFY(process.pid != ::getpid());
            isListed = isListed || process.pid == program.processId();
        }
        program.kill();
        program.waitForFinished();
        QVERIFY(isListed);
    }
    void aRunningRecordingShowsWhatRecorderAndWindowCost() {
        RecordingStatus status;
        const auto names = status.names();
        const auto recorder = names.indexOf("recorder's CPU");
        const auto window = names.indexOf("window's CPU");
        QVERIFY(recorder >= 0 && window >= 0);
        // The CPU time of this process so far, and the wall time.
        const auto now = [] {
            return std::pair{
                std::chrono::duration<double>(ownCpuTime()),
                std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())};
        };
        RecordingProgress progress;
        progress.recordedTime = 1'000'000'000;
        progress.usage.cpuTime = 10'000'000;
        const auto beforeFirst = now();
        status.setProgress(progress, 1000);
        const auto afterFirst = now();
        while (ownCpuTime() - afterFirst.first < std::chrono::milliseconds(20)) {
        }
        progress.recordedTime = 2'000'000'000;
        progress.usage.cpuTime = 5'010'000'000; // on five processors
        const auto beforeLast = now();
        status.setProgress(progress, 2000);
        const auto afterLast = now();
        QCOMPARE(status.texts()[recorder], QString("500.0 %"));
        const auto least =
            (beforeLast.first - afterFirst.first) / (afterLast.second - beforeFirst.second) * 100;
        const auto most =
            (afterLast.first - beforeFirst.first) / (beforeLast.second - afterFirst.second) * 100;
        const auto share = status.texts()[window].chopped(2).toDouble();
        QVERIFY2(share >= least - 0.1 && share <= most + 0.1,
                 qPrintable(QString("%1, not %2 to %3").arg(status.texts()[window]).arg(least).arg(most)));
    }
    void checksStayWithTheirProcess() {
        ProcessItemModel model;
        QAbstractItemModelTester tester(&model);
        const auto process = [](int pid, std::uint64_t start) {
            RunningProcess made;
            made.pid = pid;
            made.startTime = start;
            made.name = "p";
            return made;
        };
        model.update({process(1, 1), process(5, 1), process(9, 1)});
        model.check(5);
        QCOMPARE(model.checkedPids(), std::vector{5});
        model.update({process(2, 1), process(5, 1), process(7, 1)});
        QCOMPARE(model.checkedPids(), std::vector{5});
        model.update({process(5, 8)}); // another process with the same pid
        QVERIFY(model.checkedPids().empty());
        QCOMPARE(model.rowCount(), 1);
        model.update({});
        QCOMPARE(model.rowCount(), 0);
    }
    void theFilterLooksAtEveryColumn() {
        ProcessPicker picker;
        RunningProcess first, second;
        first.pid = 10;
        first.name = "alpha";
        first.commandLine = "/usr/bin/alpha --beta";
        second.pid = 20;
        second.name = "gamma";
        second.commandLine = "gamma";
        picker.model().update({first, second});
        picker.setFilter("BETA");
        QCOMPARE(picker.shownRows(), 1);
        picker.setFilter("20");
        QCOMPARE(picker.shownRows(), 1);
        picker.setFilter("");
        QCOMPARE(picker.shownRows(), 2);
    }
};

QTEST_MAIN(RecordPartsTest)
#include "record_parts_test.moc"
