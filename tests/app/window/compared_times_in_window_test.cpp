/// Two ranges of one capture's time, selected with the mouse and compared: in the window, restored with the
/// session, and with the command that the window offers.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "app/commands/profiles/diff_text.h"
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "app/window/widgets/action_finder.h"
#include "app/window/widgets/message_bar.h"
#include "model/base/units.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_view.h"
#include "views/comparison/side_head.h"
#include "views/filter/function_actions.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/heat_map/heat_map_view.h"
#include "views/session/filter_chips.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/elided_label.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPushButton>
#include <QToolButton>

using namespace candela;

class ComparedTimesInWindowTest : public QObject, ComparedCaptures {
    Q_OBJECT

    static constexpr std::int64_t oneSecond = 1'000'000'000;

    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }
    CapturePage* page() const { return shownPage<CapturePage>(window()); }
    Session& session() const { return page()->session(); }
    TimelineCanvas& canvas() const { return *page()->captureView()->findChild<TimelineView*>()->canvas(); }

    QString capture() {
        std::vector<QStringList> seconds(4, {"draw"});
        seconds.resize(10, {"draw", "load", "load"});
        return timed("itself.cpuprofile", seconds);
    }
    void open(const QString& path) {
        window().openFiles({path});
        QTRY_VERIFY(page() && !session().shown().isEmpty());
        settle();
        QTRY_VERIFY(canvas().hasPlot());
    }
    static void drag(QWidget* surface, QPoint from, QPoint to) {
        QTest::mousePress(surface, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 4; ++step) {
            const auto at = from + (to - from) * step / 4;
            QMouseEvent move(QEvent::MouseMove, at, surface->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             {});
            QCoreApplication::sendEvent(surface, &move);
        }
        QTest::mouseRelease(surface, Qt::LeftButton, {}, to);
        settle();
    }
    void dragTime(double from, double to) {
        const int y = canvas().viewport()->height() / 2;
        const auto at = [&](double time) {
            return QPoint(qRound(canvas().xOf(std::int64_t(time * oneSecond))), y);
        };
        drag(canvas().viewport(), at(from), at(to));
    }
    /// Clicks an entry of the context menu with the right and the left button of the mouse.
    void chooseFromMenu(QWidget* surface, QPoint at, const QString& text) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, surface->mapToGlobal(at));
        QCoreApplication::sendEvent(surface, &event);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        for (auto* action : menu->actions()) {
            if (action->text() != text) continue;
            QVERIFY(action->isEnabled());
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            settle();
            return;
        }
        QStringList texts;
        for (auto* action : menu->actions())
            texts << action->text();
        menu->close();
        QFAIL(qPrintable("no entry " + text + " among " + texts.join("; ")));
    }
    void chooseInTimeline(const QString& text) {
        chooseFromMenu(canvas().viewport(), canvas().viewport()->rect().center(), text);
    }
    QAbstractButton* messageButton(const QString& text) const {
        for (auto* button : page()->findChildren<QAbstractButton*>())
            if (button->text() == text && button->isVisible()) return button;
        return nullptr;
    }
    QAction* fileAction(const QString& beginning) const {
        for (auto* entry : window().menuBar()->actions()) {
            if (entry->text() != "&File") continue;
            emit entry->menu()->aboutToShow();
            for (auto* found : entry->menu()->actions())
                if (found->text().remove('&').startsWith(beginning)) return found;
        }
        return nullptr;
    }
    ComparePage* comparison() const {
        auto* compared = shownPage<ComparePage>(window());
        return compared && compared->session().comparison() ? compared : nullptr;
    }
    /// The times in the tab's text: "it…le: 1 s – 2 s → 5 s – 7 s", or without the name.
    QStringList tabTimes() const {
        auto* tabs = window().pages();
        const auto text = tabs->tabText(tabs->currentIndex());
        const auto name = text.indexOf(": ");
        if (name >= 0 && !text.startsWith("it")) return {text};
        return text.mid(name < 0 ? 0 : name + 2).split(QStringLiteral(" → "));
    }
    /// The command of the page prints the rows of the page.
    static void compareWithCommand(ComparePage& compared) {
        // Qt splits at double quotes, a shell at these and at single ones.
        const auto words = QProcess::splitCommand(compared.command().replace('\'', '"'));
        const auto outcome = runCandela(words.mid(1) + QStringList{"--format", "json", "--limit", "0"});
        QVERIFY2(outcome.status == 0, outcome.errors + compared.command().toUtf8());
        const auto found = outcome.json();
        const auto& shown = *compared.session().comparison();
        const auto expected = jsonOf({}, shown, shown.rows.size());
        QVERIFY(!expected["rows"].toArray().isEmpty());
        QCOMPARE(found["rows"].toArray(), expected["rows"].toArray());
        QCOMPARE(found["evidence"], expected["evidence"]);
        for (const auto* side : {"base", "new"})
            QCOMPARE(found[side].toObject()["total"], expected[side].toObject()["total"]);
    }
    static std::int64_t reported(const QString& file, const TimeRange& time) {
        return runCandela({"report", file, "--time", QString::fromStdString(timeRangesText({time})),
                           "--format", "json"})
            .json()["total"]
            .toInteger();
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() {
        settle();
        m_fixture.reset();
    }

    void twoRangesOfTheTimelineAreComparedWithTheMouse() {
        const auto file = capture();
        open(file);
        dragTime(0.5, 3);
        const auto first = *session().filter().time;
        chooseInTimeline("Compare with another time range");
        const auto& times = session().timeComparison();
        QCOMPARE(times.base(), std::optional(first));
        QVERIFY(messageButton("Cancel") && !messageButton("Compare"));
        // What overlaps with the base can't be chosen, and the menu states why.
        dragTime(2, 5);
        QVERIFY(!messageButton("Compare"));
        QVERIFY(!fileAction("Compare with another"));
        auto* action = fileAction(times.actionText(TimeComparison::With::AnotherRange));
        QVERIFY(action && !action->isEnabled());
        QVERIFY2(action->toolTip().contains("would count on both sides"), qPrintable(action->toolTip()));
        dragTime(6, 9);
        const auto last = *session().filter().time;
        QVERIFY(messageButton("Compare"));
        QTest::mouseClick(messageButton("Compare"), Qt::LeftButton);
        QTRY_VERIFY(comparison());
        settle();
        auto& compared = *comparison();
        QCOMPARE(compared.session().base().shown().total(), reported(file, first));
        QCOMPARE(compared.session().newSide().shown().total(), reported(file, last));
        QVERIFY(compared.command().contains("--base-time"));
        QStringList heads;
        for (const auto* head : compared.findChildren<SideHead*>())
            heads << head->findChild<ElidedLabel*>()->text();
        for (const auto& time : {first, last}) {
            const auto words = QString::fromStdString(timeRangesWords({time}));
            QVERIFY2(heads.contains("itself.cpuprofile  ·  " + words), qPrintable(heads.join('\n')));
        }
        compareWithCommand(compared);
        // Where there is little room, what the sides differ in is whole.
        const auto size = window().size();
        window().resize(640, 480);
        settle();
        heads.clear();
        for (const auto* head : compared.findChildren<SideHead*>())
            heads << head->findChild<ElidedLabel*>()->shownText();
        window().resize(size);
        for (const auto& time : {first, last})
            QVERIFY2(heads.contains(QString::fromStdString(timeRangesWords({time}))),
                     qPrintable(heads.join('\n')));
    }
    void theHeadOfASideNamesItsRuns() {
        QStringList runs;
        for (int run = 1; run <= 3; ++run)
            runs << m_fixture->write(QString("run-%1.folded").arg(run), "main;draw 60\n");
        const auto newFile = m_fixture->write("new.folded", "main;draw 50\n");
        window().compareFiles({runs}, {{newFile}});
        QTRY_VERIFY(comparison());
        QStringList heads, toolTips;
        for (const auto* head : comparison()->findChildren<SideHead*>()) {
            heads << head->findChild<ElidedLabel*>()->text();
            toolTips << head->findChild<ElidedLabel*>()->toolTip();
        }
        QVERIFY2(heads.contains("3 runs: run-1.folded … run-3.folded"), qPrintable(heads.join('\n')));
        QVERIFY(heads.contains("new.folded"));
        for (const auto& run : runs)
            QVERIFY(toolTips.join('\n').contains(run));
    }
    void aRangeIsComparedWithTheRestOfTheTime() {
        const auto file = capture();
        open(file);
        QVERIFY(!fileAction("Compare with the rest")->isEnabled());
        dragTime(4, 6);
        const auto time = *session().filter().time;
        chooseInTimeline("Compare with the rest of the time");
        QTRY_VERIFY(comparison());
        settle();
        auto& sides = comparison()->session();
        const auto whole = runCandela({"report", file, "--format", "json"}).json()["total"].toInteger();
        QCOMPARE(sides.newSide().shown().total(), reported(file, time));
        QCOMPARE(sides.base().shown().total() + sides.newSide().shown().total(), whole);
        compareWithCommand(*comparison());
        // The rest is two ranges; a tab has no room for three.
        for (const int width : {1200, 640}) {
            window().resize(width, 600);
            settle();
            const auto times = tabTimes();
            QCOMPARE(times.size(), 2);
            QVERIFY2(times[0].endsWith("s, \u2026") && times[0].startsWith("0 "),
                     qPrintable(times.join('|')));
            QCOMPARE(times[1], QString::fromStdString(timeRangesWords({time})));
        }
        const auto toolTip = window().pages()->tabToolTip(window().pages()->currentIndex());
        QVERIFY2(toolTip.contains(QString::fromStdString(timeRangesWords(timesWithout(time)))),
                 qPrintable(toolTip));
    }
    void aTabNamesTheTimesOfBothSidesHoweverManyTheyAre_data() {
        QTest::addColumn<int>("ranges");
        QTest::newRow("one each") << 1;
        QTest::newRow("two each") << 2;
        QTest::newRow("four each") << 4;
    }
    void aTabNamesTheTimesOfBothSidesHoweverManyTheyAre() {
        QFETCH(int, ranges);
        const auto file = capture();
        TimeRanges base, newTimes;
        for (int range = 0; range < ranges; ++range) {
            const auto start = range * oneSecond + 123'456'789;
            base.push_back({start, start + 300'000'000});
            newTimes.push_back({start + 5 * oneSecond, start + 5 * oneSecond + 300'000'000});
        }
        window().compareSides({{file}, base}, {{file}, newTimes});
        QTRY_VERIFY(comparison());
        const auto times = tabTimes();
        QVERIFY2(times.size() == 2, qPrintable(times.join('|')));
        const auto isShown = [](const QString& shown, const TimeRanges& meant) {
            const auto first = QString::fromStdString(timeRangesWords({meant.front()}));
            const auto begin =
                QString::fromStdString(formatDuration(std::max<std::int64_t>(meant.front().begin, 0)));
            if (meant.size() == 1) return shown == first;
            return shown == first + ", \u2026" || shown == begin + ", \u2026";
        };
        QVERIFY2(isShown(times[0], base) && isShown(times[1], newTimes), qPrintable(times.join('|')));
    }
    void flameChartAndHeatMapHaveTheActionsToo() {
        open(capture());
        page()->showView("heatmap");
        settle();
        auto* map = page()->captureView()->view()->findChild<HeatMapCanvas*>();
        QVERIFY(map);
        QTRY_VERIFY(map->hasPlot());
        const auto cell = [&](std::size_t column, std::size_t row) {
            return map->geometry().cellRect(column * HeatMapGrid::rows + row).center();
        };
        drag(map, cell(1, 2), cell(1, 30));
        const auto first = *session().filter().time;
        chooseFromMenu(map, cell(1, 10), "Compare with another time range");
        QCOMPARE(session().timeComparison().base(), std::optional(first));
        page()->showView("flamechart");
        settle();
        auto* chart = page()->captureView()->view()->findChild<FlameChartCanvas*>();
        QVERIFY(chart);
        QTRY_VERIFY(chart->hasPlot());
        dragTime(5, 7);
        chooseFromMenu(chart->viewport(), chart->viewport()->rect().bottomRight() - QPoint(30, 10),
                       session().timeComparison().actionText(TimeComparison::With::AnotherRange));
        QTRY_VERIFY(comparison());
    }
    void theFinderHasTheActionsWithTheirReasons() {
        open(capture());
        const auto find = [&](const QString& name) {
            for (const auto& action : menuActions(*window().menuBar()))
                if (action.name.startsWith(name)) return action;
            return NamedAction();
        };
        QVERIFY(!find("Compare with another").run);
        QVERIFY2(find("Compare with another").toolTip.contains("Select a time first"),
                 qPrintable(find("Compare with another").toolTip));
        dragTime(1, 3);
        window().showActions();
        auto* finder = window().findChild<ActionFinder*>();
        QVERIFY(finder);
        QTest::keyClicks(finder->search(), "another time range");
        QTest::keyClick(finder->search(), Qt::Key_Return);
        settle();
        QVERIFY(session().timeComparison().base());
        // The base is forgotten where the user cancels.
        QTest::mouseClick(messageButton("Cancel"), Qt::LeftButton);
        QVERIFY(!session().timeComparison().base() && !messageButton("Cancel"));
    }
    void aFileWithoutTimesStatesTheReason() {
        window().openFiles({base()});
        QTRY_VERIFY(page() && !session().shown().isEmpty());
        settle();
        auto* action = fileAction("Compare with another");
        QVERIFY(action && !action->isEnabled());
        QVERIFY2(action->toolTip().contains("The samples of this file have no times"),
                 qPrintable(action->toolTip()));
    }
    void theFilterOfTheCaptureStays() {
        open(capture());
        session().focusOn("load");
        dragTime(4, 6);
        chooseInTimeline("Compare with another time range");
        dragTime(7, 9);
        QTest::mouseClick(messageButton("Compare"), Qt::LeftButton);
        QTRY_VERIFY(comparison());
        settle();
        auto& sides = comparison()->session();
        for (auto* side : {&sides.base(), &sides.newSide()}) {
            QCOMPARE(side->filter().focus, exactPattern("load"));
            QVERIFY(!side->filter().time);
        }
        compareWithCommand(*comparison());
    }
    void theSessionRestoresTheRanges() {
        const auto file = capture();
        open(file);
        window().compareSides({{file}, {{oneSecond, 2 * oneSecond}}},
                              {{file}, {{5 * oneSecond, 7 * oneSecond}}});
        QTRY_VERIFY(comparison());
        settle();
        const auto total = comparison()->session().newSide().shown().total();
        QCOMPARE(total, reported(file, {5 * oneSecond, 7 * oneSecond}));
        comparison()->session().setNormalize(Normalize::None);
        window().close();
        settle();
        m_fixture->window = std::make_unique<MainWindow>();
        window().show();
        window().openLastSession();
        QTRY_VERIFY(comparison());
        settle();
        QCOMPARE(comparison()->session().newSide().shown().total(), total);
        QCOMPARE(comparison()->session().normalize(), Normalize::None);
        QVERIFY(comparison()->title().contains("5 s – 7 s"));
        // The whole files compared are another page with a view of its own.
        window().compareFiles({file}, {file});
        QTRY_VERIFY(comparison() && !comparison()->title().contains("5 s"));
        QCOMPARE(comparison()->session().normalize(), Normalize::Share);
        QCOMPARE(window().recentFiles().files().size(), qsizetype(1));
    }
};

QTEST_MAIN(ComparedTimesInWindowTest)
#include "compared_times_in_window_test.moc"
