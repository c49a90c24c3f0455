/// Which processes are kept, for how long, and the order of eviction.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/processes/kept_processes.h"
#include "tests/nanoseconds.h"

#include <set>

using namespace candela;

namespace {

SharedProcess keptWithMappings(KeptProcesses& kept, std::int32_t pid, std::uint64_t ranges) {
    auto process = kept.make(pid);
    process->identity->startTime = second;
    process->space = std::make_shared<AddressSpace>();
    for (std::uint64_t i = 0; i < ranges; ++i)
        process->space->insert({0x1000 * i, 0x1000 * i + 0x800, 0, ModuleNumber(0)});
    kept.add(process);
    return process;
}

} // namespace

class KeptProcessesTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsMadeIsKeptOnceItIsAdded() {
        KeptProcesses kept({});
        const auto process = kept.make(7);
        QVERIFY(!kept.find(7));
        QCOMPARE(process->identity->pid, 7);
        QVERIFY(process->space->ranges().empty());
        kept.add(process);
        QCOMPARE(kept.find(7), process);
        QCOMPARE(kept.size(), 1u);
    }
    void whatEndedLosesItsMappingsFirstAndItsPidThen() {
        KeptProcesses kept({});
        const auto process = keptWithMappings(kept, 7, 3);
        kept.end(process, 10 * second);
        kept.end(process, 12 * second); // reported twice
        QCOMPARE(process->identity->endTime, 10 * second);
        kept.retire(11 * second);
        QCOMPARE(process->space->ranges().size(), 3u);
        kept.retire(11 * second + 1);
        QVERIFY(process->space->ranges().empty());
        kept.retire(13 * second);
        QCOMPARE(kept.find(7), process);
        kept.retire(13 * second + 1);
        QVERIFY(!kept.find(7));
    }
    void theNextOneWithAPidEndsTheOneBeforeAndOutlivesItsRetirement() {
        KeptProcesses kept({});
        const auto before = keptWithMappings(kept, 7, 1);
        const auto next = kept.make(7);
        next->identity->startTime = 5 * second;
        kept.add(next);
        QCOMPARE(before->identity->endTime, 5 * second);
        kept.retire(20 * second);
        QCOMPARE(kept.find(7), next);
        QCOMPARE(next->identity->endTime, 0);
    }
    void aThreadThatEndedStaysForASecondUnlessItsNumberIsUsedAgain() {
        KeptProcesses kept({});
        const auto process = keptWithMappings(kept, 7, 1);
        process->threads[8] = {"eight", second};
        process->threads[9] = {"nine", second};
        kept.endThread(process, 8, 2 * second);
        kept.endThread(process, 9, 2 * second);
        kept.endThread(process, 10, 2 * second); // never met
        process->threads[9] = {"another nine", 2 * second};
        kept.retire(3 * second);
        QCOMPARE(process->threads.size(), 2u);
        kept.retire(3 * second + 1);
        QCOMPARE(process->threads.size(), 1u);
        QCOMPARE(process->threads.begin()->second.name, "another nine");
    }
    void aFullTableForgetsTheEndedFirstAndTheLeastUsedThen() {
        KeptProcesses kept({.processes = 48}); // a sixteenth: three
        for (std::int32_t pid = 1; pid <= 48; ++pid)
            keptWithMappings(kept, pid, 1);
        QVERIFY(kept.isFull());
        kept.retire(2 * second);
        for (std::int32_t pid = 1; pid <= 48; ++pid) {
            if (pid != 20 && pid != 30) kept.use(*kept.find(pid));
        }
        kept.end(kept.find(40), 2 * second); // evicted although it was used, because it has ended
        keptWithMappings(kept, 1, 1);        // replaces the process with its pid
        QCOMPARE(kept.evicted(), 0u);
        keptWithMappings(kept, 49, 1);
        QCOMPARE(kept.evicted(), 3u);
        QCOMPARE(kept.size(), 46u);
        for (std::int32_t pid = 1; pid <= 49; ++pid)
            QCOMPARE(kept.find(pid) == nullptr, pid == 20 || pid == 30 || pid == 40);
    }
    void tooMuchMemoryCostsTheDetailsOfWhatNoSampleMetForLongest() {
        constexpr std::size_t bytes = 16 * sizeof(MappedRange); // minimum size of the mappings of each
                                                                // process
        KeptProcesses kept({.memory = 10 * 2 * bytes});
        for (std::int32_t pid = 1; pid <= 40; ++pid)
            keptWithMappings(kept, pid, 16);
        const auto before = kept.find(1)->space->ranges().size();
        QCOMPARE(before, 16u);
        kept.use(*kept.find(5));
        kept.retire(2 * second); // all were created in this turn: none can be evicted
        QVERIFY(kept.memory() >= 40 * bytes);
        kept.use(*kept.find(5));
        kept.retire(2 * second);
        QVERIFY(kept.memory() <= kept.limits().memory);
        QCOMPARE(kept.size(), 40u); // their pids stay known
        QCOMPARE(kept.find(5)->space->ranges().size(), 16u);
        std::set<std::int32_t> bare;
        for (std::int32_t pid = 1; pid <= 40; ++pid) {
            if (!kept.find(pid)->space->ranges().empty()) continue;
            bare.insert(pid);
            QCOMPARE(kept.find(pid)->readAgainAt, LiveProcess::atOnce);
        }
        QCOMPARE(kept.evicted(), bare.size());
    }
    void mappingsThatForksShareCountOnce() {
        KeptProcesses kept({});
        const auto parent = keptWithMappings(kept, 1, 1000);
        kept.retire(second);
        const auto alone = kept.memory();
        for (std::int32_t pid = 2; pid <= 4; ++pid) {
            const auto child = kept.make(pid);
            child->space = parent->space;
            kept.add(child);
        }
        kept.retire(second);
        QVERIFY(kept.memory() <= alone);
        QVERIFY(kept.memory() > alone - 8);
    }
};

QTEST_GUILESS_MAIN(KeptProcessesTest)
#include "kept_processes_test.moc"
