/// Everything that a window offers on a large capture: each action runs, ends, and leaves a window that goes
/// on. How long the event loop stood still is printed; "./dev bench actions" measures it with a far larger
/// one.
#include <QRegularExpression>
#include <QTest>

#include "tests/app/window/action_walk.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"

using namespace candela;

class ActionWalkTest : public QObject {
    Q_OBJECT
private slots:
    void everyActionRunsAndEnds() {
        WindowFixture fixture;
        fixture.window->resize(1400, 900);
        auto* page = new CapturePage("large", hugeProfile(30'000));
        fixture.window->pages()->addPage(page);
        fixture.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
        QTRY_VERIFY(!page->session().shown().isEmpty());
        const Warnings warnings;
        ActionWalk walk(*fixture.window, *page);
        auto walked = walk.walk();
        QCOMPARE(walk.unknownKeys(), QStringList());
        QVERIFY2(walked.size() > 200, qPrintable(QString::number(walked.size())));
        for (const auto& action : walked)
            QVERIFY2(action.hasEnded, qPrintable(action.where + ": " + action.name));
        // The offscreen platform can't do all that dialogs and menus ask for.
        QCOMPARE(Warnings::take().filter(QRegularExpression("^(?!This plugin does not support)")),
                 QStringList());
        std::ranges::sort(walked, std::greater(),
                          [](const WalkedAction& action) { return action.pause.busy; });
        for (std::size_t row = 0; row < 10; ++row)
            qInfo("%6.1f ms  %s: %s", walked[row].pause.busy, qPrintable(walked[row].where),
                  qPrintable(walked[row].name));
    }
};

QTEST_MAIN(ActionWalkTest)
#include "action_walk_test.moc"
