/// How often the view of a running recording is refreshed, and why.
#include "app/recording/refresh_pace.h"
#include "app/window/record/attention_watcher.h"

#include <QSignalSpy>
#include <QTest>
#include <QWidget>

using namespace candela;
using namespace std::chrono_literals;

class RefreshPaceTest : public QObject {
    Q_OBJECT
private slots:
    void theFirstIsDueAtOnceAndTheNextNotBeforeASecond() {
        RefreshPace pace;
        QVERIFY(pace.isDue(10s, 300ms, Attention::Present));
        pace.refreshed(10s, 300ms);
        QVERIFY(!pace.isDue(10s + 900ms, 300ms, Attention::Active));
        QVERIFY(pace.isDue(11s, 300ms, Attention::Active));
        QVERIFY(pace.isDue(11s, 300ms, Attention::Present));
    }
    void whatItCostsPutsTheNextOff() {
        RefreshPace pace;
        pace.refreshed(0s, 0ms);
        QVERIFY(!pace.isDue(4s, 40ms, Attention::Present)); // 1 %
        QVERIFY(pace.isDue(5s, 40ms, Attention::Present));  // 0.8 %
        QVERIFY(pace.isDue(1s, 40ms, Attention::Active));
        QVERIFY(!pace.isDue(1s, 200ms, Attention::Active));
    }
    void hiddenViewsAreNotUpdated() {
        RefreshPace pace;
        QVERIFY(!pace.isDue(1000s, 0ms, Attention::None));
        pace.refreshed(0s, 0ms);
        QVERIFY(!pace.isDue(1000s, 0ms, Attention::None));
    }
    /// Even if other work of the program alone exceeds the share.
    void whatIsSeenIsNeverOld() {
        RefreshPace pace;
        pace.refreshed(0s, 0ms);
        QVERIFY(!pace.isDue(9s, 500ms, Attention::Present));
        QVERIFY(pace.isDue(10s, 500ms, Attention::Present));
    }
    void anUnusedWindowStaysBelowOnePercentWhereThatIsPossible() {
        for (const auto refreshCost : {5ms, 20ms, 40ms}) {
            for (const auto costOfSecond : {0ms, 2ms, 5ms}) {
                RefreshPace pace;
                RefreshPace::Duration cpuTime{};
                int refreshes = 0;
                constexpr auto end = 3600s;
                for (auto now = 0s; now < end; now += 1s) {
                    cpuTime += costOfSecond;
                    if (!pace.isDue(now, cpuTime, Attention::Present)) continue;
                    pace.refreshed(now, cpuTime);
                    cpuTime += refreshCost;
                    ++refreshes;
                }
                QVERIFY(cpuTime < end / 100);
                QVERIFY(refreshes > 10);
            }
        }
    }
    void attentionFollowsInputAndVisibility() {
        constexpr int activeTime = 50;
        QWidget widget;
        AttentionWatcher watcher(&widget, activeTime);
        QCOMPARE(watcher.attention(), Attention::None);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        watcher.start();
        QTRY_COMPARE(watcher.attention(), Attention::Present);
        QSignalSpy changes(&watcher, &AttentionWatcher::changed);
        QTest::mouseMove(&widget, {5, 5});
        QTest::keyClick(&widget, Qt::Key_A);
        QTRY_VERIFY(!changes.isEmpty());
        QCOMPARE(changes.first().first().value<Attention>(), Attention::Active);
        QTRY_COMPARE(changes.last().first().value<Attention>(), Attention::Present);
        widget.hide();
        QTRY_COMPARE(changes.last().first().value<Attention>(), Attention::None);
    }
};

QTEST_MAIN(RefreshPaceTest)
#include "refresh_pace_test.moc"
