/// The details panel in the window: F9, all pages, the next window, and a large profile.
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/details/details_panel.h"

#include <QElapsedTimer>
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
    /// The pauses of the event loop are counted in steps of a timer: 20 lost steps in a row are 100 ms.
    void theEventLoopGoesOnWhileALargeProfileIsDescribed() {
        CapturePage page("large", ExampleRecording().make(1'000'000));
        page.resize(1400, 900);
        page.show();
        page.showDetails(true);
        settle();
        QTimer steps;
        QElapsedTimer sinceStep;
        qint64 longest = 0;
        connect(&steps, &QTimer::timeout, this, [&] { longest = std::max(longest, sinceStep.restart()); });
        sinceStep.start();
        steps.start(5);
        const auto* panel = page.captureView()->details();
        for (const auto& row : *page.session().shown().functions) {
            page.session().setSelected({page.session().shown().groups()[row.group].name, {}});
            QTRY_VERIFY(!panel->isPending());
            if (panel->name().isEmpty()) continue;
            break;
        }
        QVERIFY(!panel->name().isEmpty());
        qInfo("longest pause of the event loop: %lld ms", longest);
        QVERIFY2(longest < 100, qPrintable(QString::number(longest)));
    }
};

QTEST_MAIN(DetailsInWindowTest)
#include "details_in_window_test.moc"
