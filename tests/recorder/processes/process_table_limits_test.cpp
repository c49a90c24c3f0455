#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/base/clock.h"
#include "tests/recorder/made_up_processes.h"

using namespace candela;

class ProcessTableLimitsTest : public QObject {
    Q_OBJECT
private slots:
    void endedProcessesAreForgottenAfterAWhile() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        for (int i = 0; i < 100; ++i) {
            f.table.apply(fork(11 * second + i, 7, 100 + i));
            f.table.apply(sidebandEvent(Kind::Exit, 12 * second + i, 100 + i, 100 + i));
        }
        QCOMPARE(f.table.size(), 101u);
        f.table.retire(15 * second + 50);
        QCOMPARE(f.table.size(), 51u);
        f.table.retire(20 * second);
        QCOMPARE(f.table.size(), 1u);
    }
    void aFullTableForgetsWhatWasNotUsedForLongest() {
        Fixture f({.processes = 64});
        f.living(1, "first", second, "/bin/first");
        readAll(f.table);
        f.table.retire(second);
        for (int i = 0; i < 640; ++i) {
            f.table.apply(fork(11 * second + i, 1, 1000 + i));
            QCOMPARE(f.table.processOf(1, second)->identity->name, "first"); // kept, because it is used all
                                                                             // the time
            QVERIFY(f.table.size() <= 64);
            if (i % 10 == 0) f.table.retire(second);
        }
        QVERIFY(f.table.evicted() >= 577);
        QCOMPARE(f.source.snapshotsTaken, 1);
        f.living(1000, "forgotten", 11 * second, "/bin/forgotten");
        const auto process = f.table.processOf(1000, 11 * second); // an evicted process is read again
        QCOMPARE(process->identity->name, "forgotten");
        QCOMPARE(f.pathAt(process, 0x1000), "/bin/forgotten");
        QVERIFY(f.table.size() <= 64);
    }
    void mappingsOfWhatIsNotSampledAreForgottenAndReadAgain() {
        Fixture f({.memory = 20'000});
        for (int pid = 1; pid <= 100; ++pid)
            f.living(pid, "many", second, "/bin/many");
        for (int pid = 1; pid <= 100; ++pid) {
            for (std::uint64_t i = 0; i < 10; ++i)
                f.source.living[pid].mappings.push_back(mapping(0x10000 + i * 0x1000, "/lib/of.so"));
        }
        readAll(f.table);
        f.table.retire(second);
        f.table.processOf(7, second);
        f.table.retire(second);
        QVERIFY(f.table.memory() <= 20'000);
        QVERIFY(f.table.evicted() > 0);
        const auto taken = f.source.snapshotsTaken;
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x10000), "/lib/of.so");
        QCOMPARE(f.source.snapshotsTaken, taken);
        for (int pid = 1; pid <= 100; ++pid)
            QCOMPARE(f.pathAt(f.table.processOf(pid, second), 0x10000), "/lib/of.so");
        QVERIFY(f.source.snapshotsTaken > taken);
    }
    void mappingsThatFoundNoRoomAreReadLater() {
        Fixture f({}, 2);
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        f.table.apply(map(11 * second, 7, 0x5000, "/lib/first.so"));
        f.table.apply(map(11 * second, 7, 0x6000, "/lib/second.so"));
        QCOMPARE(f.modules.refused(), 1u);
        auto process = f.table.processOf(7, second);
        QVERIFY(process->space->find(0x6000)->module.isNone());
        QVERIFY(process->readAgainAt > monotonicTime());
        f.modules.sweep({}); // there is room again
        f.source.living[7].mappings.push_back(mapping(0x6000, "/lib/second.so"));
        process->readAgainAt = 1;
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x6000), "/lib/second.so");
    }
    void threadsThatEndedAreForgottenAfterAWhile() {
        Fixture f;
        f.living(7, "server", second, "/bin/server");
        readAll(f.table);
        for (int i = 0; i < 1000; ++i) {
            f.table.apply(newThread(11 * second + i * 10, 7, 100 + i));
            f.table.apply(sidebandEvent(Kind::Exit, 11 * second + i * 10 + 5, 7, 100 + i));
        }
        f.table.apply(newThread(11 * second + 20'000, 7, 100)); // the tid of the first thread again
        f.table.retire(13 * second);
        const auto process = f.table.processOf(7, second);
        QCOMPARE(process->threads.size(), 2u);
        QVERIFY(process->threads.contains(100));
        QCOMPARE(process->liveThreads, 2u);
    }
    void unusedModulesAreSwept() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        f.table.apply(fork(11 * second, 7, 8));
        f.table.apply(named(Kind::Exec, 11 * second, 8, 8, "tool"));
        f.table.apply(map(11 * second + 1, 8, 0x5000, "/bin/tool"));
        QCOMPARE(f.modules.used(), 2u);
        f.table.apply(sidebandEvent(Kind::Exit, 12 * second, 8, 8));
        f.table.retire(20 * second);
        std::vector<bool> isUsed(f.modules.capacity());
        f.table.markModules(isUsed);
        f.modules.sweep(isUsed);
        QCOMPARE(f.modules.used(), 1u);
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x1000), "/bin/parent");
    }
};

QTEST_GUILESS_MAIN(ProcessTableLimitsTest)
#include "process_table_limits_test.moc"
