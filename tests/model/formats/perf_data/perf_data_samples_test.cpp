/// perf.data: the weights and stacks of samples.
#include "tests/perf_data_captures.h"

#include <QTest>

using namespace candela;

class PerfDataSamplesTest : public QObject {
    Q_OBJECT

private slots:
    void eventsAreValueTypesWithTheNamesOfTheFile() {
        PerfDataWriter writer;
        writer.addEvent({.ids = {1}});
        writer.addEvent({.type = perf::Hardware, .config = 0, .ids = {2, 3}});
        writer.addEvent({.type = perf::Hardware, .config = 0, .ids = {4}});
        writer.addEvent({.config = perf::softwareDummy, .ids = {5}});
        writer.addEvent({.type = perf::HardwareCache, .config = 0x10000, .ids = {6}});
        auto description = writer.body().u32(1).u32(112);
        description.bytes(writer.attributeOf({.ids = {1}})).u32(1).countedText("cpu-clock:u").u64(1);
        writer.addFeature(perf::EventDescription, description);
        auto sample = userSample(1, 1, 10, {0x10});
        for (const std::uint64_t id : {1, 2, 3, 4}) {
            sample.id = id;
            sample.period = 10 * id;
            writer.addSample(sample);
        }
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QStringList values;
        for (const auto& table : profile->samples)
            values << QString::fromStdString(fmt::format("{} [{}] {}", profile->text(table.type.name),
                                                         profile->text(table.type.unit), table.size()));
        QCOMPARE(values, QStringList({"cpu-clock:u [nanoseconds] 1", "cycles [count] 2",
                                      "cycles (2) [count] 1", "L1-dcache-load-misses [count] 0"}));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(1)), std::int64_t(50));
        QCOMPARE(profile->shownValue(), ValueTypeIndex(0));
    }

    void anEventThatFillsATraceIsNoValue() {
        constexpr std::uint32_t driver = 8; // a number that the kernel assigned
        PerfDataWriter writer;
        writer.addEvent({.type = driver, .config = 0x300, .ids = {1}});
        writer.addEvent({.ids = {2}});
        auto description = writer.body().u32(1).u32(112);
        description.bytes(writer.attributeOf({.type = driver, .config = 0x300, .ids = {1}}));
        description.u32(1).countedText("intel_pt//u").u64(1);
        writer.addFeature(perf::EventDescription, description);
        auto sample = userSample(1, 1, 10, {0x10});
        sample.id = 2;
        writer.addSample(sample);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(profile->samples.size(), std::size_t(1));
        QCOMPARE(profile->text(profile->samples[0].type.name), std::string_view("cpu-clock"));
    }

    void aGroupCountsWhatItsEventsGrewBy() {
        const auto fields =
            perf::Identifier | perf::Ip | perf::Tid | perf::Time | perf::Period | perf::ReadValues;
        PerfDataWriter writer;
        writer.addEvent({.sampleType = fields, .readFormat = perf::ReadGroup | perf::ReadId, .ids = {1}});
        writer.addEvent({.type = perf::Hardware,
                         .config = 1,
                         .sampleType = fields,
                         .readFormat = perf::ReadGroup | perf::ReadId,
                         .ids = {2}});
        auto sample = userSample(1, 1, 10, {});
        sample.readings = {{100, 1}, {7, 2}};
        writer.addSample(sample);
        sample.time = 20;
        sample.readings = {{150, 1}, {7, 2}};
        writer.addSample(sample);
        sample.time = 30;
        sample.readings = {{250, 1}, {9, 2}};
        writer.addSample(sample);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(profile->samples[0].weight, (std::vector<std::int64_t>{100, 50, 100}));
        QCOMPARE(profile->samples[1].weight, (std::vector<std::int64_t>{7, 2}));
    }

    void whatWasLostIsCounted() {
        auto writer = writerOfASmallCapture();
        writer.addEventRecord(perf::Lost, 0, writer.body().u64(1).u64(40), 10, 5000);
        writer.addEventRecord(perf::Lost, 0, writer.body().u64(1).u64(2), 10, 5001);
        writer.addEventRecord(perf::LostSamples, 0, writer.body().u64(3), 10, 5002);
        writer.addEventRecord(perf::Throttle, 0, writer.body().u64(5003).u64(1).u64(1), 10, 5003);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QStringList losses;
        for (const auto& loss : profile->losses)
            losses << QString("%1 %2").arg(loss.count).arg(loss.reason.c_str());
        QCOMPARE(losses, QStringList({"42 ring buffer full", "3 sample lost", "1 throttled"}));
    }

    void branchesThatAreCallsAreTheStack() {
        PerfDataWriter writer;
        writer.addEvent(
            {.sampleType = perf::Ip | perf::Tid | perf::Time | perf::Callchain | perf::BranchStack,
             .branchSampleType = perf::branchCallStack,
             .ids = {1}});
        auto sample = userSample(1, 1, 5, {0x900});
        sample.ip = 0x900;
        sample.branches = {0x50, 0x890, 0, 0x20, 0x40, 0};
        writer.addSample(sample);
        sample.chain = {perf::ChainKernel, 0xffffffff81000010, perf::ChainUser, 0x900};
        sample.mode = perf::ModeKernel;
        sample.time = 6;
        writer.addSample(sample);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"/ 0: ?+0x20;?+0x50;?+0x900 1000",
                              "/ 1: ?+0x20;?+0x50;?+0x890;[kernel.kallsyms]+0xffffffff81000010 1000"}));
        QVERIFY(profile->warnings.empty());
    }

    void otherBranchesAreLeftOutWithAWarning() {
        PerfDataWriter writer;
        writer.addEvent({.sampleType = perf::Ip | perf::Tid | perf::Time | perf::BranchStack, .ids = {1}});
        auto sample = userSample(1, 1, 5, {});
        sample.ip = 0x900;
        sample.branches = {0x50, 0x890, 0};
        writer.addSample(sample);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"), QStringList({"/ 0: ?+0x900 1000"}));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }

    void aUserStackThatComesLaterIsPutBelowTheKernels() {
        auto writer = writerOfASmallCapture();
        writer.clearRecords();
        writer.addName(10, 10, "server");
        writer.addMap(10, 0x400000, 0x10000, 0, "/opt/server");
        auto sample = userSample(10, 10, 100, {});
        sample.mode = perf::ModeKernel;
        sample.chain = {perf::ChainKernel, 0xffffffff81000010, perf::ChainUserDeferred, 77};
        writer.addSample(sample);
        sample.time = 110;
        sample.chain = {perf::ChainKernel, 0xffffffff81000020, perf::ChainUserDeferred, 78};
        writer.addSample(sample);
        writer.addEventRecord(perf::CallchainDeferred, perf::ModeUser,
                              writer.body().u64(77).u64(3).u64(perf::ChainUser).u64(0x400100).u64(0x400201),
                              10, 120);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"server/server 0: "
                              "/opt/server+0x200;/opt/server+0x100;[kernel.kallsyms]+0xffffffff81000010 1",
                              "server/server 10: [kernel.kallsyms]+0xffffffff81000020 1"}));
        QCOMPARE(profile->samples[0].stackEndAt(1), StackEnd::Failed);
    }

    void theKernelsOwnNamesOfItsCodeAreTaken() {
        auto writer = writerOfOneEvent();
        writer.addEventRecord(
            perf::KernelSymbol, 0,
            writer.body().u64(0xffffffffc0000000).u32(0x100).u16(1).u16(0).text("bpf_prog_1"));
        auto sample = userSample(1, 1, 1, {});
        sample.mode = perf::ModeKernel;
        sample.chain = {perf::ChainKernel, 0xffffffffc0000010, 0xffffffffc0000201};
        writer.addSample(sample);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"/ 0: [kernel.kallsyms]+0xffffffffc0000200;bpf_prog_1 1"}));
    }

    void aStackInMemoryIsFollowedByFramePointersWhereTheFileIsElsewhere() {
        auto writer = writerOfStacks();
        writer.addName(10, 10, "a");
        writer.addMap(10, 0x400000, 0x10000, 0, "/nowhere/a");
        auto sample = userSample(10, 10, 5, {});
        sample.registers = {0x7008, 0x7000, 0x400200}; // fp, sp, pc
        sample.stack =
            writer.body().u64(1).u64(0x7020).u64(0x400123).u64(2).u64(0).u64(0x400050).u64(3).content();
        writer.addSample(sample);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"a/a 0: /nowhere/a+0x4f;/nowhere/a+0x122;/nowhere/a+0x200 1"}));
        QCOMPARE(profile->samples[0].stackEndAt(0), StackEnd::TableMissing);
    }

    void aThreadOfTheKernelHasNoUserStack() {
        auto writer = writerOfStacks();
        auto sample = userSample(2, 2, 5, {});
        sample.mode = perf::ModeKernel;
        sample.chain = {perf::ChainKernel, 0xffffffff81000010};
        writer.addSample(sample);
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(profile->samples[0].stackEndAt(0), StackEnd::None);
    }
};

QTEST_GUILESS_MAIN(PerfDataSamplesTest)
#include "perf_data_samples_test.moc"
