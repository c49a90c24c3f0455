/// perf.data: which processes ran with which mappings, and when they did not run.
#include "tests/perf_data_captures.h"

#include <QTest>

using namespace candela;

class PerfDataProcessesTest : public QObject {
    Q_OBJECT

private slots:
    void aNewProgramIsAProcessOfItsOwnWithoutTheMappingsOfTheOld() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "sh");
        writer.addMap(10, 0x1000, 0x1000, 0, "/bin/sh");
        writer.addSample(userSample(10, 10, 100, {0x1100}));
        writer.addName(10, 10, "ls", 200, perf::miscExec);
        writer.addSample(userSample(10, 10, 300, {0x1100}));
        writer.addMap(10, 0x1000, 0x1000, 0, "/bin/ls", 400);
        writer.addSample(userSample(10, 10, 500, {0x1100}));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(
            linesOf(*profile, "cpu-clock"),
            QStringList({"sh/sh 0: /bin/sh+0x100 1", "ls/ls 200: ?+0x1100 1", "ls/ls 400: /bin/ls+0x100 1"}));
        QCOMPARE(profile->processes.size(), std::size_t(2));
        QCOMPARE(profile->processes[1].startTime, std::int64_t(100));
    }

    void aNewNameOfAnOldKernelMayBeANewProgramWithTheSameMappings() {
        PerfDataWriter writer;
        writer.addEvent({.name = "cpu-clock", .ids = {1}}); // without the flag that Linux 3.16 introduced
        writer.addName(10, 10, "perf");
        writer.addMap(10, 0x1000, 0x1000, 0, "/bin/both");
        writer.addSample(userSample(10, 10, 100, {0x1100}));
        writer.addName(10, 10, "sleep", 200);
        writer.addSample(userSample(10, 10, 300, {0x1100}));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"perf/perf 0: /bin/both+0x100 1", "sleep/sleep 200: /bin/both+0x100 1"}));
    }

    void aRenamedThreadHasItsLastName() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "server");
        writer.addFork(10, 10, 11, 10, 50);
        writer.addSample(userSample(10, 11, 100, {0x1100}));
        writer.addName(10, 11, "worker", 200);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"), QStringList({"server/worker 0: ?+0x1100 1"}));
        QCOMPARE(profile->threads[0].startTime, std::int64_t(-50));
    }

    void aForkSharesMappingsUntilOneOfBothMaps() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "server");
        writer.addMap(10, 0x1000, 0x1000, 0, "/opt/server");
        writer.addFork(20, 10, 20, 10, 100);
        writer.addMap(20, 0x1800, 0x800, 0, "/opt/plugin", 150);
        writer.addSample(userSample(10, 10, 200, {0x1900}));
        writer.addSample(userSample(20, 20, 300, {0x1900, 0x1101}));
        writer.addExit(20, 20, 400);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"server/server 0: /opt/server+0x900 1",
                              "server/server 100: /opt/server+0x100;/opt/plugin+0x100 1"}));
        QCOMPARE(profile->processes[1].pid, 20);
        QCOMPARE(profile->processes[1].parent, ProcessIndex(0));
        QCOMPARE(profile->processes[1].startTime, std::int64_t(-100));
        QCOMPARE(profile->processes[1].endTime, std::int64_t(200));
    }

    void aReusedNumberIsAnotherProcess() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "parent");
        writer.addFork(20, 10, 20, 10, 100);
        writer.addName(20, 20, "first", 110, perf::miscExec);
        writer.addSample(userSample(20, 20, 120, {0x1900}));
        writer.addExit(20, 20, 130);
        writer.addFork(20, 10, 20, 10, 200);
        writer.addSample(userSample(20, 20, 220, {0x1900}));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"first/first 0: ?+0x1900 1", "parent/parent 100: ?+0x1900 1"}));
        QCOMPARE(profile->processes.size(), std::size_t(2));
    }

    void aMappingCoversWhatWasThereBefore() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "a");
        writer.addMap(10, 0x1000, 0x3000, 0x5000, "/old");
        writer.addMap(10, 0x2000, 0x1000, 0, "/new");
        writer.addSample(userSample(10, 10, 1, {0x1800, 0x2801, 0x3801, 0x4001}));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"a/a 0: ?+0x4000;/old+0x7800;/new+0x800;/old+0x5800 1"}));
    }

    void aSwitchEventGivesTheTimeOffTheProcessor() {
        auto writer = writerOfSwitches();
        writer.addName(10, 10, "waiter");
        writer.addName(11, 11, "other");
        const auto leave = [&writer](std::uint32_t from, std::uint32_t to, std::uint64_t time) {
            auto sample = userSample(from, from, time, {0x1000 + from});
            sample.raw = writer.body().u64(0).u32(from).u32(to).u32(0).content();
            writer.addSample(sample);
        };
        leave(10, 11, 1000);
        leave(11, 10, 3500);
        leave(10, 0, 4000);
        for (const auto& bytes : {writer.file(), writer.pipe()}) {
            const auto profile = readBytes(bytes);
            QVERIFY(profile);
            QCOMPARE(linesOf(*profile, "off-cpu"), QStringList({"waiter/waiter 0: ?+0x100a 2500"}));
            QVERIFY(profile->samples[profile->findValue("off-cpu").row()].lasts);
            QCOMPARE(linesOf(*profile, "sched:sched_switch").size(), 3);
            QCOMPARE(profile->shownValue(), profile->findValue("off-cpu"));
        }
    }

    void switchRecordsGiveTheTimeOffTheProcessorWithoutStacks() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "waiter");
        writer.addSample(userSample(10, 10, 100, {0x1000}));
        writer.addEventRecord(perf::Switch, perf::miscSwitchOut, writer.body(), 10, 200);
        writer.addEventRecord(perf::Switch, 0, writer.body(), 10, 900);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "off-cpu"), QStringList({"waiter/waiter 100:  700"}));
        QCOMPARE(profile->shownValue(), profile->findValue("cpu-clock"));
    }

    void buildIdsComeFromTheMappingOrFromTheHeader() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "a");
        std::vector<std::byte> id(20, std::byte(0xab));
        auto mapped = writer.body().u32(10).u32(10).u64(0x1000).u64(0x1000).u64(0);
        mapped.u32(20).bytes(id).u32(5).u32(0).text("/opt/mapped");
        writer.addEventRecord(perf::Mmap2, perf::ModeUser | perf::miscMmapBuildId, mapped, 10, 0);
        writer.addMap(10, 0x3000, 0x1000, 0, "/opt/listed");
        auto listed = writer.body().u32(~0u);
        std::vector<std::byte> shortId(24);
        std::fill_n(shortId.begin(), 16, std::byte(0xcd));
        listed.bytes(shortId).text("/opt/listed");
        auto section = writer.record(0, perf::ModeUser, listed);
        writer.addFeature(perf::BuildIds, section);
        writer.addSample(userSample(10, 10, 1, {0x1001, 0x3001}));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QStringList modules;
        for (const auto& mapping : profile->mappings)
            modules << QString::fromStdString(
                fmt::format("{} {}", profile->text(mapping.path), profile->text(mapping.buildId)));
        modules.sort();
        QCOMPARE(modules, QStringList({"/opt/listed " + QString("cd").repeated(16),
                                       "/opt/mapped " + QString("ab").repeated(20)}));
    }
};

QTEST_GUILESS_MAIN(PerfDataProcessesTest)
#include "perf_data_processes_test.moc"
