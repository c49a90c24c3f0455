/// The details panel in the window: F9, all pages, the next window, and a large profile.
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "tests/app/window/loop_watch.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/details/details_panel.h"

#include <QTest>
#include <QTimer>

using namespace candela;

class DetailsInWindowTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }
    CapturePage* open(const QString& name, const char* stacks) {
        window().activateWindow();
        if (!QTest::qWaitForWindowActive(&window())) return nullptr;
        const auto path = m_fixture->write(name, stacks);
        window().openFiles({path});
        if (!QTest::qWaitFor([&] {
                auto* page = shownPage<CapturePage>(window());
                return page && page->path().endsWith(name) && !page->session().shown().isEmpty();
            }))
            return nullptr;
        settle();
        return shownPage<CapturePage>(window());
    }
    void pressF9() {
        QTest::keyClick(window().windowHandle(), Qt::Key_F9);
        settle();
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void aKeyShowsThePanelInAllPages() {
        auto* first = open("a.folded", "main;draw 5\n");
        QVERIFY(first);
        QVERIFY(!first->captureView()->details()->isVisible());
        pressF9();
        QVERIFY(first->captureView()->details()->isVisible());
        first->session().setSelected({"draw", {}});
        settle();
        QCOMPARE(first->captureView()->details()->name(), QString("draw"));
        auto* second = open("b.folded", "main;load 5\n");
        QVERIFY(second && second != first);
        QVERIFY(second->captureView()->details()->isVisible());
        pressF9();
        QVERIFY(!second->captureView()->details()->isVisible());
        window().pages()->setCurrentWidget(first);
        QVERIFY(!first->captureView()->details()->isVisible());
    }
    void theNextWindowRemembersThePanel() {
        QVERIFY(open("a.folded", "main;draw 5\n"));
        for (const bool isShown : {true, false}) {
            pressF9();
            m_fixture->window = std::make_unique<MainWindow>();
            window().show();
            auto* page = open("a.folded", "main;draw 5\n");
            QVERIFY(page);
            QCOMPARE(page->captureView()->details()->isVisible(), isShown);
        }
    }
    void theEventLoopGoesOnWhileALargeProfileIsDescribed() {
        CapturePage page("large", ExampleRecording().make(1'000'000));
        page.resize(1400, 900);
        page.show();
        page.showDetails(true);
        settle();
        QTimer steps;
        int taken = 0;
        connect(&steps, &QTimer::timeout, this, [&] { ++taken; });
        steps.start(5);
        LoopWatch watch;
        watch.start();
        const auto* panel = page.captureView()->details();
        std::size_t described = 0;
        const auto& shown = page.session().shown();
        for (const auto& row : *shown.functions) {
            if (described == 20) break;
            const auto& name = shown.groups()[row.group].name;
            page.session().setSelected({name, {}});
            QTRY_VERIFY(!panel->isPending());
            // The new rows are laid out and painted before two more steps of the timer.
            const int before = taken;
            QTRY_VERIFY(taken >= before + 2);
            QCOMPARE(panel->name(), QString::fromStdString(name));
            ++described;
        }
        QVERIFY(described > 3);
        // Of the loop's own CPU time: how long it waits for a processor depends on the other programs.
        const auto pause = watch.stop();
        qInfo("longest turn of the event loop: %.1f ms, %.1f ms of CPU time, %zu functions", pause.wall,
              pause.busy, described);
        QVERIFY2(pause.busy < 50, qPrintable(QString::number(pause.busy)));
    }
};

QTEST_MAIN(DetailsInWindowTest)
#include "details_in_window_test.moc"
