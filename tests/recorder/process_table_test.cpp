#include <QTest> // before all else: moc stumbles over <concepts> otherwise

#include "recorder/process_table.h"

#include <map>

using namespace candela;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// A made-up /proc.
class MadeUpProcesses : public ProcessSource {
public:
    std::map<std::int32_t, ProcessSnapshot> living;
    std::map<std::pair<std::int32_t, std::int32_t>, std::string> names;
    int snapshotsTaken = 0;

    std::vector<std::int32_t> processes() override {
        std::vector<std::int32_t> pids;
        for (const auto& [pid, snapshot] : living)
            pids.push_back(pid);
        return pids;
    }
    std::optional<ProcessSnapshot> snapshot(std::int32_t pid) override {
        ++snapshotsTaken;
        const auto found = living.find(pid);
        if (found == living.end()) return std::nullopt;
        return found->second;
    }
    std::string threadName(std::int32_t pid, std::int32_t tid) override { return names[{pid, tid}]; }
};

FileMapping mapping(std::uint64_t start, const char* path) {
    FileMapping mapping;
    mapping.start = start;
    mapping.end = start + 0x1000;
    mapping.file.inode = qHash(QByteArray(path));
    mapping.path = path;
    return mapping;
}

SidebandEvent news(SidebandEvent::Kind kind, std::int64_t time, std::int32_t pid, std::int32_t tid) {
    SidebandEvent event;
    event.kind = kind;
    event.time = time;
    event.pid = pid;
    event.tid = tid;
    return event;
}

SidebandEvent fork(std::int64_t time, std::int32_t parent, std::int32_t child) {
    auto fork = news(SidebandEvent::Kind::Fork, time, child, child);
    fork.parentPid = fork.parentTid = parent;
    return fork;
}

SidebandEvent newThread(std::int64_t time, std::int32_t pid, std::int32_t tid) {
    auto thread = news(SidebandEvent::Kind::Fork, time, pid, tid);
    thread.parentPid = thread.parentTid = pid;
    return thread;
}

SidebandEvent named(SidebandEvent::Kind kind, std::int64_t time, std::int32_t pid, std::int32_t tid,
                    const char* name) {
    auto result = news(kind, time, pid, tid);
    result.name = name;
    return result;
}

SidebandEvent map(std::int64_t time, std::int32_t pid, std::uint64_t start, const char* path) {
    auto result = news(SidebandEvent::Kind::Map, time, pid, pid);
    result.mapping = mapping(start, path);
    return result;
}

struct Fixture {
    MadeUpProcesses source;
    ModuleTable modules;
    ProcessTable table{source, modules};

    void living(std::int32_t pid, const char* name, std::int64_t startTime, const char* path,
                std::uint32_t threads = 1) {
        ProcessSnapshot snapshot;
        snapshot.pid = pid;
        snapshot.name = name;
        snapshot.startTime = startTime;
        snapshot.takenAt = 10 * second;
        snapshot.threads = threads;
        snapshot.mappings.push_back(mapping(0x1000, path));
        source.living[pid] = snapshot;
    }
    std::string pathAt(const SharedProcess& process, std::uint64_t address) {
        const auto* range = process->space->find(address);
        return range ? modules[range->module].path : "none";
    }
};

using Kind = SidebandEvent::Kind;

} // namespace

class ProcessTableTest : public QObject {
    Q_OBJECT
private slots:
    void aProcessFromBeforeIsReadOnce() {
        Fixture f;
        f.living(7, "old", 3 * second, "/bin/old");
        f.table.readAll();
        const auto process = f.table.processOf(7, 3 * second + 4'000'000);
        QCOMPARE(process->identity->name, "old");
        QCOMPARE(f.pathAt(process, 0x1800), "/bin/old");
        QCOMPARE(process->identity->startTime, 3 * second + 4'000'000); // the kernel knows it exactly
        QCOMPARE(f.source.snapshotsTaken, 1);
    }
    void aForkSharesMappingsAndAnExecForgetsThem() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        f.table.readAll();
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
        f.table.readAll();
        f.table.apply(fork(11 * second, 7, 8));
        f.table.apply(map(12 * second, 7, 0x5000, "/lib/late.so"));
        QCOMPARE(f.pathAt(f.table.processOf(8, 11 * second), 0x5000), "none");
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x5000), "/lib/late.so");
    }
    void aReusedPidIsAnotherProcess() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        f.table.readAll();
        f.table.apply(fork(11 * second, 7, 8));
        f.table.apply(named(Kind::Exec, 11 * second + 1, 8, 8, "first"));
        const auto first = f.table.processOf(8, 11 * second);
        f.table.apply(news(Kind::Exit, 12 * second, 8, 8));
        f.table.apply(fork(13 * second, 7, 8));
        const auto second_ = f.table.processOf(8, 13 * second);
        QVERIFY(first != second_);
        QCOMPARE(first->identity->name, "first");
        QCOMPARE(first->identity->endTime, 12 * second);
        QCOMPARE(second_->identity->name, "parent");
        QCOMPARE(second_->identity->endTime, 0);
    }
    void aSampleOfAReusedPidNeverGoesToTheOldProcess() {
        Fixture f; // the news about the change were lost
        f.living(8, "first", second, "/bin/first");
        f.table.readAll();
        f.living(8, "second", 20 * second, "/bin/second");
        const auto process = f.table.processOf(8, 20 * second);
        QCOMPARE(process->identity->name, "second");
        QCOMPARE(f.pathAt(process, 0x1000), "/bin/second");
    }
    void aProcessThatNobodyKnowsIsStillAProcess() {
        Fixture f;
        const auto process = f.table.processOf(99, 5 * second);
        QCOMPARE(process->identity->pid, 99);
        QCOMPARE(process->identity->startTime, 5 * second);
        QVERIFY(f.table.processOf(99, 5 * second) == process);
    }
    void newsFromBeforeTheReadAreInItAlready() {
        Fixture f;
        f.living(8, "tool", 9 * second, "/bin/tool"); // read at 10 s
        f.living(7, "parent", second, "/bin/parent");
        f.table.readAll();
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
        f.table.readAll();
        f.table.apply(newThread(11 * second, 7, 71));
        f.table.apply(newThread(11 * second, 7, 72));
        f.table.apply(named(Kind::Name, 11 * second + 1, 7, 72, "writer"));
        const auto process = f.table.processOf(7, second);
        QCOMPARE(f.table.threadOf(*process, 70).name, "old-worker"); // read when a sample asks
        QCOMPARE(f.table.threadOf(*process, 71).name, "server");     // as the one that started it
        QCOMPARE(f.table.threadOf(*process, 72).name, "writer");
        QCOMPARE(f.table.threadOf(*process, 71).startTime, 11 * second);
        QCOMPARE(process->identity->name, "server");
    }
    void aProcessEndsWithItsLastThread() {
        Fixture f;
        f.living(7, "server", second, "/bin/server", 2);
        f.table.readAll();
        f.table.apply(newThread(11 * second, 7, 71));
        f.table.apply(news(Kind::Exit, 12 * second, 7, 7)); // the first one may end before the others
        f.table.apply(news(Kind::Exit, 13 * second, 7, 70));
        QCOMPARE(f.table.processOf(7, second)->identity->endTime, 0);
        f.table.apply(news(Kind::Exit, 14 * second, 7, 71));
        QCOMPARE(f.table.processOf(7, second)->identity->endTime, 14 * second);
    }
    void theDeadAreForgottenAfterAWhile() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        f.table.readAll();
        for (int i = 0; i < 100; ++i) {
            f.table.apply(fork(11 * second + i, 7, 100 + i));
            f.table.apply(news(Kind::Exit, 12 * second + i, 100 + i, 100 + i));
        }
        QCOMPARE(f.table.size(), 101u);
        f.table.retire(12 * second + 50);
        QCOMPARE(f.table.size(), 51u);
        f.table.retire(20 * second);
        QCOMPARE(f.table.size(), 1u);
    }
    void aStartTimeThatWasToldNeverChanges() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        f.table.readAll();
        f.table.apply(fork(11 * second, 7, 8));
        f.table.processOf(8, 11 * second)->parent->isPublished = true; // a segment named the parent
        QCOMPARE(f.table.processOf(7, second + 3'000'000)->identity->startTime, second);
        QCOMPARE(f.table.processOf(7, second + 3'000'000)->identity->name, "parent");
    }
    void afterLostNewsProcessesAreReadAgain() {
        Fixture f;
        f.living(7, "before", second, "/bin/before");
        f.table.readAll();
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x1000), "/bin/before");
        f.table.apply(news(Kind::Lost, 15 * second, 0, 0));
        f.living(7, "after", second, "/bin/after");
        f.source.living[7].takenAt = monotonicTime() + second;
        const auto process = f.table.processOf(7, second);
        QCOMPARE(process->identity->name, "after");
        QCOMPARE(f.pathAt(process, 0x1000), "/bin/after");
        const auto taken = f.source.snapshotsTaken;
        f.table.processOf(7, second);
        QCOMPARE(f.source.snapshotsTaken, taken); // once is enough
    }
    void aFullTableStillNamesTheProcessOfASample() {
        Fixture f;
        f.living(1, "first", second, "/bin/first");
        f.table.readAll();
        for (std::size_t i = 0; i < ProcessTable::maximumProcesses + 10; ++i)
            f.table.apply(fork(11 * second, 1, static_cast<std::int32_t>(1000 + i)));
        QCOMPARE(f.table.size(), ProcessTable::maximumProcesses);
        const auto pid = static_cast<std::int32_t>(1000 + ProcessTable::maximumProcesses + 5);
        QCOMPARE(f.table.processOf(pid, 11 * second)->identity->pid, pid);
        QVERIFY(f.table.refused() > 0);
    }
    void unusedModulesAreSwept() {
        Fixture f;
        f.living(7, "parent", second, "/bin/parent");
        f.table.readAll();
        f.table.apply(fork(11 * second, 7, 8));
        f.table.apply(named(Kind::Exec, 11 * second, 8, 8, "tool"));
        f.table.apply(map(11 * second + 1, 8, 0x5000, "/bin/tool"));
        QCOMPARE(f.modules.used(), 2u);
        f.table.apply(news(Kind::Exit, 12 * second, 8, 8));
        f.table.retire(20 * second);
        std::vector<bool> isUsed(f.modules.capacity());
        f.table.markModules(isUsed);
        f.modules.sweep(isUsed);
        QCOMPARE(f.modules.used(), 1u);
        QCOMPARE(f.pathAt(f.table.processOf(7, second), 0x1000), "/bin/parent");
    }
};

QTEST_GUILESS_MAIN(ProcessTableTest)
#include "process_table_test.moc"
