#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"
#include "recorder/base/processors.h"
#include "recorder/base/sideband.h"
#include "recorder/base/suspend_watch.h"

#include <QTest>

#include <cstring>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace candela;

namespace {

/// Bytes of a record, as the kernel lays it out; the sample_id behind it has time 42.
class Record {
public:
    Record(std::uint32_t type, std::uint16_t misc) {
        add(type);
        add(misc);
        add(std::uint16_t{0});
    }
    template<typename T>
    Record& add(T value) {
        const auto* begin = reinterpret_cast<const std::byte*>(&value);
        m_bytes.insert(m_bytes.end(), begin, begin + sizeof value);
        return *this;
    }
    Record& text(const char* value) {
        const std::size_t size = (std::strlen(value) + 8) / 8 * 8;
        for (std::size_t i = 0; i < size; ++i)
            add(i < std::strlen(value) ? value[i] : '\0');
        return *this;
    }
    std::optional<SidebandEvent> read() {
        auto bytes = m_bytes;
        Record id(0, 0);
        id.add(std::uint64_t{0}).add(std::uint64_t{42}).add(std::uint64_t{0});
        bytes.insert(bytes.end(), id.m_bytes.begin() + 8, id.m_bytes.end());
        return readSidebandRecord(bytes);
    }
    std::optional<SidebandEvent> readCut(std::size_t size) {
        return readSidebandRecord(std::span(m_bytes).first(std::min(size, m_bytes.size())));
    }

private:
    std::vector<std::byte> m_bytes;
};

Record mapRecord(std::uint32_t protection) {
    Record record(PERF_RECORD_MMAP2, 0);
    record.add(7).add(8).add(std::uint64_t{0x1000}).add(std::uint64_t{0x500}).add(std::uint64_t{0x200});
    record.add(1u).add(2u).add(std::uint64_t{99}).add(std::uint64_t{3}).add(protection).add(0u);
    return record.text("/lib/some.so");
}

} // namespace

class SidebandEventsTest : public QObject {
    Q_OBJECT
private slots:
    void aMappingIsRead() {
        const auto event = mapRecord(PROT_READ | PROT_EXEC).read();
        QVERIFY(event);
        QCOMPARE(event->kind, SidebandEvent::Kind::Map);
        QCOMPARE(event->time, 42);
        QCOMPARE(event->pid, 7);
        QCOMPARE(event->mapping.start, 0x1000u);
        QCOMPARE(event->mapping.end, 0x1500u);
        QCOMPARE(event->mapping.fileOffset, 0x200u);
        QCOMPARE(event->mapping.file, (FileIdentity{1, 2, 99, 3}));
        QCOMPARE(event->mapping.path, "/lib/some.so");
    }
    void aMappingWithoutCodeIsOfNoInterest() { QVERIFY(!mapRecord(PROT_READ).read()); }
    void aNewNameIsNoNewProgram() {
        const auto name = Record(PERF_RECORD_COMM, 0).add(7).add(8).text("worker").read();
        QVERIFY(name && name->kind == SidebandEvent::Kind::Name);
        QCOMPARE(name->name, "worker");
        const auto exec =
            Record(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC).add(7).add(7).text("ls").read();
        QVERIFY(exec && exec->kind == SidebandEvent::Kind::Exec);
    }
    void aForkHasParentAndChild() {
        const auto fork =
            Record(PERF_RECORD_FORK, 0).add(8).add(7).add(80).add(70).add(std::uint64_t{41}).read();
        QVERIFY(fork && fork->kind == SidebandEvent::Kind::Fork);
        QCOMPARE(fork->pid, 8);
        QCOMPARE(fork->parentPid, 7);
        QCOMPARE(fork->tid, 80);
        QCOMPARE(fork->parentTid, 70);
    }
    void lostEventsAreCounted() {
        const auto lost = Record(PERF_RECORD_LOST, 0).add(std::uint64_t{1}).add(std::uint64_t{17}).read();
        QVERIFY(lost && lost->kind == SidebandEvent::Kind::Lost);
        QCOMPARE(lost->count, 17u);
    }
    void generatedKernelCodeIsLoadedAndUnloaded() {
        const auto record = [](std::uint16_t flags) {
            Record record(PERF_RECORD_KSYMBOL, 0);
            record.add(std::uint64_t{0xffffffffc0000100}).add(std::uint32_t{0x80});
            record.add(std::uint16_t{PERF_RECORD_KSYMBOL_TYPE_BPF}).add(flags);
            return record.text("bpf_prog_0123_filter").read();
        };
        const auto loaded = record(0);
        QVERIFY(loaded && loaded->kind == SidebandEvent::Kind::KernelCodeLoaded);
        QCOMPARE(loaded->name, "bpf_prog_0123_filter");
        QCOMPARE(loaded->mapping.start, 0xffffffffc0000100u);
        QCOMPARE(loaded->mapping.end, 0xffffffffc0000180u);
        QCOMPARE(loaded->mapping.path, "[bpf]");
        const auto unloaded = record(PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER);
        QVERIFY(unloaded && unloaded->kind == SidebandEvent::Kind::KernelCodeUnloaded);
        QCOMPARE(unloaded->mapping.start, 0xffffffffc0000100u);
    }
    void aCutRecordIsIgnored() {
        for (std::size_t size = 0; size < 64; ++size)
            QVERIFY(!mapRecord(PROT_EXEC).readCut(size));
    }
    void otherRecordsAreIgnored() { QVERIFY(!Record(PERF_RECORD_SAMPLE, 0).add(std::uint64_t{1}).read()); }

    void aPathInMapsMayHaveLineEnds() {
        const auto maps =
            readMaps("55d0c0001000-55d0c0003000 r-xp 00001000 fd:01 123   /tmp/two\\012lines\n");
        QCOMPARE(maps.size(), 1u);
        QCOMPARE(maps[0].path, "/tmp/two\nlines");
    }
    void executableLinesOfMapsAreRead() {
        const auto maps = readMaps("55d0c0000000-55d0c0001000 r--p 00000000 fd:01 123   /usr/bin/a b\n"
                                   "55d0c0001000-55d0c0003000 r-xp 00001000 fd:01 123   /usr/bin/a b\n"
                                   "7f0000000000-7f0000001000 rwxp 00000000 00:00 0 \n"
                                   "7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0     [vdso]\n"
                                   "nonsense\n");
        QCOMPARE(maps.size(), 3u);
        QCOMPARE(maps[0].path, "/usr/bin/a b");
        QCOMPARE(maps[0].start, 0x55d0c0001000u);
        QCOMPARE(maps[0].fileOffset, 0x1000u);
        QCOMPARE(maps[0].file, (FileIdentity{0xfd, 1, 123, 0}));
        QCOMPARE(maps[1].path, "//anon");
        QCOMPARE(maps[2].path, "[vdso]");
    }
    void thisProcessIsRead() {
        ProcFiles files;
        const auto snapshot = files.snapshot(::getpid());
        QVERIFY(snapshot);
        QCOMPARE(snapshot->name, "sideband_events"); // the kernel keeps fifteen characters
        QCOMPARE(snapshot->parentPid, ::getppid());
        QVERIFY(snapshot->startTime < monotonicTime());
        QVERIFY(snapshot->startTime > monotonicTime() - 600'000'000'000);
        QVERIFY(!snapshot->mappings.empty());
        QCOMPARE(files.threadName(::getpid(), ::getpid()), "sideband_events");
        QVERIFY(isThere(::getpid()));
        const auto status = readSystemFile("/proc/self/status");
        QCOMPARE(readUsers(status)->saved, ::getuid());
        QCOMPARE(readGroups(status)->effective, ::getgid());
    }
    void aProcessThatDoesNotExistHasNothing() {
        ProcFiles files;
        QVERIFY(!files.snapshot(1 << 30));
        QVERIFY(files.threadName(1 << 30, 1).empty());
        QVERIFY(!isThere(1 << 30));
        QVERIFY(!readUsers(""));
        QCOMPARE(startTicks(1 << 30), 0u);
    }
    void processorsAreCounted() {
        QVERIFY(!onlineProcessors().empty());
        QVERIFY(possibleProcessors() >= onlineProcessors().size());
        QVERIFY(processorTimes().idle.size() >= onlineProcessors().size());
        QCOMPARE(processorTimes().stolen.size(), processorTimes().idle.size());
    }
    void aSuspensionIsNoticedOnce() {
        constexpr std::int64_t second = 1'000'000'000;
        SuspendWatch watch;
        QVERIFY(!watch.look(100 * second, 150 * second)); // the suspend was before the recording
        QVERIFY(!watch.look(101 * second, 151 * second + 1000));
        QCOMPARE(watch.look(102 * second, 162 * second).value_or(0), 10 * second);
        QVERIFY(!watch.look(103 * second, 163 * second));
        QVERIFY(timeSinceBoot() >= monotonicTime() - second);
    }
};

QTEST_GUILESS_MAIN(SidebandEventsTest)
#include "sideband_events_test.moc"
