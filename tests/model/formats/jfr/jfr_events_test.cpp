/// Java flight recordings: the events that are samples, from the JDK's recorder and other profilers, and
/// their weights.
#include "tests/jfr_writer.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

#include <bit>

using namespace candela;

namespace {

using Type = JfrChunkText::Type;

constexpr std::uint64_t real = 40;
constexpr std::uint64_t otherEvent = 41;

/// The one sample of an execution, then an event of another class with a stack and these numbers.
JfrChunkText withEvent(const std::string& name, const std::vector<JfrFieldText>& numbers,
                       const JfrBytes& content) {
    JfrChunkText chunk;
    JfrClassText type{otherEvent, name, {{"startTime", Type::Long}, {"stackTrace", Type::StackTrace, true}}};
    type.fields.insert(type.fields.end(), numbers.begin(), numbers.end());
    chunk.classes.push_back({real, "float", {}});
    chunk.classes.push_back(type);
    chunk.events = jfrEvent(otherEvent, JfrBytes().number(7).number(1).add(content));
    return chunk;
}

std::string valuesIn(const JfrChunkText& chunk) {
    const auto profile = readText(chunk.bytes());
    return profile ? valuesOf(*profile) + profileToText(*profile) + warningsOf(*profile)
                   : profile.error().message;
}

} // namespace

class JfrEventsTest : public QObject {
    Q_OBJECT

private slots:
    void samplesOfTheWallClockCountAsOftenAsTheyState() {
        QCOMPARE(
            valuesIn(withEvent("profiler.WallClockSample", {{"samples", Type::Int}}, JfrBytes().number(12))),
            std::string("wall clock [count] 12 in 1\nProgram.main 12\n"));
        QCOMPARE(valuesIn(withEvent("datadog.MethodSample", {{"weight", Type::Long}}, JfrBytes().number(3))),
                 std::string("wall clock [count] 3 in 1\nProgram.main 3\n"));
    }

    void nativeAndLiveMemoryWeighBytes() {
        QCOMPARE(valuesIn(withEvent("profiler.Malloc", {{"address", Type::Long}, {"size", Type::Long}},
                                    JfrBytes().number(4096).number(700))),
                 std::string("malloc [bytes] 700 in 1\nProgram.main 700\n"));
        QCOMPARE(valuesIn(withEvent("profiler.LiveObject", {{"allocationSize", Type::Long}},
                                    JfrBytes().number(64))),
                 std::string("live objects [bytes] 64 in 1\nProgram.main 64\n"));
    }

    void aSampledAllocationStandsForSoManyOfItsSize() {
        const auto chunkOf = [](float weight) {
            return withEvent("datadog.ObjectSample", {{"size", Type::Long}, {"weight", real}},
                             JfrBytes().number(24).big(std::bit_cast<std::uint32_t>(weight), 4));
        };
        QCOMPARE(valuesIn(chunkOf(2.5f)),
                 std::string("sampled allocation [bytes] 60 in 1\nProgram.main 60\n"));
        // Invalid weights are not multiplied.
        for (const float weight :
             {0.0f, -1.0f, std::bit_cast<float>(0x7f800000u), std::bit_cast<float>(0x7fc00000u)})
            QCOMPARE(valuesIn(chunkOf(weight)),
                     std::string("sampled allocation [bytes] 24 in 1\nProgram.main 24\n"));
    }

    void whatRanIsShownBeforeWhatWaitedAndWhatWasAllocated() {
        auto chunk = withEvent("profiler.WallClockSample", {{"samples", Type::Int}}, JfrBytes().number(12));
        chunk.events.add(jfrEvent(Type::Sample, JfrBytes().number(5).number(1)));
        auto profile = readText(chunk.bytes());
        QVERIFY(profile);
        QCOMPARE(profile->text(profile->samples[profile->shownValue().row()].type.name),
                 std::string_view("execution"));
        chunk = withEvent("datadog.ExecutionSample", {{"weight", Type::Long}}, JfrBytes().number(2));
        chunk.classes.push_back({50, "profiler.Malloc", {{"size", Type::Long}}});
        chunk.events.add(jfrEvent(50, JfrBytes().number(9)));
        profile = readText(chunk.bytes());
        QVERIFY(profile);
        QCOMPARE(profile->samples.size(), std::size_t(2));
        QCOMPARE(profile->text(profile->samples[profile->shownValue().row()].type.name),
                 std::string_view("CPU"));
    }

    void recordingsOfOraclesEarlierFormatAreNamed() {
        JfrBytes old;
        old.byte('F').byte('L').byte('R').byte(0).big(0, 2).big(9, 2).big(0, 60);
        const auto profile = readText(old.bytes());
        QVERIFY(!profile);
        QCOMPARE(
            profile.error().message,
            std::string("this is a recording of Java 7 or 8 in a format before version 1, which Candela does "
                        "not read"));
    }
};

QTEST_APPLESS_MAIN(JfrEventsTest)
#include "jfr_events_test.moc"
