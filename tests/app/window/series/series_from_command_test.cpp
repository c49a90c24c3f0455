/// `candela series --window` as a script starts it: the window begins with the filters and choices of the
/// command.
#include "app/command_line.h"
#include "app/window/compare/compare_page.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/series/series_page.h"
#include "app/window/widgets/message_bar.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"
#include "tests/corpus.h"
#include "tests/window_settings.h"
#include "views/filter/filter_bar.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>
#include <vector>

using namespace candela;

namespace {

/// What to do once the window of runCommandLine() shows its first page; it creates the application itself.
std::function<void(MainWindow&)> whenShown;

void scheduleCheck() {
    QTimer::singleShot(0, qApp, [] {
        for (auto* widget : QApplication::topLevelWidgets()) {
            auto* window = qobject_cast<MainWindow*>(widget);
            if (!window) continue;
            whenShown(*window);
            window->close();
            QApplication::quit();
        }
    });
}

struct SeriesInWindow {
    QString command;
    QString value;
    QString message;
    QStringList chips;
    Normalize normalize = Normalize::Share;
    bool bySelf = true;
    std::int64_t total = 0;
    bool canUndo = true;
};

} // namespace

class SeriesFromCommandTest : public QObject, ComparedCaptures {
    Q_OBJECT

    QTemporaryDir m_settings;

    static int run(const QStringList& words) {
        std::vector<QByteArray> texts{"candela"};
        for (const auto& word : words)
            texts.push_back(word.toLocal8Bit());
        std::vector<char*> arguments;
        for (auto& text : texts)
            arguments.push_back(text.data());
        return runCommandLine(static_cast<int>(arguments.size()), arguments.data());
    }
    template<typename Wanted>
    static Wanted* waitFor(MainWindow& window) {
        const auto shown = [&] { return qobject_cast<Wanted*>(window.pages()->current()); };
        return QTest::qWaitFor([&] { return shown() != nullptr; }, 20'000) ? shown() : nullptr;
    }
    static SeriesInWindow seriesInWindow(const QStringList& words) {
        SeriesInWindow result;
        whenShown = [&](MainWindow& window) {
            auto* page = waitFor<SeriesPage>(window);
            if (!page || !QTest::qWaitFor([&] { return !page->view()->isPending(); }, 20'000)) return;
            result.command = page->command();
            result.chips = page->findChild<FilterBar*>()->chipTexts();
            result.bySelf = page->view()->isBySelf();
            result.message = window.messageBar()->sentence();
            if (const auto& series = page->view()->model().series()) {
                result.total = series->whole.total.front().weight;
                result.value = QString::fromStdString(series->valueName);
                result.normalize = series->normalize;
            }
            result.canUndo = page->history()->canUndo();
        };
        if (run(QStringList{"series", "--window"} + words) != 0) return {};
        return result;
    }
    static QJsonArray weights(const QStringList& words) {
        return runCandela(QStringList{"series", "--format", "json"} + words)
            .json()["whole"]
            .toObject()["weights"]
            .toArray();
    }

    static QStringList heapProfiles() {
        const QDir folder(corpusFolder() + "/pprof/parca/many");
        QStringList files;
        for (const auto& name : folder.entryList(QDir::Files).first(3))
            files << folder.filePath(name);
        return files;
    }

private slots:
    void initTestCase() {
        keepEverythingIn(m_settings.path());
        qAddPreRoutine(scheduleCheck);
    }
    void theWindowBeginsWithTheFilters() {
        const QStringList files{base(), newFile(), base() + "," + newFile()};
        const QStringList filters{"--focus", "draw", "--ignore", "save", "--transform", "collapse-recursion"};
        const auto whole = seriesInWindow(files);
        QCOMPARE(whole.chips, QStringList());
        const auto shown = seriesInWindow(files + filters);
        QCOMPARE(shown.chips.size(), 3);
        QVERIFY2(shown.chips.contains("Focus: draw") && shown.chips.contains("Ignore: save"),
                 qPrintable(shown.chips.join(", ")));
        QVERIFY(!shown.canUndo);
        const auto expected = weights(files + filters);
        QCOMPARE(expected.size(), 3);
        QCOMPARE(shown.total, expected.first().toInteger());
        QVERIFY(shown.total < whole.total);
        // The page's own command has the same filters.
        QCOMPARE(weights(QProcess::splitCommand(shown.command).mid(2)), expected);
    }
    void theTimeIsThatOfEachRun() {
        std::vector<QStringList> seconds(6, {"draw", "load"});
        QStringList files;
        for (int number = 0; number < 6; number += 2)
            files << timed(QString("%1.cpuprofile").arg(number), seconds, unsigned(number)) + "," +
                         timed(QString("%1.cpuprofile").arg(number + 1), seconds, unsigned(number + 1));
        const auto shown = seriesInWindow(files + QStringList{"--time", "1s..3s"});
        QCOMPARE(shown.chips.size(), 1);
        QVERIFY2(shown.command.contains("--time"), qPrintable(shown.command));
        QCOMPARE(shown.total, weights(files + QStringList{"--time", "1s..3s"}).first().toInteger());
    }
    void aSeriesOfTwoIsAComparisonWithTheFilters() {
        QString command;
        QStringList chips;
        whenShown = [&](MainWindow& window) {
            if (auto* page = waitFor<ComparePage>(window)) {
                command = page->command();
                chips = page->findChild<FilterBar*>()->chipTexts();
            }
        };
        QCOMPARE(run({"series", "--window", base(), newFile(), "--focus", "draw"}), 0);
        QCOMPARE(chips, QStringList{"Focus: draw"});
        QVERIFY2(command.contains("--focus draw"), qPrintable(command));
    }
    void theWindowBeginsWithTheChoices() {
        const QStringList files{base(), newFile(), base()};
        const auto chosen =
            seriesInWindow(files + QStringList{"--by", "line", "--sort", "total", "--normalize", "none"});
        QVERIFY2(chosen.command.contains("--by line") && chosen.command.contains("--sort total") &&
                     chosen.command.contains("--normalize none"),
                 qPrintable(chosen.command));
        QVERIFY(!chosen.bySelf && !chosen.canUndo);
        QCOMPARE(chosen.normalize, Normalize::None);
        const auto plain = seriesInWindow(files);
        QCOMPARE(plain.normalize, Normalize::Share);
        QVERIFY(plain.bySelf && plain.command.contains("--by function"));
        QVERIFY(!plain.command.contains("--normalize"));
    }
    void theWindowBeginsWithTheValue() {
        const auto files = heapProfiles();
        const auto usual = seriesInWindow(files);
        QCOMPARE(usual.value, QString("inuse_space"));
        QCOMPARE(seriesInWindow(files + QStringList{"--value", "alloc_objects"}).value,
                 QString("alloc_objects"));
        const auto missing = seriesInWindow(files + QStringList{"--value", "absent"});
        QCOMPARE(missing.value, QString("inuse_space"));
        QVERIFY2(missing.message.contains("not all captures have the value \"absent\""),
                 qPrintable(missing.message));
    }
    void aComparisonBeginsWithTheChoices() {
        QString command;
        whenShown = [&](MainWindow& window) {
            if (auto* page = waitFor<ComparePage>(window)) command = page->command();
        };
        QCOMPARE(run(QStringList{"series", "--window", "--by", "module", "--value", "alloc_objects",
                                 "--normalize", "share"} +
                     heapProfiles().first(2)),
                 0);
        QVERIFY2(command.contains("--by module --value alloc_objects --normalize share"),
                 qPrintable(command));
    }
    void whatTheWindowCannotShowIsRefused_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("time") << QStringList{"--time", "soon"} << "\"soon\" is not a range of time";
        QTest::newRow("rule") << QStringList{"--fail-if", "total slower 5%"}
                              << "--fail-if and --window exclude each other";
        QTest::newRow("process") << QStringList{"--by", "process"} << "the window has no series by process";
        QTest::newRow("stack") << QStringList{"--by", "stack"} << "the window has no series by stack";
        const auto refused = [](const QString& words, const char* options) {
            QTest::newRow(options) << words.split(' ')
                                   << QString("the window has no use for ") + options + "\n";
        };
        refused("--limit 5", "--limit");
        refused("--format json", "--format");
        refused("--symbols /tmp", "--symbols");
        refused("--debuginfod", "--debuginfod");
        refused("--memory-limit 2G", "--memory-limit");
        refused("--no-lookup --limit 40", "--limit, --no-lookup");
        QTest::newRow("cpu") << QStringList{"--normalize", "cpu"} << "the window does not normalize by cpu";
        const auto hinted = [](const char* words, const char* hint) {
            const auto text = QString("%1: hint").arg(words);
            QTest::newRow(qPrintable(text)) << QString(words).split(' ') << hint;
        };
        hinted("--limit 5", "leave it out, or leave out --window");
        hinted("--limit 5 --no-lookup", "leave them out, or leave out --window");
        hinted("--by stack", "choose one of function, module, file, line, address, or leave out --window");
        hinted("--normalize work", "choose one of share, none, duration, or leave out --window");
        QTest::newRow("rule: hint") << QStringList{"--fail-if", "total slower 5%"}
                                    << "leave out one of the two";
    }
    void whatTheWindowCannotShowIsRefused() {
        QFETCH(QStringList, options);
        const auto outcome = runCandela(QStringList{"series", "--window", base(), newFile()} + options);
        QCOMPARE(outcome.status, 2);
        QFETCH(QString, sentence);
        QVERIFY2(outcome.errors.contains(sentence.toUtf8()), outcome.errors);
    }
};

QTEST_APPLESS_MAIN(SeriesFromCommandTest)
#include "series_from_command_test.moc"
