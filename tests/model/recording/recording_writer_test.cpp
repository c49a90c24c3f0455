#include "model/base/byte_reader.h"
#include "model/recording/recording_reader.h"
#include "model/recording/recording_writer.h"
#include "model/recording/segment_writer.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"
#include "tests/recording_text.h"

#include <QTest>

#include <cstring>
#include <tuple>

using namespace candela;

namespace {

std::string written(const Profile& profile) {
    std::string bytes;
    Task task;
    const auto append = [&bytes](std::span<const std::byte> piece) { bytes += asText(piece); };
    const auto result = writeRecording(profile, append, task);
    return result ? bytes : result.error().message;
}

std::size_t segmentCount(std::string_view bytes) {
    RecordingReader reader;
    reader.feed(asBytes(bytes));
    return reader.progress().segments;
}

/// A stack with a function of its own for each row, whose name is so long that some ten thousand fill a
/// segment.
StackIndex longNamedStack(ProfileBuilder& builder, int row) {
    const auto name = std::to_string(row) + std::string(1000, 'x');
    const auto function =
        builder.function({.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
    return builder.stack({}, builder.frame({.function = function, .mapping = {}}));
}

/// A profile with all features.
Profile everything() {
    ProfileBuilder builder;
    auto& origin = builder.origin();
    origin.host = "host";
    origin.kernel = "6.1.0-13-amd64 x86_64";
    origin.processor = "Intel 80486";
    origin.command = "make \xff -j2";
    origin.startTime = 1'700'000'000'000'000'000;
    origin.duration = 2'500'000'000;
    origin.period = 10'000;
    origin.periodType = "cpu";
    origin.periodUnit = "nanoseconds";
    origin.cpus = 4;
    origin.idleTime = 12345;
    origin.stolenTime = 678;
    builder.setHasCpuAccount();
    builder.addWarning("Something was damaged.");
    builder.addComment("a remark");
    builder.addComment("another");
    builder.addLoss("ring buffer full", 7);
    builder.addLoss({"sample ring full", 5, "cpu", 50});
    builder.setRecorderUsage({.cpuTime = 1, .peakMemory = 2, .bpfRunTime = 3, .bpfRunCount = 4});

    const auto count = builder.valueType("samples", "count");
    const auto cpu = builder.valueType("cpu", "nanoseconds");
    builder.valueType("never", "bytes");
    builder.setDefaultValue(count);

    const auto labels = builder.labelSet(
        {builder.textLabel("request", "r1"), {builder.string("size"), {}, -42, builder.string("bytes")}});
    const auto shell = builder.addProcess(
        {.pid = 9, .startTime = -5'000'000'000, .parent = {}, .name = builder.string("sh"), .labels = {}});
    const auto make = builder.addProcess({.pid = 10,
                                          .startTime = 3,
                                          .endTime = 900,
                                          .parent = shell,
                                          .name = builder.string("make"),
                                          .labels = labels});
    const auto unknown =
        builder.addProcess({.pid = 10, .parent = {}, .name = builder.string("other"), .labels = {}});
    builder.addProcess({.pid = 10, .parent = unknown, .name = builder.string("third"), .labels = {}});
    const auto first = builder.addThread({.process = make,
                                          .tid = 10,
                                          .startTime = 3,
                                          .name = builder.string("main"),
                                          .labels = {},
                                          .cpuTime = 99});
    const auto second =
        builder.addThread({.process = make, .tid = 10, .name = builder.string("renamed"), .labels = labels});
    builder.addThread({.process = unknown, .tid = 11, .name = {}, .labels = {}, .cpuTime = 1'000'000});

    const auto module = builder.mapping({.path = builder.string("/bin/make"),
                                         .buildId = builder.string("abcd"),
                                         .start = 0x1000,
                                         .end = 0x2000,
                                         .fileOffset = 0x40});
    builder.mapping({.path = builder.string("/lib/unused"), .buildId = {}});
    const auto function = builder.function({.name = builder.string("run(int)"),
                                            .rawName = builder.string("_Z3runi"),
                                            .file = builder.string("run.cpp"),
                                            .startLine = 12,
                                            .mapping = module});
    const auto inlined =
        builder.function({.name = builder.string("step"), .rawName = {}, .file = {}, .mapping = module});
    const auto outer = builder.stack(
        {},
        builder.frame({.function = function, .mapping = module, .address = 0xffffffff81000000, .line = 15}));
    const auto inner = builder.stack(outer, builder.frame({.function = inlined,
                                                           .mapping = module,
                                                           .address = 0x1234,
                                                           .line = 99,
                                                           .inlineDepth = 1,
                                                           .kind = FrameKind::Inlined}));
    const auto nameless = builder.stack(
        outer, builder.frame({.function = {}, .mapping = {}, .address = 7, .kind = FrameKind::Kernel}));

    builder.addSample(cpu, {.stack = inner,
                            .weight = 100,
                            .time = 1'000'000'000,
                            .thread = first,
                            .cpu = 3,
                            .labels = labels,
                            .stackEnd = StackEnd::Complete});
    builder.addSample(cpu, {.stack = nameless,
                            .weight = -5,
                            .time = 2'400'000'000,
                            .thread = second,
                            .cpu = 0,
                            .labels = {},
                            .stackEnd = StackEnd::TooDeep});
    builder.addSample(cpu, {.stack = outer, .weight = 0, .time = 20, .thread = first, .labels = {}});
    builder.addSample(cpu, {.stack = {}, .weight = 1, .thread = {}, .labels = {}});
    builder.addSample(count, {.stack = inner, .weight = 3, .thread = first, .labels = {}});
    builder.addSample(
        count,
        {.stack = inner, .weight = std::numeric_limits<std::int64_t>::min(), .thread = {}, .labels = labels});
    return builder.build();
}

} // namespace

class RecordingWriterTest : public QObject {
    Q_OBJECT
private slots:
    void everythingThatAProfileHoldsComesBack() {
        const auto profile = everything();
        const auto again = readSegments(written(profile));
        QCOMPARE(check(again), std::string());
        QCOMPARE(dump(again), dump(profile));
    }
    void anEmptyProfileComesBackWithoutWarning() {
        const auto again = readSegments(written(ProfileBuilder().build()));
        QCOMPARE(dump(again), dump(ProfileBuilder().build()));
    }
    void theSameProfileGivesTheSameBytes() { QVERIFY(written(everything()) == written(everything())); }
    void aLargeProfileIsManySegmentsInTheOrderOfTime() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto process = builder.addProcess({.pid = 1, .parent = {}, .name = {}, .labels = {}});
        for (int tid = 0; tid < 3; ++tid) {
            const auto thread = builder.addThread({.process = process, .tid = tid, .name = {}, .labels = {}});
            for (int row = 0; row < 9'000; ++row)
                builder.addSample(value, {.stack = longNamedStack(builder, row),
                                          .time = row * 10'000'000l + tid,
                                          .thread = thread,
                                          .labels = {}});
        }
        const auto profile = builder.build();
        const auto bytes = written(profile);
        QVERIFY(segmentCount(bytes) > 1);
        auto again = readSegments(bytes);
        QCOMPARE(again.samples[0].time, profile.samples[0].time);
        QVERIFY(ProfileDump(again).samples() == ProfileDump(profile).samples());
        // Without the last segment, the beginning of the recording, and of every thread, remains.
        const auto half = readSegments(std::string_view(bytes).substr(0, bytes.size() - 1));
        std::map<std::uint32_t, std::int64_t> latest;
        for (std::size_t row = 0; row < half.samples[0].size(); ++row)
            latest[half.samples[0].thread[row].row()] = half.samples[0].time[row];
        QCOMPARE(latest.size(), 3u);
        for (const auto& [thread, time] : latest)
            QVERIFY(time > 20'000'000'000 && time < 80'000'000'000);
    }
    void manySamplesWithoutTimesAreManySegments() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        for (int row = 0; row < 20'000; ++row)
            builder.addSample(
                value, {.stack = longNamedStack(builder, row), .weight = row, .thread = {}, .labels = {}});
        const auto profile = builder.build();
        const auto bytes = written(profile);
        QVERIFY(segmentCount(bytes) > 1);
        QVERIFY(readSegments(bytes).samples[0].weight == profile.samples[0].weight);
    }
    void whatCompressesTooWellIsPadded() {
        recording::Segment segment;
        segment.add_strings(std::string(1 << 20, 'a'));
        segment.set_is_last(true);
        SegmentWriter writer;
        const auto bytes = std::string(recordingMagic) + std::string(asText(writer.write(segment).value()));
        QVERIFY(bytes.size() > segment.ByteSizeLong() / maximumCompressionRatio);
        const auto profile = readSegments(bytes);
        QCOMPARE(profile.warnings.size(), 0u);
        QCOMPARE(profile.strings.size(), 2u);
    }
    void aSegmentAboveTheLimitIsRefused() {
        recording::Segment segment;
        segment.add_strings(std::string(maximumSegmentSize, 'a'));
        QVERIFY(!SegmentWriter().write(segment).has_value());
    }
    void writingCanBeCancelled() {
        Task task;
        task.cancel();
        const auto result = writeRecording(
            everything(), [](std::span<const std::byte>) {}, task);
        QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(RecordingWriterTest)
#include "recording_writer_test.moc"
