/// Which ticks of the CPU clock are used, and the time that they represent. Recordings can't distinguish all
/// cases if other programs leave no processor idle, if the kernel also ticks in idle time, or if the host
/// steals no time.
#include <QTest>

#include "bpf/weight_of_tick.h"

namespace {

constexpr std::uint64_t tickMs = 1'000'000;
constexpr int busy = 0;
constexpr int idle = 1;

/// A processor whose last tick was at one second. The first timer ticks every millisecond, the second one,
/// which is not used yet, every two.
processor_ticks ticking() {
    processor_ticks ticks{};
    ticks.last = 1000 * tickMs;
    ticks.stolen = 50 * tickMs;
    ticks.timers[0] = {900 * tickMs, tickMs};
    ticks.timers[1] = {0, 2 * tickMs};
    return ticks;
}

std::uint64_t weigh(processor_ticks& ticks, int wasIdle, std::uint64_t now,
                    std::uint64_t stolen = 50 * tickMs, std::uint32_t timer = 0) {
    return weight_of_tick(&ticks, timer, wasIdle, stolen, 1000 * tickMs, now);
}

} // namespace

class WeightOfTickTest : public QObject {
    Q_OBJECT
private slots:
    void aBusyProcessorsTickStandsForAllThatPassed() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1003 * tickMs), 3 * tickMs);
        QCOMPARE(weigh(ticks, busy, 1004 * tickMs), tickMs);
    }
    void aTickBehindIdleTimeStandsForAPeriod() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, idle, 1500 * tickMs), tickMs);
        QCOMPARE(weigh(ticks, busy, 1502 * tickMs), 2 * tickMs);
        QCOMPARE(weigh(ticks, idle, 1700 * tickMs, 50 * tickMs, 1), 2 * tickMs);
    }
    void theFirstTickStandsForAPeriod() {
        processor_ticks ticks{};
        ticks.timers[0] = {900 * tickMs, 7 * tickMs};
        QCOMPARE(weigh(ticks, busy, 1000 * tickMs), 7 * tickMs);
        QCOMPARE(weigh(ticks, busy, 1001 * tickMs), tickMs);
    }
    void anEventThatWasClosedMeanwhileStandsForAPeriod() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 5000 * tickMs, 2000 * tickMs), tickMs);
        QCOMPARE(weigh(ticks, busy, 5001 * tickMs, 2000 * tickMs), tickMs);
    }

    void onlyTheLaterTimerIsUsed() {
        auto ticks = ticking();
        QVERIFY(is_used(&ticks, 0, 1001 * tickMs));
        QVERIFY(!is_used(&ticks, 1, 1001 * tickMs));
        ticks.timers[1].since = 1005 * tickMs;
        QVERIFY(is_used(&ticks, 0, 1005 * tickMs - 1));
        QVERIFY(!is_used(&ticks, 1, 1005 * tickMs - 1));
        QVERIFY(!is_used(&ticks, 0, 1005 * tickMs));
        QVERIFY(is_used(&ticks, 1, 1005 * tickMs));
        ticks.timers[0].since = 1025 * tickMs;
        QVERIFY(!is_used(&ticks, 0, 1024 * tickMs));
        QVERIFY(is_used(&ticks, 1, 1024 * tickMs));
        QVERIFY(is_used(&ticks, 0, 1025 * tickMs));
        QVERIFY(!is_used(&ticks, 1, 1025 * tickMs));
    }
    void beforeATimerBeginsNoTickIsUsed() {
        const processor_ticks ticks{};
        QVERIFY(!is_used(&ticks, 0, 1000 * tickMs));
        QVERIFY(!is_used(&ticks, 1, 1000 * tickMs));
    }

    void stolenTimeIsNotWeighed() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1010 * tickMs, 57 * tickMs), 3 * tickMs);
        QCOMPARE(weigh(ticks, busy, 1011 * tickMs, 57 * tickMs), tickMs); // once
    }
    /// The scheduler learns of stolen time when it next looks at its clock.
    void stolenTimeThatIsCountedLateIsSubtractedLater() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1010 * tickMs), 10 * tickMs);
        QCOMPARE(weigh(ticks, busy, 1014 * tickMs, 59 * tickMs), std::uint64_t(1)); // still a sample
        QCOMPARE(weigh(ticks, busy, 1020 * tickMs, 59 * tickMs), tickMs);
    }
    void stolenTimeOfATimeWithoutWeightIsNotSubtractedLater() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 5000 * tickMs), tickMs);
        QCOMPARE(weigh(ticks, busy, 5001 * tickMs, 950 * tickMs), tickMs);
        QCOMPARE(weigh(ticks, busy, 5003 * tickMs, 951 * tickMs), tickMs);
    }
    void behindIdleTimeTheStolenShareOfAPeriodIsNotWeighed() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, idle, 1100 * tickMs, 75 * tickMs), tickMs * 3 / 4);
    }
    void aCountOfStolenTimeThatBeginsAgainChangesNothing() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1003 * tickMs, 0), 3 * tickMs);
        QCOMPARE(weigh(ticks, busy, 1005 * tickMs, 0), 2 * tickMs);
        QCOMPARE(weigh(ticks, busy, 1010 * tickMs, 2 * tickMs), 3 * tickMs);
    }
    void theLongestTimesDoNotOverflow() {
        auto ticks = ticking();
        constexpr auto limit = 4'000 * tickMs; // at one tick a second
        QCOMPARE(weight_of_tick(&ticks, 0, busy, 50 * tickMs, limit, 1000 * tickMs + limit - 1), limit - 1);
    }
};

QTEST_APPLESS_MAIN(WeightOfTickTest)
#include "weight_of_tick_test.moc"
