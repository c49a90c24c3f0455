/// The value of a file that is shown, and functions with unusual names in pprof files.
#include "tests/pprof_builder.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

std::string shownValue(const Profile& profile) {
    return std::string(profile.text(profile.samples[profile.shownValue().row()].type.name));
}

Profile writtenAndRead(const Profile& profile, const Format& format) {
    Output output;
    Task task;
    if (!format.write(profile, output, task)) qFatal("it was not written");
    auto input = Input::fromBytes("-", {output.bytes().begin(), output.bytes().end()});
    auto again = readProfile(input, task);
    if (!again) qFatal("%s", again.error().message.c_str());
    return std::move(*again);
}

/// A file as Datadog's profiler of .NET writes it: all weights of the default value are zero if there was no
/// lock contention.
PprofBuilder withEmptyDefault() {
    PprofBuilder file;
    file.valueType("lock_count", "count");
    file.valueType("cpu", "nanoseconds");
    file.valueType("lock_time", "nanoseconds");
    file.fields().number(pprof_field::DefaultSampleType, file.text("lock_time"));
    file.sample({file.named("run"), file.named("main")}, {0, 9'000'000'000, 0});
    return file;
}

} // namespace

class PprofValuesTest : public QObject {
    Q_OBJECT

private slots:
    void aDefaultThatIsZeroThroughoutIsReplacedAndReported() {
        const auto profile = withEmptyDefault().read();
        QCOMPARE(shownValue(profile), std::string("cpu"));
        QCOMPARE(warningsOf(profile), std::string("The value that the file shows first, \"lock_time\", is "
                                                  "zero throughout: \"cpu\" is shown instead.\n"));
    }

    void exportsShowAValueWithWeights() {
        const auto profile = withEmptyDefault().read();
        for (const char* name : {"folded", "callgrind", "pprof", "speedscope", "firefox"}) {
            const auto again = writtenAndRead(profile, *findFormat(name));
            QCOMPARE(again.totalWeight(again.shownValue()), std::int64_t(9'000'000'000));
        }
        Output picture;
        Task task;
        QVERIFY(findFormat("svg")->write(profile, picture, task));
        const std::string_view text(reinterpret_cast<const char*>(picture.bytes().data()),
                                    picture.bytes().size());
        QVERIFY(text.find("<title>main") != text.npos);
    }

    void aDefaultWithWeightsStays() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        file.valueType("lock_time", "nanoseconds");
        file.sample({file.named("main")}, {5, 1});
        const auto profile = file.read();
        QCOMPARE(shownValue(profile), std::string("lock_time"));
        QCOMPARE(warningsOf(profile), std::string());
    }

    void aProfileWithoutAnyWeightStaysAsItIs() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        file.valueType("lock_time", "nanoseconds");
        file.sample({file.named("main")}, {0, 0});
        const auto profile = file.read();
        QCOMPARE(shownValue(profile), std::string("lock_time"));
        QCOMPARE(warningsOf(profile), std::string());
    }

    void functionsWithoutIdsBelongToLocationsByPosition() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        file.numberLocationsFrom(41); // by position, not by numbers that equal the position
        const auto inner = file.location({41}), outer = file.location({42});
        file.functionWithoutId("System.Threading.Thread.Run");
        file.functionWithoutId("Program.Main");
        file.sample({inner, outer}, {7});
        const auto profile = file.read();
        QCOMPARE(profileToText(profile), std::string("Program.Main;System.Threading.Thread.Run 7\n"));
        QCOMPARE(warningsOf(profile), std::string());
    }

    void functionsWithoutIdsAreNumberedWhereLocationsAreFewer() {
        PprofBuilder file;
        file.valueType("cpu", "nanoseconds");
        file.numberLocationsFrom(41);
        const auto location = file.location({1, 2});
        file.functionWithoutId("inlined");
        file.functionWithoutId("main");
        file.sample({location}, {7});
        const auto profile = file.read();
        QCOMPARE(profileToText(profile), std::string("main;inlined 7\n"));
        QCOMPARE(warningsOf(profile), std::string());
    }
};

QTEST_APPLESS_MAIN(PprofValuesTest)
#include "pprof_values_test.moc"
