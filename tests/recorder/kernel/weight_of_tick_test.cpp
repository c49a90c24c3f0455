/// The time that ticks of the CPU clock represent. Recordings can't distinguish all cases if other programs
/// leave no processor idle, or if the kernel also ticks in idle time.
#include <QTest>

#include "bpf/weight_of_tick.h"

namespace {

constexpr std::uint64_t ms = 1'000'000;
constexpr int busy = 0;
constexpr int idle = 1;

/// For timers with an unknown period.
constexpr std::uint64_t unknownPeriod = 7 * ms;

/// A timer whose last tick was at one second, and which ticks every millisecond.
tick_timer ticking() {
    tick_timer timer{};
    timer.last = 1000 * ms;
    timer.begin = 900 * ms;
    timer.period = ms;
    return timer;
}

std::uint64_t weigh(tick_timer& timer, int wasIdle, std::uint64_t now) {
    return weight_of_tick(&timer, wasIdle, unknownPeriod, 1000 * ms, now);
}

} // namespace

class WeightOfTickTest : public QObject {
    Q_OBJECT
private slots:
    void aBusyProcessorsTickStandsForAllThatPassed() {
        auto timer = ticking();
        QCOMPARE(weigh(timer, busy, 1003 * ms), 3 * ms);
        QCOMPARE(weigh(timer, busy, 1004 * ms), ms);
    }
    void aTickBehindIdleTimeStandsForAPeriod() {
        auto timer = ticking();
        QCOMPARE(weigh(timer, idle, 1500 * ms), ms);
        QCOMPARE(weigh(timer, busy, 1502 * ms), 2 * ms);
    }
    void theFirstTickStandsForAPeriod() {
        tick_timer timer{};
        QCOMPARE(weigh(timer, busy, 1000 * ms), unknownPeriod);
        QCOMPARE(weigh(timer, busy, 1001 * ms), ms);
    }
    void anEventThatWasClosedMeanwhileStandsForAPeriod() {
        auto timer = ticking();
        QCOMPARE(weigh(timer, busy, 5000 * ms), ms);
    }
    void whatThePeriodBeforeHadBegunIsNotLost() {
        auto timer = ticking();
        timer.begin_before = timer.begin;
        timer.period_before = ms;
        timer.begin = 1000 * ms + 400'000;
        timer.period = 2 * ms;
        QCOMPARE(weigh(timer, idle, timer.begin + 2 * ms), 2 * ms + 400'000);
        QCOMPARE(weigh(timer, idle, timer.begin + 4 * ms), 2 * ms); // once
    }
    /// If there were no ticks during idle time, whole periods of that time are not work.
    void ofIdleTimeOnlyTheBrokenOffPeriodCounts() {
        auto timer = ticking();
        timer.begin_before = timer.begin;
        timer.period_before = ms;
        timer.begin = 1050 * ms + 300'000;
        timer.period = 2 * ms;
        QCOMPARE(weigh(timer, idle, timer.begin + 2 * ms), 2 * ms + 300'000);
    }
};

QTEST_APPLESS_MAIN(WeightOfTickTest)
#include "weight_of_tick_test.moc"
