/// The rules of pprof files, each with a small file for it.
#include "model/base/byte_reader.h"
#include "model/formats/encoding/wire_writer.h"
#include "model/formats/format.h"
#include "model/formats/pprof/pprof_file.h"
#include "model/formats/pprof/pprof_writer.h"
#include "tests/pprof_builder.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

namespace {

Profile writtenAndRead(const Profile& profile) {
    Output output;
    Task task;
    if (!findFormat("pprof")->write(profile, output, task)) qFatal("it was not written");
    auto input = Input::fromBytes("-", {output.bytes().begin(), output.bytes().end()});
    auto again = readProfile(input, task);
    if (!again) qFatal("%s", again.error().message.c_str());
    return std::move(*again);
}

QString withoutWarnings(Profile profile) {
    profile.warnings.clear();
    return QString::fromStdString(dump(profile));
}

} // namespace

class PprofTest : public QObject {
    Q_OBJECT
private slots:
    void inlinedLinesAreFramesOfTheirOwn() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        const auto inner = file.function("inner"), middle = file.function("middle"),
                   outer = file.function("outer");
        const auto location = file.location({inner, middle, outer}, file.mapping("/bin/app"), 0x1234);
        file.sample({location, file.named("main")}, {7});
        const auto profile = file.read();
        QCOMPARE(profileToText(profile), std::string("main;outer;middle;inner 7\n"));
        const auto leaf = profile.stacks.frame[profile.samples[0].stack[0].row()].row();
        QCOMPARE(profile.frames.inlineDepth[leaf], 2);
        QCOMPARE(profile.frames.kind[leaf], FrameKind::Inlined);
        QCOMPARE(profile.frames.address[leaf], 0x1234u);
        QCOMPARE(withoutWarnings(writtenAndRead(profile)), withoutWarnings(profile));
    }

    void aWeightOfZeroIsNoSample() {
        PprofBuilder file;
        file.valueType("objects", "count");
        file.valueType("space", "bytes");
        const auto location = file.named("main");
        file.sample({location}, {0, 512});
        file.sample({location}, {2, 0});
        file.sample({location}, {0, 0});
        const auto profile = file.read();
        QCOMPARE(profile.samples[0].weight, (std::vector<std::int64_t>{2}));
        QCOMPARE(profile.samples[1].weight, (std::vector<std::int64_t>{512}));
        QVERIFY(profile.warnings.empty());
    }

    void theDefaultIsWhatTheFileNamesElseTheLast() {
        PprofBuilder file;
        file.valueType("objects", "count");
        file.valueType("space", "bytes");
        file.sample({file.named("main")}, {1, 2});
        QCOMPARE(file.read().shownValue(), ValueTypeIndex(1));
        file.fields().number(pprof_field::DefaultSampleType, file.text("objects"));
        QCOMPARE(file.read().shownValue(), ValueTypeIndex(0));
        QCOMPARE(writtenAndRead(file.read()).shownValue(), ValueTypeIndex(0));
    }

    void equalValueTypesStayApart() {
        PprofBuilder file;
        file.valueType("samples", "count");
        file.valueType("samples", "count");
        file.sample({file.named("main")}, {1, 2});
        const auto profile = file.read();
        QCOMPARE(profile.samples.size(), 2u);
        QCOMPARE(profile.samples[1].weight, (std::vector<std::int64_t>{2}));
    }

    void locationsWithoutNamesKeepTheirAddress() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        const auto mapping = file.mapping("/usr/lib/libx.so");
        file.sample({file.location({}, mapping, 0x1234),
                     file.location({}, file.mapping("[kernel.kallsyms]"), 0xffff'1111)},
                    {1});
        const auto profile = file.read();
        const auto& frames = profile.frames;
        QCOMPARE(frames.function[0], FunctionIndex());
        QCOMPARE(frames.address[0], 0x1234u);
        QCOMPARE(frames.kind[0], FrameKind::User);
        QCOMPARE(frames.kind[1], FrameKind::Kernel);
        QCOMPARE(withoutWarnings(writtenAndRead(profile)), withoutWarnings(profile));
    }

    void namesAreDemangledWhereTheFileHasRawOnes() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        const auto leaf = file.location({file.function("_Z4drawv", "_Z4drawv")});
        const auto middle = file.location({file.function("", "_Z4loadv")});
        const auto root = file.location({file.function("_Z4mainv", "something else")});
        file.sample({leaf, middle, root}, {1});
        const auto profile = file.read();
        QCOMPARE(profileToText(profile), std::string("_Z4mainv;load();draw() 1\n"));
        QCOMPARE(withoutWarnings(writtenAndRead(profile)), withoutWarnings(profile));
    }

    void labelsKeepTextNumberAndUnit() {
        PprofBuilder file;
        file.valueType("space", "bytes");
        const auto location = file.named("main");
        file.sample({location}, {1},
                    file.label("user", "ann") + file.label("size", 48, "bytes") + file.label("user", "bob"));
        file.sample({location}, {2}, file.label("size", 0));
        file.sample({location}, {3}, file.label("thread_id", "17"));
        file.sample({location}, {4});
        const auto profile = file.read();
        QVERIFY(profile.threads.empty());
        const auto& table = profile.samples[0];
        QCOMPARE(profile.labelsOf(table.labels[0]).size(), 3u);
        QCOMPARE(profile.labelsOf(table.labels[1]).size(), 1u);
        QVERIFY(profile.labelsOf(table.labels[1])[0].text.isNone());
        QCOMPARE(profile.labelsOf(table.labels[3]).size(), 0u);
        QCOMPARE(withoutWarnings(writtenAndRead(profile)), withoutWarnings(profile));
    }

    void numericPidAndTidMakeThreads() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        const auto location = file.named("main");
        const auto process = file.label("pid", 12) + file.label("process", "app");
        file.sample({location}, {1}, process + file.label("tid", 12) + file.label("thread", "main"));
        file.sample({location}, {2},
                    process + file.label("tid", 13) + file.label("thread", "worker") +
                        file.label("user", "ann"));
        file.sample({location}, {3}, file.label("pid", 12));
        const auto profile = file.read();
        QCOMPARE(profile.processes.size(), 1u);
        QCOMPARE(profile.processes[0].pid, 12);
        QCOMPARE(profile.threads.size(), 2u);
        QCOMPARE(profile.text(profile.threads[1].name), std::string_view("worker"));
        QCOMPARE(profile.threads[1].tid, 13);
        QCOMPARE(withoutWarnings(writtenAndRead(profile)), withoutWarnings(profile));
    }

    void whatDropFramesNamesIsCutOffWithAllBelow() {
        PprofBuilder file;
        file.valueType("space", "bytes");
        const auto main = file.named("main"), make = file.named("make(int)"), grow = file.named("grow");
        const auto allocate = file.named("allocate(unsigned long)"), system = file.named("system");
        const auto both = file.location({file.function("allocate"), file.function("wrapper")});
        file.fields().number(pprof_field::DropFrames, file.text("allocate|grow"));
        file.fields().number(pprof_field::KeepFrames, file.text("grow"));
        file.sample({system, allocate, make, main}, {1});
        file.sample({system, both, main}, {2});
        file.sample({grow, main}, {4});
        // Frames outside of the first frame that stays are kept.
        file.sample({main, allocate}, {8});
        const auto profile = file.read();
        QCOMPARE(
            profileToText(profile),
            std::string("allocate(unsigned long);main 8\nmain;grow 4\nmain;make(int) 1\nmain;wrapper 2\n"));
    }

    void numbersNeedNotBePacked() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        const auto leaf = file.named("leaf"), root = file.named("root");
        WireWriter sample;
        sample.number(pprof_field::LocationId, leaf);
        sample.number(pprof_field::Value, 5);
        sample.number(pprof_field::LocationId, root);
        file.fields().message(pprof_field::Sample, sample);
        file.sample({leaf, root}, {2});
        QCOMPARE(profileToText(file.read()), std::string("root;leaf 7\n"));
    }

    void idsMayBeAnyNumber() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        WireWriter location;
        const std::uint64_t id = 0xfedc'ba98'7654'3210;
        location.number(pprof_field::LocationRowId, id);
        location.number(pprof_field::Address, 5);
        file.fields().message(pprof_field::Location, location);
        file.sample({id}, {3});
        const auto profile = file.read();
        QVERIFY(profile.warnings.empty());
        QCOMPARE(profile.frames.address[profile.stacks.frame[0].row()], 5u);
    }

    void whatTheFileDoesNotHoldIsReported() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        file.valueType("samples", "count");
        file.sample({99, file.named("main")}, {3});
        file.sample({file.named("main")}, {3, 1, 1});
        const auto profile = file.read();
        QCOMPARE(profile.warnings.size(), 3u);
        QCOMPARE(profile.totalWeight(ValueTypeIndex(0)), 6);
        QCOMPARE(profileToText(profile), std::string("main 3\nmain;? 3\n"));
    }

    void namesThatAreNoUtf8StayAsTheyAre() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        file.sample({file.named("dr\xff\xfe"
                                "w")},
                    {1});
        QCOMPARE(profileToText(writtenAndRead(file.read())), std::string("dr\xff\xfe"
                                                                         "w 1\n"));
    }

    void headerFieldsComeBack() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        file.valueType("cpu", "nanoseconds", pprof_field::PeriodType);
        file.fields().number(pprof_field::Period, 10'000'000);
        file.fields().number(pprof_field::TimeNanos, 1'700'000'000'000'000'000);
        file.fields().number(pprof_field::DurationNanos, 5'000'000'000);
        file.fields().number(pprof_field::Comment, file.text("made by hand"));
        file.sample({file.named("main")}, {1});
        const auto profile = file.read();
        QCOMPARE(profile.origin.period, 10'000'000);
        QCOMPARE(profile.origin.periodType, std::string("cpu"));
        QCOMPARE(profile.origin.startTime, 1'700'000'000'000'000'000);
        QCOMPARE(profile.origin.duration, 5'000'000'000);
        QCOMPARE(profile.comments, (std::vector<std::string>{"made by hand"}));
        QCOMPARE(withoutWarnings(writtenAndRead(profile)), withoutWarnings(profile));
    }

    void whatPprofCantHoldIsReported() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto frame =
            builder.frame({.function = builder.function(
                               {.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}}),
                           .mapping = {}});
        const auto stack = builder.stack({}, frame);
        for (const std::int64_t time : {1, 2})
            builder.addSample(
                value, {.stack = stack, .weight = 5, .time = time, .thread = {}, .cpu = 1, .labels = {}});
        const auto profile = builder.build();
        Output output;
        Task task;
        QVERIFY(findFormat("pprof")->write(profile, output, task));
        QCOMPARE(output.losses(),
                 std::vector<std::string>{"pprof has no times of samples and no CPU numbers: left out"});
        const auto again = writtenAndRead(profile);
        QCOMPARE(again.samples[0].weight, (std::vector<std::int64_t>{10}));
    }

    void aFileThatIsCutNeverLooksWhole() {
        const auto profile = profileFromText("main;draw;blit@libdraw.so 12\nmain;draw 3\nmain;load 5\n");
        Task task;
        const auto message = writePprofMessage(profile, task);
        QVERIFY(message);
        std::size_t opened = 0;
        for (std::size_t size = 0; size < message->size(); ++size) {
            const auto bytes = asBytes(std::string_view(*message).substr(0, size));
            auto input = Input::fromBytes("-", {bytes.begin(), bytes.end()});
            const auto cut = findFormat("pprof")->read(input, task);
            if (!cut) continue;
            ++opened;
            QCOMPARE(cut->warnings.size(), 1u);
        }
        QVERIFY(opened > 10); // if the file was cut within the names, all weights are there
    }

    void aFewBytesCantMakeManyFrames() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        const auto location = file.location(std::vector<std::uint64_t>(2'000, file.function("f")));
        file.sample(std::vector<std::uint64_t>(1'000, location), {1});
        const auto profile = file.read();
        QVERIFY(profile.stacks.size() < 1'500'000);
        QCOMPARE(profile.totalWeight(ValueTypeIndex(0)), 1);
        QVERIFY(!profile.warnings.empty());
    }
};

QTEST_APPLESS_MAIN(PprofTest)
#include "pprof_test.moc"
