/// Which ticks of the CPU clock are used, and the time that they represent. Recordings can't distinguish all
/// cases if other programs leave no processor idle, if the kernel also ticks in idle time, or if the host
/// steals no time.
#include <QTest>

#include "bpf/weight_of_tick.h"

namespace {

constexpr std::uint64_t ms = 1'000'000;
constexpr int busy = 0;
constexpr int idle = 1;

/// A processor whose last tick was at one second. The first timer ticks every millisecond, the second one,
/// which is not used yet, every two.
processor_ticks ticking() {
    processor_ticks ticks{};
    ticks.last = 1000 * ms;
    ticks.stolen = 50 * ms;
    ticks.timers[0] = {900 * ms, ms};
    ticks.timers[1] = {0, 2 * ms};
    return ticks;
}

std::uint64_t weigh(processor_ticks& ticks, int wasIdle, std::uint64_t now, std::uint64_t stolen = 50 * ms,
                    std::uint32_t timer = 0) {
    return weight_of_tick(&ticks, timer, wasIdle, stolen, 1000 * ms, now);
}

} // namespace

class WeightOfTickTest : public QObject {
    Q_OBJECT
private slots:
    void aBusyProcessorsTickStandsForAllThatPassed() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1003 * ms), 3 * ms);
        QCOMPARE(weigh(ticks, busy, 1004 * ms), ms);
    }
    void aTickBehindIdleTimeStandsForAPeriod() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, idle, 1500 * ms), ms);
        QCOMPARE(weigh(ticks, busy, 1502 * ms), 2 * ms);
        QCOMPARE(weigh(ticks, idle, 1700 * ms, 50 * ms, 1), 2 * ms);
    }
    void theFirstTickStandsForAPeriod() {
        processor_ticks ticks{};
        ticks.timers[0] = {900 * ms, 7 * ms};
        QCOMPARE(weigh(ticks, busy, 1000 * ms), 7 * ms);
        QCOMPARE(weigh(ticks, busy, 1001 * ms), ms);
    }
    void anEventThatWasClosedMeanwhileStandsForAPeriod() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 5000 * ms, 2000 * ms), ms);
        QCOMPARE(weigh(ticks, busy, 5001 * ms, 2000 * ms), ms);
    }

    void onlyTheLaterTimerIsUsed() {
        auto ticks = ticking();
        QVERIFY(is_used(&ticks, 0, 1001 * ms));
        QVERIFY(!is_used(&ticks, 1, 1001 * ms));
        ticks.timers[1].since = 1005 * ms;
        QVERIFY(is_used(&ticks, 0, 1005 * ms - 1));
        QVERIFY(!is_used(&ticks, 1, 1005 * ms - 1));
        QVERIFY(!is_used(&ticks, 0, 1005 * ms));
        QVERIFY(is_used(&ticks, 1, 1005 * ms));
        ticks.timers[0].since = 1025 * ms;
        QVERIFY(!is_used(&ticks, 0, 1024 * ms));
        QVERIFY(is_used(&ticks, 1, 1024 * ms));
        QVERIFY(is_used(&ticks, 0, 1025 * ms));
        QVERIFY(!is_used(&ticks, 1, 1025 * ms));
    }
    void beforeATimerBeginsNoTickIsUsed() {
        const processor_ticks ticks{};
        QVERIFY(!is_used(&ticks, 0, 1000 * ms));
        QVERIFY(!is_used(&ticks, 1, 1000 * ms));
    }

    void stolenTimeIsNotWeighed() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1010 * ms, 57 * ms), 3 * ms);
        QCOMPARE(weigh(ticks, busy, 1011 * ms, 57 * ms), ms); // once
    }
    /// The scheduler learns of stolen time when it next looks at its clock.
    void stolenTimeThatIsCountedLateIsSubtractedLater() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1010 * ms), 10 * ms);
        QCOMPARE(weigh(ticks, busy, 1014 * ms, 59 * ms), std::uint64_t(1)); // still a sample
        QCOMPARE(weigh(ticks, busy, 1020 * ms, 59 * ms), ms);
    }
    void stolenTimeOfATimeWithoutWeightIsNotSubtractedLater() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 5000 * ms), ms);
        QCOMPARE(weigh(ticks, busy, 5001 * ms, 950 * ms), ms);
        QCOMPARE(weigh(ticks, busy, 5003 * ms, 951 * ms), ms);
    }
    void behindIdleTimeTheStolenShareOfAPeriodIsNotWeighed() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, idle, 1100 * ms, 75 * ms), ms * 3 / 4);
    }
    void aCountOfStolenTimeThatBeginsAgainChangesNothing() {
        auto ticks = ticking();
        QCOMPARE(weigh(ticks, busy, 1003 * ms, 0), 3 * ms);
        QCOMPARE(weigh(ticks, busy, 1005 * ms, 0), 2 * ms);
        QCOMPARE(weigh(ticks, busy, 1010 * ms, 2 * ms), 3 * ms);
    }
    void theLongestTimesDoNotOverflow() {
        auto ticks = ticking();
        constexpr auto limit = 4'000 * ms; // at one tick a second
        QCOMPARE(weight_of_tick(&ticks, 0, busy, 50 * ms, limit, 1000 * ms + limit - 1), limit - 1);
    }
};

QTEST_APPLESS_MAIN(WeightOfTickTest)
#include "weight_of_tick_test.moc"
