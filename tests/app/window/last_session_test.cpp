/// What was open opens again, with its views. A view is applied only to the file that it was kept for.
#include <QTableView>
#include <QTest>

#include "app/commands/window/run_window.h"
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "app/window/opening/kept_views.h"
#include "app/window/opening/last_session.h"
#include "app/window/session_keeper.h"
#include "app/window/widgets/message_bar.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_view.h"
#include "views/flame/flame_canvas.h"

#include <QDir>
#include <QMenuBar>
#include <QStandardPaths>

using namespace candela;

namespace {

constexpr auto sessionStacks = "main;draw;blit;copy 5\nmain;load;copy 3\nmain;draw;fill 1\n";

QStringList keptFiles() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + "/views")
        .entryList(QDir::Files);
}

} // namespace

class LastSessionTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }
    CapturePage* page() const { return shownPage<CapturePage>(window()); }
    /// Closes the window as a user does, and opens another one.
    void startAgain(const WindowRequest& request = {}) {
        QVERIFY(window().close());
        m_fixture->window = std::make_unique<MainWindow>();
        showRequested(window(), request);
        waitUntilOpen();
    }
    void waitUntilOpen() {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTRY_VERIFY(!page() || !page()->session().shown().isEmpty());
        settle();
    }
    void open(const QString& path) {
        window().openFiles({path});
        QTRY_VERIFY(page() && page()->path() == path && !page()->session().shown().isEmpty());
        waitUntilOpen();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        settle();
    }
    void click(const QString& menu, const QString& text) {
        for (auto* action : window().menuBar()->actions()) {
            if (action->text().remove('&') != menu) continue;
            action->menu()->popup({10, 10});
            for (auto* found : action->menu()->actions())
                if (found->text().remove('&') == text)
                    QTest::mouseClick(action->menu(), Qt::LeftButton, {},
                                      action->menu()->actionGeometry(found).center());
        }
        settle();
    }
    /// Hides "draw", zooms to what is left in its position, and shows the call tree: with keys alone.
    void chooseAView() {
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        QCOMPARE(page()->session().selected().function, std::string("draw"));
        press(Qt::Key_H);
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QVERIFY(!page()->session().zoom().isEmpty());
        press(Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(page()->captureView()->shownView(), QString("calltree"));
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() {
        settle();
        m_fixture.reset();
    }

    void aCaptureReturnsAsItWasLeft() {
        const auto path = m_fixture->write("a.folded", sessionStacks);
        open(path);
        chooseAView();
        const auto expected = page()->session().viewState();
        const auto selection = page()->session().selected();
        press(Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(window().pages()->count(), 1);
        open(path);
        auto& session = page()->session();
        QCOMPARE(session.filter().transforms, (std::vector<Transform>{{TransformKind::Hide, {"draw"}}}));
        QCOMPARE(session.filter() == expected.filter, true);
        QCOMPARE(session.zoom() == expected.zooms[expected.zoom], true);
        QCOMPARE(session.selected() == selection, true);
        QCOMPARE(page()->captureView()->shownView(), QString("calltree"));
        QVERIFY(page()->messageBar()->sentence().isEmpty());
        // Undo leads to the view without any choice, which is then what is kept.
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(session.filter().isEmpty() && session.zoom().isEmpty());
    }
    void theDefaultIsNotKept() {
        const auto path = m_fixture->write("a.folded", sessionStacks);
        open(path);
        press(Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(keptFiles(), QStringList());
        open(path);
        chooseAView();
        press(Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(keptFiles().size(), 1);
        open(path);
        page()->session().setViewState({page()->session().value()});
        page()->session().setSelected({});
        press(Qt::Key_1, Qt::ControlModifier);
        press(Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(keptFiles(), QStringList());
    }
    void aFileThatChangedIsShownWithoutItsOldFilters() {
        const auto path = m_fixture->write("a.folded", sessionStacks);
        open(path);
        chooseAView();
        press(Qt::Key_W, Qt::ControlModifier);
        m_fixture->write("a.folded", QString(sessionStacks) + "main;draw;other 9\n");
        open(path);
        QVERIFY(page()->session().filter().isEmpty() && page()->session().zoom().isEmpty());
        QVERIFY2(page()->messageBar()->sentence().startsWith("The file was changed since"),
                 qPrintable(page()->messageBar()->sentence()));
        QCOMPARE(page()->messageBar()->sentence().count('.'), 1);
        // It is reported once.
        press(Qt::Key_W, Qt::ControlModifier);
        open(path);
        QVERIFY(page()->messageBar()->sentence().isEmpty());
    }
    void anotherFileOfTheSameSizeIsAnotherFile() {
        const auto path = m_fixture->write("a.folded", sessionStacks);
        open(path);
        chooseAView();
        press(Qt::Key_W, Qt::ControlModifier);
        QFile file(m_fixture->write("a.folded", QString(sessionStacks).replace("copy", "swap")));
        QVERIFY(file.open(QFile::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-3600), QFile::FileModificationTime));
        file.close();
        open(path);
        QVERIFY(page()->session().filter().isEmpty());
    }

    void aKeptViewOfAComparisonIsUndone() {
        const auto first = m_fixture->write("a.folded", sessionStacks);
        const auto second = m_fixture->write("b.folded", "main;draw;blit 6\nmain;load 2\n");
        const auto compare = [&] {
            window().compareFiles({first}, {second});
            QTRY_VERIFY(shownPage<ComparePage>(window()));
            QTRY_VERIFY(shownPage<ComparePage>(window())->session().comparison());
            settle();
        };
        compare();
        shownPage<ComparePage>(window())->session().base().focusOn("draw");
        settle();
        press(Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!shownPage<ComparePage>(window()));
        compare();
        auto* page = shownPage<ComparePage>(window());
        for (const auto* side : {&page->session().base(), &page->session().newSide()})
            QVERIFY(!side->filter().isEmpty());
        press(Qt::Key_Z, Qt::ControlModifier);
        for (const auto* side : {&page->session().base(), &page->session().newSide()})
            QVERIFY(side->filter().isEmpty());
        QVERIFY(!page->history()->canUndo());
    }

    void theSessionOpensAgainFromTheMenu() {
        const auto first = m_fixture->write("a.folded", sessionStacks);
        const auto second = m_fixture->write("b.folded", "main;draw;blit 6\nmain;load 2\n");
        open(first);
        chooseAView();
        open(second);
        window().compareFiles({first}, {second});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        auto* compared = shownPage<ComparePage>(window());
        QTRY_VERIFY(compared->session().comparison());
        settle();
        for (int step = 0; step < 2; ++step)
            QTest::keyClick(compared->view()->baseCanvas(), Qt::Key_Down);
        QTest::keyClick(compared->view()->baseCanvas(), Qt::Key_H);
        settle();
        compared->session().setNormalize(Normalize::None);
        auto* table = compared->view()->tableView();
        QTRY_VERIFY(compared->view()->model().rowOf("load") >= 0);
        table->setCurrentIndex(table->model()->index(compared->view()->model().rowOf("load"), 0));
        QTest::keyClick(table, Qt::Key_P);
        press(Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(page()->path(), second);

        startAgain();
        QCOMPARE(window().pages()->count(), 1); // it is opened when it is wanted
        click("File", "Open the last session");
        QTRY_VERIFY(page() && page()->path() == second);
        QCOMPARE(window().pages()->count(), 4);
        QTRY_VERIFY(qobject_cast<ComparePage*>(window().pages()->page(3)));
        settle();
        auto* restored = qobject_cast<CapturePage*>(window().pages()->page(1));
        QVERIFY(restored);
        QCOMPARE(restored->path(), first);
        QCOMPARE(restored->captureView()->shownView(), QString("calltree"));
        QCOMPARE(restored->session().filter().transforms.size(), std::size_t(1));
        auto& sides = qobject_cast<ComparePage*>(window().pages()->page(3))->session();
        QCOMPARE(sides.normalize(), Normalize::None);
        for (const auto* side : {&sides.base(), &sides.newSide()})
            QCOMPARE(side->filter().transforms, (std::vector<Transform>{{TransformKind::Hide, {"draw"}}}));
        QTRY_VERIFY(sides.comparison());
        QCOMPARE(sides.choices().pins(), std::set<std::string>{"load"});
    }
    void aSessionOutlivesAWindowThatIsKilled() {
        const auto first = m_fixture->write("a.folded", sessionStacks);
        const auto second = m_fixture->write("b.folded", sessionStacks);
        open(first);
        open(second);
        QTRY_COMPARE_WITH_TIMEOUT(storedSession().pages.size(), std::size_t(2), 3 * SessionKeeper::delay);
        QCOMPARE(storedSession().current, 1);
        press(Qt::Key_PageUp, Qt::ControlModifier);
        chooseAView();
        QTRY_COMPARE_WITH_TIMEOUT(keptFiles().size(), 1, 3 * SessionKeeper::delay);
        QCOMPARE(storedSession().current, 0);
        press(Qt::Key_W, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(storedSession().pages.size(), std::size_t(1), 3 * SessionKeeper::delay);
        QCOMPARE(storedSession().pages[0][0].files, QStringList(second));
    }
    void theSettingOpensItAtTheStart() {
        open(m_fixture->write("a.folded", sessionStacks));
        click("Settings", "Open the last session at start");
        QVERIFY(opensLastSession());
        startAgain();
        QTRY_COMPARE(window().pages()->count(), 2);
        // A window with a file shows that file alone.
        const auto other = m_fixture->write("b.folded", sessionStacks);
        startAgain({.files = {other}, .base = {}, .newSide = {}});
        QTRY_VERIFY(page());
        QCOMPARE(window().pages()->count(), 2);
        QCOMPARE(page()->path(), other);
        click("Settings", "Open the last session at start");
        startAgain();
        QCOMPARE(window().pages()->count(), 1);
    }
    void aWindowThatOpenedNothingKeepsTheEarlierSession() {
        open(m_fixture->write("a.folded", sessionStacks));
        startAgain();
        QCOMPARE(window().pages()->count(), 1);
        startAgain();
        QCOMPARE(storedSession().pages.size(), std::size_t(1));
        // One whose files were all closed has an empty session.
        open(m_fixture->pathOf("a.folded"));
        press(Qt::Key_W, Qt::ControlModifier);
        startAgain();
        QVERIFY(storedSession().pages.empty());
    }
    void aFileThatIsMissingIsOneSentence() {
        const auto missing = m_fixture->write("a.folded", sessionStacks);
        const auto there = m_fixture->write("b.folded", sessionStacks);
        open(missing);
        open(there);
        QVERIFY(QFile::remove(missing));
        startAgain();
        window().openLastSession();
        QTRY_VERIFY(page());
        QCOMPARE(page()->path(), there);
        QCOMPARE(window().pages()->count(), 2);
        QCOMPARE(window().messageBar()->sentence(),
                 missing + ": was open in the last session and is not there any more.");
    }

    void oldViewsAreDropped() {
        KeptViews views;
        const auto filesOf = [](int number) {
            return StampedFiles{{{QString("/captures/%1").arg(number), 1, {}}}};
        };
        const auto folder =
            QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + "/views/";
        for (int number = 0; number < KeptViews::maximumViews + 5; ++number) {
            views.keep(filesOf(number), {{"number", number}});
            // As if each had been kept a minute after the one before.
            for (const auto& name : QDir(folder).entryList(QDir::Files)) {
                QFile file(folder + name);
                QVERIFY(file.open(QFile::ReadWrite));
                file.setFileTime(file.fileTime(QFile::FileModificationTime).addSecs(-60),
                                 QFile::FileModificationTime);
            }
        }
        QCOMPARE(keptFiles().size(), KeptViews::maximumViews);
        QCOMPARE(views.find(filesOf(4)).match, KeptViews::Match::None);
        QCOMPARE(views.find(filesOf(5)).match, KeptViews::Match::Same);
        QCOMPARE(views.find(filesOf(5)).view["number"].toInt(), 5);
        views.keep(filesOf(5), {{"long", QString(KeptViews::maximumBytes, 'x')}});
        QCOMPARE(views.find(filesOf(5)).match, KeptViews::Match::None);
    }
};

QTEST_MAIN(LastSessionTest)
#include "last_session_test.moc"
