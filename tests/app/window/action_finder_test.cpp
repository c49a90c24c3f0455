/// Keys and actions: every action of the menus and of functions is found by its name, and runs.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/widgets/action_finder.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"
#include "views/flame_graph/flame_graph_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QTreeWidget>

using namespace candela;

namespace {

/// The texts of a menu's actions, as they are read.
QStringList textsBelow(const QList<QAction*>& actions) {
    QStringList texts;
    for (auto* action : actions) {
        if (action->menu())
            texts += textsBelow(action->menu()->actions());
        else if (!action->isSeparator())
            texts << action->text().remove('&');
    }
    return texts;
}

} // namespace

class ActionFinderTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }
    CapturePage* openCapture() {
        window().openFiles({m_fixture->write("a.folded", "main;draw;blit 5\nmain;load 3\n")});
        if (!QTest::qWaitFor([this] {
                auto* page = shownPage<CapturePage>(window());
                return page && !page->session().shown().isEmpty();
            }))
            return nullptr;
        settle();
        return shownPage<CapturePage>(window());
    }
    ActionFinder* openFinder(int key, Qt::KeyboardModifiers modifiers = {}) {
        window().activateWindow();
        if (!QTest::qWaitForWindowActive(&window())) return nullptr;
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        settle();
        return window().findChild<ActionFinder*>();
    }
    static QStringList shownNames(const ActionFinder& finder) {
        QStringList names;
        for (int row = 0; row < finder.list()->topLevelItemCount(); ++row)
            if (const auto* item = finder.list()->topLevelItem(row); !item->isHidden())
                names << item->text(0);
        return names;
    }
    static void choose(ActionFinder& finder, const QString& words) {
        QTest::keyClicks(finder.search(), words);
        QTest::keyClick(finder.search(), Qt::Key_Return);
        settle();
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void threeKeysOpenItAndEscapeClosesIt_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::newRow("Ctrl+K") << int(Qt::Key_K) << int(Qt::ControlModifier);
        QTest::newRow("F1") << int(Qt::Key_F1) << 0;
        QTest::newRow("?") << int(Qt::Key_Question) << 0;
    }
    void threeKeysOpenItAndEscapeClosesIt() {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        auto* finder = openFinder(key, Qt::KeyboardModifiers(modifiers));
        QVERIFY(finder);
        QTest::keyClick(finder->search(), Qt::Key_Escape);
        settle();
        QVERIFY(!window().findChild<ActionFinder*>());
    }
    void everyActionIsListedWithItsKey() {
        QVERIFY(openCapture());
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        const auto names = shownNames(*finder);
        const auto texts = textsBelow(window().menuBar()->actions());
        QVERIFY(texts.size() > 15);
        for (const auto& text : texts)
            QVERIFY2(names.contains(text), qPrintable(text));
        QVERIFY(names.contains("Hide function")); // no function is selected
        QTest::keyClicks(finder->search(), "shift+c command");
        QCOMPARE(shownNames(*finder), QStringList("Copy as command"));
    }
    void typingNarrowsAndEnterRuns() {
        auto* page = openCapture();
        QVERIFY(page);
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        choose(*finder, "view LABELS");
        QTRY_COMPARE(page->captureView()->shownView(), QString("labels"));
        QVERIFY(!window().findChild<ActionFinder*>());
    }
    void wordsOfAToolTipFindItsAction() {
        QVERIFY(openCapture());
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        QTest::keyClicks(finder->search(), "allocators");
        QCOMPARE(shownNames(*finder), QStringList("Hide memory allocation"));
    }
    void switchesOfThePageAreActions() {
        auto* page = openCapture();
        QVERIFY(page);
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        // Each switch that is visible: a menu of choices, joined buttons, a list, a button with a sign.
        const auto names = shownNames(*finder);
        for (const auto* name : {"Colour: By self weight", "Names in boxes: Last part only", "Callers",
                                 "Back to the previous zoom (Backspace)", "Whole"})
            QVERIFY2(names.contains(name), name);
        QVERIFY(names.contains("Group by: Module"));
        choose(*finder, "colour kind");
        auto* canvas = page->findChild<FlameGraphView*>()->canvas();
        QTRY_COMPARE(canvas->legend().front().text, QString("User"));
        finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        choose(*finder, "callers this page");
        QTRY_COMPARE(canvas->direction(), Direction::Inverted);
    }
    void actionsOnTheSelectedFunctionRun() {
        auto* page = openCapture();
        QVERIFY(page);
        page->session().setSelected({"blit", {}});
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        choose(*finder, "hide blit");
        QTRY_COMPARE(page->session().filter().transforms,
                     (std::vector<Transform>{{TransformKind::Hide, {"blit"}}}));
    }
    void withoutASelectedFunctionNothingHappens() {
        auto* page = openCapture();
        QVERIFY(page);
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        choose(*finder, "hide function selected");
        QVERIFY(page->session().filter().transforms.empty());
        QVERIFY(finder->isVisible());
        QVERIFY(finder->list()->currentItem()->toolTip(0).contains("Select a function"));
    }
    void whyAnActionCannotRunIsStated() {
        QVERIFY(openCapture());
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        QTest::keyClicks(finder->search(), "view labels");
        QVERIFY(finder->reason()->isHidden());
        finder->search()->clear();
        QTest::keyClicks(finder->search(), "idle time");
        QVERIFY(finder->reason()->isVisible());
        QVERIFY(!finder->reason()->text().isEmpty());
        QTest::keyClick(finder->search(), Qt::Key_Return);
        QVERIFY(finder->isVisible());
        finder->search()->clear();
        QTest::keyClicks(finder->search(), "no such thing");
        QVERIFY(finder->reason()->isVisible());
        QVERIFY(finder->reason()->text().startsWith("No action"));
    }
    void arrowsMoveInTheList() {
        auto* finder = openFinder(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(finder);
        const auto* first = finder->list()->currentItem();
        QVERIFY(first);
        QTest::keyClick(finder->search(), Qt::Key_Down);
        QVERIFY(finder->list()->currentItem() != first);
        QTest::keyClick(finder->search(), Qt::Key_Up);
        QCOMPARE(finder->list()->currentItem(), first);
    }
};

QTEST_MAIN(ActionFinderTest)
#include "action_finder_test.moc"
