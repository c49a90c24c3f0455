#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/base/clock.h"
#include "tests/recorder/made_up_processes.h"

using namespace candela;

class ProcessTableTest : public QObject {
    Q_OBJECT
private slots:
    void processesAreReadBitByBit() {
        Fixture f;
        f.living(7, "old", 3 * second, "/bin/old");
        f.table.beginReading();
        QVERIFY(!f.table.readOn(0)); // no time
        QCOMPARE(f.table.size(), 0u);
        QVERIFY(f.table.readOn(std::numeric_limits<std::int64_t>::max()));
        QVERIFY(f.table.size() > 0);
    }
    void aProcessFromBeforeIsReadOnce() {
        Fixture f;
        f.living(7, "old", 3 * second, "/bin/old");
        readAll(f.table);
        const auto process = f.table.processOf(7, 3 * second + 4'000'000);
        QCOMPARE(process->identity->name, "old");
        QCOMPARE(f.pathAt(process, 0x1800), "/bin/old");
        QCOMPARE(process->identity->startTime, 3 * second + 4'000'000); // the exact start that the kernel
                                                                        // reported
        QCOMPARE(f.source.snapshotsTaken, 1);
    }
    void aProcessThatCouldNotBeReadIsReadLater() {
        Fixture f;
        f.living(7, "late", 3 * second, "/bin/late");
        f.source.answers = false;
        const auto unread = f.table.processOf(7, 3 * second);
        QCOMPARE(f.pathAt(unread, 0x1800), "none");
        QVERIFY(unread->readAgainAt > monotonicTime());
        unread->readAgainAt = LiveProcess::atOnce;
        QVERIFY(f.table.processOf(7, 3 * second)->readAgainAt > monotonicTime()); // the second request is
                                                                                  // postponed again
        f.source.answers = true;
        unread->readAgainAt = LiveProcess::atOnce;
        const auto process = f.table.processOf(7, 3 * second);
        QCOMPARE(f.pathAt(process, 0x1800), "/bin/late");
        QCOMPARE(process->identity->name, "late");
        QCOMPARE(f.table.processOf(8, 3 * second)->readAgainAt, 0); // the process does not exist
    }
    void aForkSharesMappingsAndAnExecForgetsThem() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        f.table.apply(fork(11 * second, 7, 8));
        auto child = f.table.processOf(8, 11 * second);
        QCOMPARE(f.pathAt(child, 0x1000), "/bin/parent");
        QCOMPARE(child->identity->name, "parent");
        QCOMPARE(child->parent->pid, 7);

        f.table.apply(named(Kind::Exec, 12 * second, 8, 8, "tool"));
        f.table.apply(map(12 * second + 1, 8, 0x5000, "/bin/tool"));
        child = f.table.processOf(8, 11 * second);
        QCOMPARE(f.pathAt(child, 0x1000), "none");
        QCOMPARE(f.pathAt(child, 0x5000), "/bin/tool");
        QCOMPARE(child->identity->name, "tool");
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x1000), "/bin/parent");
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x5000), "none");
    }
    void whatAParentMapsLaterIsNotItsChilds() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        f.table.apply(fork(11 * second, 7, 8));
        f.table.apply(map(12 * second, 7, 0x5000, "/lib/late.so"));
        QCOMPARE(f.pathAt(f.table.processOf(8, 11 * second), 0x5000), "none");
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x5000), "/lib/late.so");
    }
    void aReusedPidIsAnotherProcess() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        f.table.apply(fork(11 * second, 7, 8));
        f.table.apply(named(Kind::Exec, 11 * second + 1, 8, 8, "first"));
        const auto first = f.table.processOf(8, 11 * second);
        f.table.apply(sidebandEvent(Kind::Exit, 12 * second, 8, 8));
        f.table.apply(fork(13 * second, 7, 8));
        const auto second_ = f.table.processOf(8, 13 * second);
        QVERIFY(first != second_);
        QCOMPARE(first->identity->name, "first");
        QCOMPARE(first->identity->endTime, 12 * second);
        QCOMPARE(second_->identity->name, "parent");
        QCOMPARE(second_->identity->endTime, 0);
    }
    void aSampleOfAReusedPidNeverGoesToTheOldProcess() {
        Fixture f; // the event of the change was lost
        f.living(8, "first", second, "/bin/first");
        readAll(f.table);
        f.living(8, "second", 20 * second, "/bin/second");
        const auto process = f.table.processOf(8, 20 * second);
        QCOMPARE(process->identity->name, "second");
        QCOMPARE(f.pathAt(process, 0x1000), "/bin/second");
    }
    void anUnknownProcessIsStillAProcess() {
        Fixture f;
        const auto process = f.table.processOf(99, 5 * second);
        QCOMPARE(process->identity->pid, 99);
        QCOMPARE(process->identity->startTime, 5 * second);
        QVERIFY(f.table.processOf(99, 5 * second) == process);
    }
    void eventsFromBeforeTheReadAreInItAlready() {
        Fixture f;
        f.living(8, "tool", 9 * second, "/bin/tool"); // read at 10 s
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        f.table.apply(fork(9 * second, 7, 8));
        f.table.apply(named(Kind::Exec, 9 * second + 1, 8, 8, "tool"));
        const auto process = f.table.processOf(8, 9 * second);
        QCOMPARE(process->identity->name, "tool");
        QCOMPARE(f.pathAt(process, 0x1000), "/bin/tool");
    }
    void threadsHaveTheirNames() {
        Fixture f;
        f.living(7, "server", second, "/bin/server", 2);
        f.source.names[{7, 70}] = "old-worker";
        readAll(f.table);
        f.table.apply(newThread(11 * second, 7, 71));
        f.table.apply(newThread(11 * second, 7, 72));
        f.table.apply(named(Kind::Name, 11 * second + 1, 7, 72, "writer"));
        const auto process = f.table.processOf(7, second);
        QCOMPARE(f.table.threadOf(*process, 70).name, "old-worker"); // read when a sample needs it
        QCOMPARE(f.table.threadOf(*process, 71).name, "server");     // inherited from the thread that started
                                                                     // it
        QCOMPARE(f.table.threadOf(*process, 72).name, "writer");
        QCOMPARE(f.table.threadOf(*process, 71).startTime, 11 * second);
        QCOMPARE(process->identity->name, "server");
    }
    void aProcessEndsWithItsLastThread() {
        Fixture f;
        f.living(7, "server", second, "/bin/server", 2);
        readAll(f.table);
        f.table.apply(newThread(11 * second, 7, 71));
        f.table.apply(
            sidebandEvent(Kind::Exit, 12 * second, 7, 7)); // the first thread may end before the others
        f.table.apply(sidebandEvent(Kind::Exit, 13 * second, 7, 70));
        QCOMPARE(f.table.processOf(7, second)->identity->endTime, 0);
        f.table.apply(sidebandEvent(Kind::Exit, 14 * second, 7, 71));
        QCOMPARE(f.table.processOf(7, second)->identity->endTime, 14 * second);
    }
    void aStartTimeThatWasReportedNeverChanges() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        readAll(f.table);
        f.table.apply(fork(11 * second, 7, 8));
        f.table.processOf(8, 11 * second)->parent->isPublished = true; // a segment named the parent
        QCOMPARE(f.table.processOf(7, second + 3'000'000)->identity->startTime, second);
        QCOMPARE(f.table.processOf(7, second + 3'000'000)->identity->name, "parent");
    }
    void afterLostEventsProcessesAreReadAgain() {
        Fixture f;
        f.living(7, "before", second, "/bin/before");
        readAll(f.table);
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x1000), "/bin/before");
        f.table.apply(sidebandEvent(Kind::Lost, 15 * second, 0, 0));
        f.living(7, "after", second, "/bin/after");
        f.source.living[7].takenAt = monotonicTime() + second;
        const auto process = f.table.processOf(7, second);
        QCOMPARE(process->identity->name, "after");
        QCOMPARE(f.pathAt(process, 0x1000), "/bin/after");
        const auto taken = f.source.snapshotsTaken;
        f.table.processOf(7, second);
        QCOMPARE(f.source.snapshotsTaken, taken); // a second read is not needed
    }
    void anExecChainIsAProcessForEachProgram() {
        Fixture f;
        f.living(7, "shell", second, "/bin/shell");
        readAll(f.table);
        f.table.apply(fork(11 * second, 7, 8));
        const auto child = f.table.processOf(8, 11 * second - 1000);
        f.table.apply(named(Kind::Exec, 12 * second, 8, 8, "one"));
        const auto one = f.table.processOf(8, 11 * second - 1000);
        f.table.apply(named(Kind::Exec, 13 * second, 8, 8, "two"));
        const auto two = f.table.processOf(8, 11 * second - 1000);
        QCOMPARE(child->identity->name, "shell");
        QCOMPARE(child->identity->startTime, 11 * second - 1000);
        QCOMPARE(child->identity->endTime, 12 * second);
        QCOMPARE(one->identity->name, "one");
        QCOMPARE(one->identity->startTime, 12 * second);
        QCOMPARE(one->identity->endTime, 13 * second);
        QCOMPARE(two->identity->name, "two");
        QCOMPARE(two->identity->endTime, 0);
        QCOMPARE(two->parent->pid, 7);
        QVERIFY(f.table.find(*one->identity) == two); // the process's ancestors are kept
        f.table.apply(sidebandEvent(Kind::Exit, 14 * second, 8, 8));
        f.table.retire(20 * second);
        QCOMPARE(f.table.size(), 1u);
    }
    void aProgramOfAnUnknownProcessIsKnownFromItsStart() {
        Fixture f; // the process is not in /proc any more
        f.table.apply(named(Kind::Exec, 12 * second, 8, 8, "tool"));
        f.table.apply(map(12 * second + 1, 8, 0x5000, "/bin/tool"));
        const auto process = f.table.processOf(8, 11 * second);
        QCOMPARE(process->identity->name, "tool");
        QCOMPARE(f.pathAt(process, 0x5000), "/bin/tool");
        QCOMPARE(f.source.snapshotsTaken, 0);
    }
    void aThreadThatRunsAProgramIsItsProcess() {
        Fixture f; // the kernel ends the other threads first, then it gets the pid of the first
        f.living(7, "server", second, "/bin/server", 3);
        readAll(f.table);
        f.table.apply(sidebandEvent(Kind::Exit, 12 * second, 7, 71));
        f.table.apply(sidebandEvent(Kind::Exit, 12 * second + 1, 7, 7));
        f.table.apply(named(Kind::Exec, 12 * second + 2, 7, 7, "tool"));
        const auto process = f.table.processOf(7, second);
        QCOMPARE(process->identity->name, "tool");
        QCOMPARE(f.table.threadOf(*process, 7).name, "tool");
        QCOMPARE(process->identity->endTime, 0);
        f.table.apply(sidebandEvent(Kind::Exit, 13 * second, 7, 7));
        QCOMPARE(process->identity->endTime, 13 * second);
    }
    void aLibraryReplacesAnother() {
        Fixture f;
        f.living(7, "plugins", second, "/bin/plugins");
        readAll(f.table);
        f.table.apply(map(11 * second, 7, 0x5000, "/lib/first.so"));
        const auto before = f.table.processOf(7, second)->space;
        f.table.apply(map(12 * second, 7, 0x5000, "/lib/second.so"));
        QCOMPARE(f.modules[before->find(0x5000)->module].path, "/lib/first.so");
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x5000), "/lib/second.so");
    }
    void anExecWithoutAnEventIsSeenWhenReadAgain() {
        Fixture f;
        f.living(7, "before", second, "/bin/before");
        readAll(f.table);
        const auto before = f.table.processOf(7, second);
        f.table.apply(sidebandEvent(Kind::Lost, 15 * second, 0, 0));
        f.living(7, "after", second, "/bin/after");
        f.source.living[7].takenAt = monotonicTime() + second;
        const auto after = f.table.processOf(7, second);
        QCOMPARE(before->identity->name, "before");
        QVERIFY(before->identity->endTime != 0);
        QCOMPARE(f.pathAt(before, 0x1000), "/bin/before");
        QCOMPARE(after->identity->name, "after");
        QVERIFY(f.table.processOf(7, second) == after);
    }
};

QTEST_GUILESS_MAIN(ProcessTableTest)
#include "process_table_test.moc"
