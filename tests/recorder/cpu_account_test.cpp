#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/samples/cpu_account.h"
#include "tests/recorder/made_up_processes.h"

using namespace candela;

namespace {

constexpr std::uint64_t ms = 1'000'000;

/// The event of a thread whose process began with it, unless stated otherwise.
cpu_time_event counted(std::uint32_t moment, std::int64_t time, std::uint32_t pid, std::uint32_t tid,
                       std::int64_t threadStart, std::uint64_t cpuTime, std::int64_t processStart = 0) {
    cpu_time_event event{};
    event.time = static_cast<std::uint64_t>(time);
    event.cpu_time = cpuTime;
    event.process_start = static_cast<std::uint64_t>(processStart != 0 ? processStart : threadStart);
    event.thread_start = static_cast<std::uint64_t>(threadStart);
    event.pid = pid;
    event.tid = tid;
    event.moment = moment;
    return event;
}

cpu_time_event living(std::uint32_t pid, std::uint32_t tid, std::int64_t threadStart, std::uint64_t cpuTime,
                      std::int64_t processStart = 0) {
    return counted(cpu_time_living, 0, pid, tid, threadStart, cpuTime, processStart);
}

/// A process of one thread that began at eleven seconds; it runs another program from now on.
cpu_time_event renamed(std::int64_t time, std::uint32_t pid, std::uint64_t cpuTime, std::uint64_t sinceLook) {
    auto event = counted(cpu_time_renamed, time, pid, pid, 11 * second, cpuTime);
    event.since_look = static_cast<std::uint32_t>(sinceLook);
    return event;
}

constexpr std::int64_t beginning = 10 * second;

/// A recording that begins at ten seconds. Process 7 began at one second and has used two seconds.
struct Recorded {
    Fixture f;
    CpuAccount account{f.table};
    SegmentDraft draft{beginning};

    explicit Recorded(std::size_t maximumThreads = CpuAccount::defaultMaximumThreads)
        : account(f.table, maximumThreads) {
        f.living(7, "old", second, "/bin/old");
        readAll(f.table);
        const std::vector before{living(7, 7, second, 2000 * ms)};
        account.begin(beginning, before);
    }
    void takeLiving(std::vector<cpu_time_event> threads) { account.takeLiving(threads, draft); }
    void end(std::vector<cpu_time_event> threads) { account.end(threads, draft); }
    void take(const cpu_time_event& event) { account.take(event, draft); }

    /// "name tid: milliseconds" for each thread of the draft.
    QStringList reported() const {
        QStringList lines;
        for (const auto& thread : draft.threads()) {
            const auto& process = draft.processes()[thread.process];
            lines << QString("%1 %2: %3")
                         .arg(QString::fromStdString(process->identity->name))
                         .arg(thread.tid)
                         .arg(double(thread.cpuTime) / double(ms));
        }
        lines.sort();
        return lines;
    }
};

} // namespace

class CpuAccountTest : public QObject {
    Q_OBJECT
private slots:
    void whatAThreadUsedBeforeTheRecordingDoesNotCount() {
        Recorded r;
        r.takeLiving({living(7, 7, second, 2300 * ms)});
        r.takeLiving({living(7, 7, second, 2350 * ms)});
        QCOMPARE(r.reported(), QStringList{"old 7: 350"});
    }
    void aThreadThatBeganMeanwhileCountsFromItsStart() {
        Recorded r;
        r.f.table.apply(newThread(11 * second, 7, 70));
        r.takeLiving({living(7, 7, second, 2000 * ms), living(7, 70, 11 * second, 40 * ms, second)});
        QCOMPARE(r.reported(), QStringList{"old 70: 40"});
    }
    void anOlderThreadThatWasUnknownCountsFromNowOn() {
        Recorded r;
        r.takeLiving({living(7, 70, 2 * second, 500 * ms, second)});
        r.takeLiving({living(7, 70, 2 * second, 530 * ms, second)});
        QCOMPARE(r.reported(), QStringList{"old 70: 30"});
    }
    void aThreadThatJoinsTheScopeCountsFromThen() {
        Recorded r;
        r.f.living(8, "late", 11 * second, "/bin/late");
        const std::vector joined{living(7, 7, second, 2100 * ms), living(8, 8, 11 * second, 900 * ms)};
        r.account.begin(12 * second, joined);
        r.takeLiving({living(7, 7, second, 2200 * ms), living(8, 8, 11 * second, 950 * ms)});
        QCOMPARE(r.reported(), (QStringList{"late 8: 50", "old 7: 200"}));
    }
    void littleIsReportedWhenItIsMoreOrAtTheEnd() {
        Recorded r;
        r.takeLiving({living(7, 7, second, 2000 * ms + 400'000)});
        QCOMPARE(r.reported(), QStringList{});
        r.takeLiving({living(7, 7, second, 2000 * ms + 800'000)});
        QCOMPARE(r.reported(), QStringList{});
        r.takeLiving({living(7, 7, second, 2000 * ms + 1'200'000)});
        QCOMPARE(r.reported(), QStringList{"old 7: 1.2"});
        r.end({living(7, 7, second, 2000 * ms + 1'500'000)});
        QCOMPARE(r.reported(), QStringList{"old 7: 1.5"});
    }
    void aProcessThatNoSegmentSawAliveCountsWhole() {
        Recorded r;
        r.f.table.apply(fork(11 * second, 7, 8));
        r.take(counted(cpu_time_exiting, 11 * second + 1, 8, 8, 11 * second, 300'000));
        r.take(counted(cpu_time_freed, 12 * second, 8, 8, 11 * second, 450'000));
        QCOMPARE(r.reported(), QStringList{"old 8: 0.45"});
        QVERIFY(!r.account.isAnyExiting());
    }
    void timeBeforeAnotherProgramIsTheFirstOnes() {
        Recorded r;
        r.f.table.apply(fork(11 * second, 7, 8));
        r.take(counted(cpu_time_renamed, 11 * second + 5, 8, 8, 11 * second, 2 * ms));
        r.f.table.apply(named(Kind::Exec, 11 * second + 6, 8, 8, "tool"));
        r.take(counted(cpu_time_exiting, 12 * second, 8, 8, 11 * second, 9 * ms));
        r.take(counted(cpu_time_freed, 12 * second, 8, 8, 11 * second, 10 * ms));
        QCOMPARE(r.reported(), (QStringList{"old 8: 2", "tool 8: 8"}));
    }
    void whatWasNotCountedYetIsSharedByItsEstimate() {
        Recorded r;
        r.f.table.apply(fork(11 * second, 7, 8));
        r.take(renamed(11 * second + 5, 8, 1 * ms, 2 * ms));
        r.f.table.apply(named(Kind::Exec, 11 * second + 6, 8, 8, "env"));
        r.take(renamed(11 * second + 9, 8, 1 * ms, 3 * ms)); // the thread was not checked in between
        r.f.table.apply(named(Kind::Exec, 11 * second + 10, 8, 8, "tool"));
        QCOMPARE(r.reported(), QStringList{"old 8: 1"});
        r.takeLiving({living(8, 8, 11 * second, 2 * ms)});
        QCOMPARE(r.reported(), QStringList{"old 8: 2"});
        r.take(counted(cpu_time_exiting, 12 * second, 8, 8, 11 * second, 9 * ms));
        r.take(counted(cpu_time_freed, 12 * second, 8, 8, 11 * second, 10 * ms));
        QCOMPARE(r.reported(), (QStringList{"env 8: 1", "old 8: 3", "tool 8: 6"}));
    }
    void anEstimateThatIsTooLargeAddsNothing() {
        Recorded r;
        r.f.table.apply(fork(11 * second, 7, 8));
        r.take(renamed(11 * second + 5, 8, 1 * ms, 9 * ms));
        r.f.table.apply(named(Kind::Exec, 11 * second + 6, 8, 8, "tool"));
        r.take(counted(cpu_time_exiting, 12 * second, 8, 8, 11 * second, 2 * ms));
        r.take(counted(cpu_time_freed, 12 * second, 8, 8, 11 * second, 3 * ms));
        QCOMPARE(r.reported(), QStringList{"old 8: 3"});
    }
    void theRestOfAThreadIsItsProcessesEvenIfItsNumberIsUsedAgain() {
        Recorded r;
        r.f.table.apply(fork(11 * second, 7, 8));
        r.f.table.apply(named(Kind::Exec, 11 * second + 1, 8, 8, "first"));
        r.take(counted(cpu_time_exiting, 12 * second, 8, 8, 11 * second, 5 * ms));
        r.f.table.apply(sidebandEvent(Kind::Exit, 12 * second, 8, 8));
        r.f.table.apply(fork(13 * second, 7, 8));
        r.f.table.apply(named(Kind::Exec, 13 * second + 1, 8, 8, "second"));
        r.take(counted(cpu_time_freed, 13 * second + 2, 8, 8, 11 * second, 6 * ms));
        r.take(counted(cpu_time_exiting, 14 * second, 8, 8, 13 * second, 1 * ms));
        QCOMPARE(r.reported(), (QStringList{"first 8: 6", "second 8: 1"}));
    }
    void nothingCountsTwiceWhenTheRingIsBehindTheLiving() {
        Recorded r;
        r.takeLiving({living(7, 7, second, 2100 * ms)});
        r.take(counted(cpu_time_renamed, 11 * second, 7, 7, second, 2050 * ms)); // an event from before that
                                                                                 // look
        r.takeLiving({living(7, 7, second, 2110 * ms)});
        QCOMPARE(r.reported(), QStringList{"old 7: 110"});
        // A thread that is not listed any more, while the event of its end still waits in the ring.
        r.takeLiving({});
        r.take(counted(cpu_time_exiting, 12 * second, 7, 7, second, 2120 * ms));
        r.take(counted(cpu_time_freed, 12 * second, 7, 7, second, 2121 * ms));
        QCOMPARE(r.reported(), QStringList{"old 7: 121"});
    }
    void aThreadThatTakesItsProcessesNumberOverDoesNotCountAsTheFirstOne() {
        Recorded r;
        r.f.table.apply(newThread(11 * second, 7, 70));
        r.takeLiving({living(7, 7, second, 2010 * ms), living(7, 70, 11 * second, 3000 * ms, second)});
        r.take(counted(cpu_time_exiting, 12 * second, 7, 7, second, 2020 * ms));
        r.take(counted(cpu_time_renamed, 12 * second + 1, 7, 7, second, 3001 * ms, second));
        r.f.table.apply(named(Kind::Exec, 12 * second + 2, 7, 7, "next"));
        r.takeLiving({living(7, 7, second, 3011 * ms)});
        QCOMPARE(r.reported(), (QStringList{"next 7: 10", "old 70: 3000", "old 7: 20"}));
    }
    void afterTheEndOnlyTheRestOfExitingThreadsCounts() {
        Recorded r;
        r.f.table.apply(fork(11 * second, 7, 8));
        r.take(counted(cpu_time_exiting, 12 * second, 8, 8, 11 * second, 5 * ms));
        r.end({living(7, 7, second, 2100 * ms)});
        QVERIFY(r.account.isAnyExiting());
        r.take(counted(cpu_time_renamed, 13 * second, 7, 7, second, 2500 * ms));
        r.take(counted(cpu_time_exiting, 13 * second, 7, 7, second, 2600 * ms));
        r.take(counted(cpu_time_freed, 13 * second, 7, 7, second, 2700 * ms));
        r.take(counted(cpu_time_freed, 13 * second, 8, 8, 11 * second, 7 * ms));
        QCOMPARE(r.reported(), (QStringList{"old 7: 100", "old 8: 7"}));
        QVERIFY(!r.account.isAnyExiting());
    }
    void threadsBeyondTheLimitAreReported() {
        Recorded r(2);
        std::vector<cpu_time_event> threads{living(7, 7, second, 2010 * ms)};
        for (std::uint32_t tid = 70; tid < 75; ++tid) {
            r.f.table.apply(newThread(11 * second, 7, static_cast<std::int32_t>(tid)));
            threads.push_back(living(7, tid, 11 * second, 5 * ms, second));
        }
        r.takeLiving(threads);
        QCOMPARE(r.reported(), (QStringList{"old 70: 5", "old 7: 10"}));
        QCOMPARE(r.account.size(), 2u);
        QCOMPARE(r.account.refused(), 4u);
    }
    void aThreadWhoseEndWasLostIsForgotten() {
        Recorded r;
        for (int round = 0; round < 3; ++round)
            r.takeLiving({});
        QCOMPARE(r.account.size(), 0u);
    }
};

QTEST_GUILESS_MAIN(CpuAccountTest)
#include "cpu_account_test.moc"
