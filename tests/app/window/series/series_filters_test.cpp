/// A series in the window has the numbers that `candela series` prints: with several runs of a capture, with
/// renamed functions, and with filters, which are chosen with mouse and keys as on other pages, and undone.
#include <QTest>

#include "app/window/compare/compare_page.h"
#include "app/window/series/series_page.h"
#include "model/comparison/series/series_text.h"
#include "model/formats/export_profile.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/series/series_chart.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"
#include "views/widgets/chip.h"

#include <QComboBox>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include <limits>

using namespace candela;

class SeriesFiltersTest : public QObject, ComparedCaptures {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;
    SeriesPage* m_page = nullptr;

    MainWindow& window() const { return *m_fixture->window; }
    SeriesView& view() const { return *m_page->view(); }
    FilterBar& bar() const { return *m_page->findChild<FilterBar*>(); }
    void wait() {
        QTRY_VERIFY(!view().isPending());
        settle();
    }
    /// Five captures of four processes with threads and labels, one of them slower from the third on.
    void open() {
        std::vector<QStringList> captures;
        for (int number = 0; number < 5; ++number) {
            const auto path = m_fixture->pathOf(QString("build-%1.candela").arg(number)).toStdString();
            Task task;
            const auto profile = ExampleRecording(number < 2 ? 1 : 3).make(2000 + 10 * number);
            QVERIFY(storeProfile(*profile, **formatToWrite(path), path, task));
            captures.push_back({QString::fromStdString(path)});
        }
        open(captures);
    }
    void open(const std::vector<QStringList>& captures) {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        const auto* before = m_page;
        window().openSeries(captures);
        QTRY_VERIFY(shownPage<SeriesPage>(window()) && shownPage<SeriesPage>(window()) != before);
        m_page = shownPage<SeriesPage>(window());
        wait();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        wait();
    }
    static QAction* entry(const QMenu& menu, const QString& text) {
        for (auto* action : menu.actions())
            if (action->text().remove('&') == text) return action;
        return nullptr;
    }
    /// Chooses from the menu of "+ Filter", and answers its question, if there is one.
    void addFilter(const QStringList& path, const QString& answer = {}) {
        QToolButton* button = nullptr;
        for (auto* found : bar().findChildren<QToolButton*>())
            if (found->text() == "+ Filter") button = found;
        QVERIFY(button && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        if (!answer.isEmpty())
            QTimer::singleShot(0, this, [&] {
                auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
                if (!dialog) qFatal("no question is open");
                QTest::keyClicks(dialog->focusWidget(), answer);
                QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
            });
        for (const auto& text : path) {
            QTRY_VERIFY2(entry(*menu, text), qPrintable(text)); // labels are read meanwhile
            auto* action = entry(*menu, text);
            menu->setActiveAction(action);
            QTest::keyClick(menu, Qt::Key_Return); // enters a menu inside, too
            if (action->menu()) menu = action->menu();
        }
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        wait();
    }
    QAction* undo() const {
        for (auto* menu : window().menuBar()->actions())
            if (menu->text() == "&Edit") return menu->menu()->actions().front();
        return nullptr;
    }
    /// Runs the command that the page itself offers, and compares all rows.
    void compareWithCommand() {
        QProcess shell;
        shell.start("sh", {"-c", PROGRAMS "/" + m_page->command() + " --format json --limit 0"});
        QVERIFY(shell.waitForFinished(60'000));
        const Outcome outcome{shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
        const auto json = outcome.json();
        const auto& series = view().model().series();
        if (!series) {
            QVERIFY2(outcome.status > 0, qPrintable(m_page->command()));
            return;
        }
        QVERIFY2(outcome.status == 0, outcome.errors);
        QCOMPARE(json["tests"].toInteger(), qint64(series->tests));
        const auto rows = json["rows"].toArray();
        QCOMPARE(rows.size(), qsizetype(series->rows.size()));
        const auto comparePoints = [](const QJsonObject& found, const std::vector<SeriesPoint>& points,
                                      const FoundTrend& trend) {
            for (std::size_t at = 0; at < points.size(); ++at) {
                QCOMPARE(found["weights"].toArray()[qsizetype(at)].toInteger(), points[at].weight);
                QCOMPARE(found["values"].toArray()[qsizetype(at)].toDouble(), points[at].value);
                const QJsonValue error = found["standard_errors"].toArray()[qsizetype(at)];
                QCOMPARE(error.isDouble(), points[at].isErrorKnown);
                if (points[at].isErrorKnown) QCOMPARE(error.toDouble(), points[at].standardError);
            }
            QCOMPARE(found["trend"].toString().toStdString(), std::string(trendName(trend.trend)));
            if (trend.trend == Trend::None) return;
            QCOMPARE(found["chance"].toDouble(), trend.chance);
            QCOMPARE(found["size"].toDouble(), trend.size);
        };
        const auto order = seriesOrder(*series, view().isBySelf());
        for (qsizetype at = 0; at < rows.size(); ++at) {
            const auto& row = series->rows[order[std::size_t(at)]];
            const auto found = rows[at].toObject();
            if (at < view().model().rowCount()) QCOMPARE(&view().model().row(int(at)), &row); // with weight
            QCOMPARE(found["name"].toString().toStdString(), row.name);
            comparePoints(found["self"].toObject(), row.self, row.selfTrend);
            comparePoints(found["total"].toObject(), row.total, row.totalTrend);
        }
        comparePoints(json["whole"].toObject(), series->whole.total, series->whole.totalTrend);
    }
    /// Five captures of three runs with times, whose weights differ from run to run more than by chance. The
    /// runs are of different lengths.
    std::vector<QStringList> capturesOfRuns() {
        std::vector<QStringList> captures;
        unsigned seed = 1;
        for (int number = 0; number < 5; ++number) {
            auto& runs = captures.emplace_back();
            for (int run = 0; run < 3; ++run) {
                QStringList functions{"draw", "load"};
                for (int more = 0; more < run; ++more)
                    functions << (number < 3 ? "draw" : "load");
                const std::vector<QStringList> seconds(std::size_t(6 + run), functions);
                runs << timed(QString("%1-%2.cpuprofile").arg(number).arg(run), seconds, seed++);
            }
        }
        return captures;
    }
    void keepTime(const TimeRange& time) {
        auto filter = view().session().filter();
        filter.time = time;
        view().session().setFilter(filter);
        wait();
    }
    std::int64_t total() const { return view().model().series()->whole.total.front().weight; }

private slots:
    void init() {
        m_fixture = std::make_unique<WindowFixture>();
        open();
    }
    void cleanup() {
        settle();
        m_fixture.reset();
        m_page = nullptr; // the next page may have its address
    }

    void everyFilterHasTheNumbersOfTheCommand_data() {
        QTest::addColumn<QStringList>("path");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("chip");
        QTest::newRow("process") << QStringList{"Process…"} << "compiler"
                                 << "Process: compiler";
        QTest::newRow("without") << QStringList{"Without process…"} << "render"
                                 << "Without process: render";
        QTest::newRow("thread") << QStringList{"Thread…"} << "worker"
                                << "Thread: worker";
        QTest::newRow("focus") << QStringList{"Focus on function…"} << "Scene"
                               << "Focus: Scene";
        QTest::newRow("ignore") << QStringList{"Ignore function…"} << "Scene"
                                << "Ignore: Scene";
        QTest::newRow("hide") << QStringList{"Hide function…"} << "^Tracer"
                              << "Hide: ^Tracer";
        QTest::newRow("label") << QStringList{"Label", "user", "postgres"} << QString() << "user = postgres";
        QTest::newRow("module") << QStringList{"Transform…"} << "collapse-module:libc.so.6"
                                << QString(); // the chip has words of its own
        QTest::newRow("recursion") << QStringList{"Collapse recursion"} << QString() << QString();
    }
    void everyFilterHasTheNumbersOfTheCommand() {
        QFETCH(QStringList, path);
        QFETCH(QString, answer);
        QFETCH(QString, chip);
        compareWithCommand();
        addFilter(path, answer);
        QCOMPARE(bar().chips().size(), std::size_t(1));
        if (!chip.isEmpty()) QCOMPARE(bar().chipTexts(), QStringList{chip});
        QVERIFY(view().model().rowCount() > 0);
        compareWithCommand();
    }
    /// Also those that the last capture does not have.
    void labelsOfAllCapturesCanBeChosen() {
        std::vector<QStringList> captures;
        for (const std::string name : {"first", "second", "third"}) {
            ProfileBuilder builder;
            const auto value = builder.valueType("samples", "count");
            const auto function =
                builder.function({.name = builder.string("draw"), .rawName = {}, .file = {}, .mapping = {}});
            const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
            builder.addSample(value,
                              {.stack = stack,
                               .weight = 7,
                               .thread = {},
                               .labels = builder.labelSet({builder.textLabel("build", name),
                                                           builder.textLabel("only-" + name, "yes")})});
            builder.addSample(value, {.stack = stack, .weight = 1, .thread = {}, .labels = {}});
            const auto path = m_fixture->pathOf(QString::fromStdString(name) + ".candela").toStdString();
            Task task;
            QVERIFY(storeProfile(builder.build(), **formatToWrite(path), path, task));
            captures.push_back({QString::fromStdString(path)});
        }
        open(captures);
        addFilter({"Label", "build", "first"});
        QCOMPARE(bar().chipTexts(), QStringList{"build = first"});
        QCOMPARE(total(), 7);
        compareWithCommand();
        press(Qt::Key_Z, Qt::ControlModifier);
        for (const auto* key : {"only-first", "only-second", "only-third"}) {
            addFilter({"Label", key, "yes"});
            press(Qt::Key_Z, Qt::ControlModifier);
        }
    }
    void filtersAddUpAndAreUndone() {
        const auto whole = total();
        QVERIFY(!undo()->isEnabled());
        addFilter({"Process…"}, "compiler|postgres");
        const auto ofTwo = total();
        QVERIFY(ofTwo > 0 && ofTwo < whole);
        addFilter({"Label", "user", "postgres"});
        QVERIFY(total() > 0 && total() < ofTwo);
        compareWithCommand();
        QCOMPARE(undo()->text(), QString("Undo filter “user = postgres”"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(total(), ofTwo);
        QCOMPARE(bar().chipTexts(), QStringList{"Process: compiler|postgres"});
        QTest::mouseClick(bar().chips().front()->cross(), Qt::LeftButton);
        wait();
        QCOMPARE(total(), whole);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(total(), ofTwo);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(total(), whole);
        QVERIFY(!undo()->isEnabled());
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(total(), ofTwo);
    }
    void weightsAndGroupingAreUndoneToo() {
        QComboBox* groupings = nullptr;
        for (auto* box : m_page->findChildren<QComboBox*>())
            if (box->accessibleName() == "Group by") groupings = box;
        QVERIFY(groupings);
        QAbstractButton* totals = nullptr;
        for (auto* button : m_page->findChildren<QAbstractButton*>())
            if (button->text() == "Total") totals = button;
        QVERIFY(totals);
        groupings->setFocus();
        QTest::keyClick(groupings, Qt::Key_Down);
        wait();
        QCOMPARE(view().grouping(), Grouping::Module);
        QVERIFY(view().model().rowOf("libc.so.6") >= 0);
        compareWithCommand();
        QTest::mouseClick(totals, Qt::LeftButton);
        wait();
        QVERIFY(!view().isBySelf());
        compareWithCommand();
        QCOMPARE(undo()->text(), QString("Undo choice of total weights"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(view().isBySelf() && !totals->isChecked());
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(view().grouping(), Grouping::Function);
        QCOMPARE(groupings->currentIndex(), 0);
        QVERIFY(!undo()->isEnabled());
    }
    void theSelectedRowStaysSelected() {
        view().table()->setCurrentIndex(view().model().index(3, 0));
        const auto name = view().model().row(3).name;
        addFilter({"Process…"}, "compiler");
        const auto row = view().table()->currentIndex().row();
        QCOMPARE(view().model().row(row).name, name);
    }
    void eachRunOfACaptureCounts() {
        const auto captures = capturesOfRuns();
        open(captures);
        QCOMPARE(view().model().series()->captures.size(), std::size_t(5));
        compareWithCommand();
        const auto row = std::size_t(view().model().rowOf("draw"));
        const auto error = view().model().series()->rows[row].self.front().standardError;
        addFilter({"Focus on function…"}, "draw|load");
        compareWithCommand();
        // The runs differ, so that a capture's error is larger than that of its first run, whose samples are
        // independent.
        std::vector<QStringList> firstRuns;
        for (const auto& runs : captures)
            firstRuns.push_back(runs.first(1));
        open(firstRuns);
        compareWithCommand();
        const auto ofOne = std::size_t(view().model().rowOf("draw"));
        QVERIFY(view().model().series()->rows[ofOne].self.front().standardError < error / 2);
    }
    /// A range of time is in the own time of each run.
    void timesOfRunsAreThoseOfTheCommand() {
        open(capturesOfRuns());
        const auto whole = total();
        for (const auto& time : {TimeRange{1'500'000'000, 4'000'000'000}, TimeRange{0, 2'000'000'000},
                                 TimeRange{6'000'000'000, std::numeric_limits<std::int64_t>::max()}}) {
            keepTime(time);
            QVERIFY(total() > 0 && total() < whole / 2);
            compareWithCommand();
        }
    }
    /// Only its callers and callees, which keep their names, show that "parse" became "decode".
    void renamedFunctionsAreMatchedByTheirCallers() {
        std::vector<QStringList> captures;
        for (int number = 0; number < 4; ++number) {
            const auto* name = number < 2 ? "parse" : "decode";
            captures.push_back({file(QString("%1.folded").arg(number),
                                     QString("main;%1 %2\nmain;%1;scan 3000\nmain;draw 4000\nmain;load %3\n")
                                         .arg(name)
                                         .arg(1000 + number)
                                         .arg(9000 - number)
                                         .toUtf8())});
        }
        open(captures);
        QVERIFY(view().model().rowOf("parse") < 0 || view().model().rowOf("decode") < 0);
        compareWithCommand();
    }
    /// A comparison of two captures of the page shows what the page shows, also if the view that it was left
    /// with is another one.
    void aComparisonTakesOverWhatIsShown() {
        const auto compareFirst = [&] {
            auto* chart = view().chart();
            chart->setFocus();
            QTest::keyClick(chart, Qt::Key_Home);
            QTest::keyClick(chart, Qt::Key_Right);
            QTest::keyClick(chart, Qt::Key_Return);
            QTRY_VERIFY(shownPage<ComparePage>(window()));
            settle();
        };
        open(capturesOfRuns());
        addFilter({"Focus on function…"}, "draw");
        view().session().setGrouping(Grouping::Module);
        keepTime({1'000'000'000, 3'000'000'000});
        compareFirst();
        auto* page = shownPage<ComparePage>(window());
        QCOMPARE(page->findChild<FilterBar*>()->chipTexts(), QStringList{"Focus: draw"});
        QVERIFY2(page->command().contains("--base-time 1s..3s --new-time 1s..3s --by module"),
                 qPrintable(page->command()));
        QVERIFY(!page->history()->canUndo());
        const auto& shown = page->session().base().shown();
        QTRY_VERIFY(!shown.isEmpty() && !page->session().base().isBusy());
        QCOMPARE(shown.total(), total());
        window().closeCurrent(); // its view is kept
        window().pages()->setCurrentWidget(m_page);
        addFilter({"Remove all"});
        keepTime({1'000'000'000, 3'000'000'000});
        compareFirst();
        page = shownPage<ComparePage>(window());
        QCOMPARE(page->findChild<FilterBar*>()->chipTexts(), QStringList());
    }
    void aFilterThatKeepsNothingOrIsInvalidIsNoSeries() {
        addFilter({"Process…"}, "absent");
        QCOMPARE(view().model().rowCount(), 0);
        compareWithCommand();
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(view().model().rowCount() > 0);
        addFilter({"Focus on function…"}, "(");
        QCOMPARE(view().model().rowCount(), 0);
        compareWithCommand();
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(view().model().rowCount() > 0);
    }
};

QTEST_MAIN(SeriesFiltersTest)
#include "series_filters_test.moc"
