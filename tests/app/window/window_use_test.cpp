/// The window in typical use: a file that was just opened, small windows, from a comparison to its sides, and
/// closing during a recording.
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "app/window/record/recording_status.h"
#include "app/window/widgets/message_bar.h"
#include "model/formats/export_profile.h"
#include "model/formats/format.h"
#include "model/profile/profile_builder.h"
#include "tests/app/window/window_fixture.h"
#include "views/comparison/comparison_view.h"
#include "views/flame/flame_canvas.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QTreeView>
#include <QWindow>

using namespace candela;

class WindowUseTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void aFileThatWasJustOpenedShowsEveryBoxAndTakesTheKeys() {
        constexpr int functions = 2500; // boxes of half a pixel need 1250
        QString stacks;
        for (int function = 0; function < functions; ++function)
            stacks += QString("main;f%1 1\n").arg(function);
        window().resize(900, 700);
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        // The window gets its width while the first tree is computed, as from a window manager.
        connect(window().pages(), &PageTabs::currentPageChanged, &window(), [this] {
            if (auto* page = shownPage<CapturePage>(window()))
                connect(
                    &page->session(), &Session::weightsChanged, &window(),
                    [this] {
                        QVERIFY(window().width() < functions / 2);
                        window().resize(1700, 700);
                    },
                    Qt::SingleShotConnection);
        });
        window().openFiles({m_fixture->write("wide.folded", stacks)});
        QTRY_VERIFY(shownPage<CapturePage>(window()));
        auto* page = shownPage<CapturePage>(window());
        auto* canvas = page->captureView()->findChild<FlameCanvas*>();
        QTRY_VERIFY(!canvas->scene().isEmpty());
        QVERIFY(canvas->viewport()->width() > functions / 2);
        QCOMPARE(canvas->scene().layout.row(1).size(), std::size_t(functions));
        const auto picture = canvas->grab().toImage();
        window().resize(window().size() + QSize(40, 0));
        window().resize(window().size() - QSize(40, 0));
        QVERIFY(picture == canvas->grab().toImage());
        // Arrow keys work at once, in this view and in the next one.
        QTest::keyClick(window().windowHandle(), Qt::Key_Down);
        QCOMPARE(page->session().selected().function, std::string("main"));
        for (const auto& name : page->captureView()->viewNames()) {
            page->showView(name);
            QVERIFY2(page->captureView()->view()->isAncestorOf(QApplication::focusWidget()),
                     qPrintable(name));
        }
    }
    void theFirstWindowFitsOntoASmallScreen() {
        window().fitInto(QRect(0, 0, 1024, 600));
        QVERIFY(window().width() < 1024);
        QVERIFY(window().height() < 600);
        const auto before = window().size();
        window().fitInto(QRect(0, 0, 2560, 1440));
        QCOMPARE(window().size(), before);
    }
    void aWindowThatBecomesActiveWhileAFileOpensGivesItTheKeys() {
        QWidget other;
        other.show();
        QApplication::setActiveWindow(&other);
        const auto activate = [this] {
            if (!shownPage<CapturePage>(window())) return;
            // The tree is still being computed, and the view shows a message instead.
            QTimer::singleShot(0, &window(), [this] { QApplication::setActiveWindow(&window()); });
        };
        connect(window().pages(), &PageTabs::currentPageChanged, this, activate);
        window().openFiles({m_fixture->write("a.folded", "main;draw 3\n")});
        QTRY_VERIFY(shownPage<CapturePage>(window()));
        auto* canvas = shownPage<CapturePage>(window())->captureView()->findChild<FlameCanvas*>();
        QTRY_VERIFY(!canvas->scene().isEmpty());
        QTRY_COMPARE(QApplication::activeWindow(), &window());
        QVERIFY(canvas->hasFocus());
    }
    void aPictureIsOfWhatIsShownAlsoFromAnotherView() {
        window().openFiles({m_fixture->write("a.folded", "main;draw 3\nmain;load 9\n")});
        QTRY_VERIFY(shownPage<CapturePage>(window()));
        auto* page = shownPage<CapturePage>(window());
        QTRY_VERIFY(!page->session().shown().isEmpty());
        page->showView("functions");
        page->session().focusOn("draw");
        QTRY_VERIFY(!page->session().isBusy());
        const auto path = m_fixture->pathOf("picture.png");
        page->exportTo(path);
        QTRY_VERIFY(QFile::exists(path));
        auto* canvas = page->captureView()->findChild<FlameCanvas*>();
        QVERIFY(!canvas->isPending());
        QCOMPARE(canvas->shown().total(), 3);
        page->messageBar()->clear();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(QImage(path).convertToFormat(QImage::Format_RGB32).size().width(),
                 page->captureView()->view()->width());
        const auto now = canvas->grab().toImage().convertToFormat(QImage::Format_RGB32);
        const auto then = QImage(path).convertToFormat(QImage::Format_RGB32);
        const auto top = canvas->mapTo(page->captureView()->view(), QPoint());
        for (int row = 0; row < 4; ++row) // the bar for everything, and the boxes of the functions
            for (int x = 0; x < now.width(); x += 7)
                QCOMPARE(then.pixel(top + QPoint(x, 10 + 15 * row)), now.pixel(x, 10 + 15 * row));
    }
    void everyPageFitsIntoASmallWindow() {
        constexpr QSize small(800, 600);
        const auto fits = [&] {
            QCoreApplication::sendPostedEvents();
            window().resize(small);
            QCoreApplication::sendPostedEvents();
            return window().size() == small && window().minimumSizeHint().width() <= small.width() &&
                   window().minimumSizeHint().height() <= small.height();
        };
        QVERIFY(fits());
        const auto timed = m_fixture->write(
            "timed.json", R"([{"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "name": "a"}])");
        window().openFiles({timed});
        QTRY_VERIFY(shownPage<CapturePage>(window()));
        auto* page = shownPage<CapturePage>(window());
        QTRY_VERIFY(!page->session().shown().isEmpty());
        Filter filter;
        filter.process = "1";
        filter.ignore = "a name that is long enough for a chip of some width";
        page->session().setFilter(filter);
        page->session().setSearch("a name that is long enough for a chip of some width");
        QTRY_VERIFY(!page->session().isBusy());
        for (const auto& name : page->captureView()->viewNames()) {
            page->showView(name);
            QVERIFY2(fits(), qPrintable(name));
        }
        page->showFacts(true);
        QVERIFY(fits());
        window().compareFiles({timed}, {timed});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        QTRY_VERIFY(shownPage<ComparePage>(window())->session().comparison());
        QVERIFY(fits());
        auto* form = m_fixture->preparedRecordPage("normal");
        QVERIFY(fits());
        form->start();
        QTRY_VERIFY_WITH_TIMEOUT(form->status()->texts().value(1) != "–", 30'000);
        QVERIFY(fits());
        form->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!form->isRecording(), 30'000);
    }
    void keysWorkInAFileThatWasOpenedInTheBackground() {
        const auto path = m_fixture->write("a.folded", "main;draw 3\n");
        window().openFiles({path, m_fixture->write("b.folded", "main;load 6\n")});
        const auto first = [&] { return qobject_cast<CapturePage*>(window().pages()->pageWithPath(path)); };
        QTRY_VERIFY(first() && shownPage<CapturePage>(window()));
        QVERIFY(shownPage<CapturePage>(window()) != first());
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTest::keyClick(window().windowHandle(), Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(shownPage<CapturePage>(window()), first());
        QTRY_VERIFY(!first()->session().shown().isEmpty());
        settle();
        QTest::keyClick(window().windowHandle(), Qt::Key_Down);
        QCOMPARE(first()->session().selected().function, std::string("main"));
        // What had the focus when it was left has it again.
        first()->focusSearch();
        for (const auto key : {Qt::Key_PageDown, Qt::Key_PageUp})
            QTest::keyClick(window().windowHandle(), key, Qt::ControlModifier);
        QTest::keyClick(window().windowHandle(), Qt::Key_D);
        QCOMPARE(first()->session().search(), QString("d"));
    }
    void aComparisonShowsItsSidesInTheCallTree() {
        window().compareFiles({m_fixture->write("a.folded", "main;draw 3\n")},
                              {m_fixture->write("b.folded", "main;draw 6\nmain;fresh 2\n")});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        auto* comparison = shownPage<ComparePage>(window());
        auto* canvas = comparison->view()->newCanvas();
        QTRY_VERIFY(!canvas->scene().isEmpty());
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(comparison->session().newSide().selected().function, std::string("fresh"));
        QContextMenuEvent key(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QApplication::sendEvent(canvas, &key);
        for (auto* action : canvas->findChild<QMenu*>()->actions())
            if (action->text() == "Show in call tree") action->trigger();
        auto* page = shownPage<CapturePage>(window());
        QVERIFY(page);
        QCOMPARE(page->title(), QString("b.folded"));
        QCOMPARE(page->captureView()->shownView(), QString("calltree"));
        auto* tree = page->captureView()->findChild<QTreeView*>();
        QTRY_COMPARE(tree->currentIndex().siblingAtColumn(0).data().toString(), QString("fresh"));
        // Shows the same tab again.
        window().pages()->setCurrentWidget(comparison);
        comparison->session().newSide().showIn("calltree", comparison->session().newSide().selected());
        QCOMPARE(shownPage<CapturePage>(window()), page);
    }
    void aComparisonMatchesNoStartsOfDifferentBuilds() {
        const auto write = [&](const QString& name, std::string_view start, std::string_view build) {
            ProfileBuilder builder;
            const auto value = builder.valueType("samples", "count");
            const auto mapping = builder.mapping(
                {.path = builder.string("/nowhere/tool"), .buildId = builder.string(build), .end = 0x100000});
            const auto function = builder.function(
                {.name = builder.string(start), .rawName = {}, .file = {}, .mapping = mapping});
            const auto frame = builder.frame({.function = function, .mapping = mapping, .address = 0x4290});
            builder.addSample(value,
                              {.stack = builder.stack({}, frame), .weight = 7, .thread = {}, .labels = {}});
            const auto path = m_fixture->pathOf(name);
            Task task;
            if (!storeProfile(builder.build(), *findFormat("pprof"), path.toStdString(), task))
                qFatal("not written");
            return path;
        };
        window().compareFiles({write("a.pb.gz", "tool+0x4290", "aaaa")},
                              {write("b.pb.gz", "tool+0x4800", "bbbb")});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        auto* comparison = shownPage<ComparePage>(window());
        QTRY_VERIFY(comparison->session().comparison());
        const auto& rows = comparison->session().comparison()->rows;
        QCOMPARE(rows.size(), 1U);
        QCOMPARE(rows.front().name, std::string("[tool]"));
        QCOMPARE(rows.front().match, MatchEvidence::Name);
        // The page of one side is the same as that of its file.
        comparison->session().base().requestView("calltree");
        auto* page = shownPage<CapturePage>(window());
        QVERIFY(page);
        QTRY_VERIFY(!page->session().shown().isEmpty());
        QCOMPARE(page->session().shown().groups()[FrameGroupIndex(0)].name, std::string("tool+0x4290"));
    }
    void closingWhileARecordingRunsAsksOnceKeepsItAndCloses() {
        auto* page = m_fixture->preparedRecordPage("normal");
        page->start();
        QTRY_VERIFY_WITH_TIMEOUT(page->status()->texts().value(1) != "–", 30'000);
        const auto answer = [this](QMessageBox::StandardButton button) {
            QTimer::singleShot(0, &window(), [button] {
                auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                if (!question) qFatal("nothing was asked");
                question->button(button)->click();
            });
        };
        answer(QMessageBox::Cancel);
        QVERIFY(!window().close());
        QVERIFY(page->isRecording() && !page->isStopping());
        answer(QMessageBox::Yes);
        window().close();
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), 30'000);
        QVERIFY(QFile::exists(m_fixture->pathOf("out.candela")));
    }
    void aSignalToEndKeepsTheRecordingAndAsksNothing() {
        auto* page = m_fixture->preparedRecordPage("normal");
        page->start();
        QTRY_VERIFY_WITH_TIMEOUT(page->status()->texts().value(1) != "–", 30'000);
        // This also works while a question is shown.
        QTimer::singleShot(0, &window(), [this] {
            QVERIFY(QApplication::activeModalWidget());
            window().finish();
        });
        window().close();
        QVERIFY(!QApplication::activeModalWidget());
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), 30'000);
        QVERIFY(QFile::exists(m_fixture->pathOf("out.candela")));
    }
    void aSignalToEndClosesAWindowThatDoesNotRecord() {
        window().showRecordPage(RecordingPlan::Scope::Machine);
        window().finish();
        QVERIFY(!window().isVisible());
    }
};

QTEST_MAIN(WindowUseTest)
#include "window_use_test.moc"
