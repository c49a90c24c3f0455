/// Java flight recordings: threads that run and threads that wait, the reason for waiting, and the owner of
/// the code.
#include "tests/jfr_writer.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

using Type = JfrChunkText::Type;

constexpr std::uint64_t state = 40;
constexpr std::uint64_t event = 41;

/// An event of that class for each of the thread states; state 1 runs, 2 sleeps, 3 waits for a monitor.
JfrChunkText withStates(const std::string& eventName, std::initializer_list<std::uint64_t> states,
                        const std::string& prefix = "STATE_") {
    JfrChunkText chunk;
    chunk.classes.push_back({state, "jdk.types.ThreadState", {{"name", Type::Text}}});
    chunk.classes.push_back(
        {event,
         eventName,
         {{"startTime", Type::Long}, {"stackTrace", Type::StackTrace, true}, {"state", state, true}}});
    chunk.pools.push_back(JfrBytes()
                              .number(state)
                              .number(3)
                              .number(1)
                              .text(prefix + "RUNNABLE")
                              .number(2)
                              .text(prefix + "SLEEPING")
                              .number(3)
                              .text(prefix + "BLOCKED_ON_MONITOR_ENTER"));
    chunk.events = JfrBytes();
    std::uint64_t time = 0;
    for (const auto key : states)
        chunk.events.add(jfrEvent(event, JfrBytes().number(++time).number(1).number(key)));
    return chunk;
}

/// An event that begins at tick 10 and lasts for 2,000, with a class of locks and a text of its own.
JfrChunkText withWait(const std::string& eventName, const std::vector<JfrFieldText>& fields,
                      const JfrBytes& content) {
    JfrChunkText chunk;
    JfrClassText type{
        event,
        eventName,
        {{"startTime", Type::Long}, {"duration", Type::Long}, {"stackTrace", Type::StackTrace, true}}};
    type.fields.insert(type.fields.end(), fields.begin(), fields.end());
    chunk.classes.push_back(type);
    chunk.events = jfrEvent(event, JfrBytes().number(10).number(2'000).number(1).add(content));
    return chunk;
}

/// One frame of a method with that class, name and descriptor.
JfrChunkText withMethod(std::string_view holder, std::string_view name, std::string_view descriptor) {
    JfrChunkText chunk;
    for (auto& type : chunk.classes)
        if (type.id == Type::Method) type.fields.push_back({"descriptor", Type::Symbol, true});
    chunk.pools[0] = JfrBytes().number(Type::Symbol).number(3).number(1).text(holder).number(2).text(name);
    chunk.pools[0].number(3).text(descriptor);
    chunk.pools[2] = JfrBytes().number(Type::Method).number(1).number(1).number(1).number(2).number(3);
    return chunk;
}

std::string shownName(const Profile& profile) {
    const auto value = profile.shownValue();
    return value ? std::string(profile.text(profile.samples[value.row()].type.name)) : "";
}

std::string labelOf(const SampleTable& table, const Profile& profile) {
    std::string text;
    for (const auto& label : profile.labelsOf(table.labelsAt(0)))
        text += std::string(profile.text(label.key)) + "=" + std::string(profile.text(label.text)) + "\n";
    return text;
}

/// The module and the function of the innermost frame of the first sample.
std::string codeIn(const JfrChunkText& chunk) {
    const auto profile = readText(chunk.bytes());
    if (!profile) return profile.error().message;
    const auto frame = profile->stacks.frame[profile->samples[0].stack[0].row()].row();
    const auto mapping = profile->frames.mapping[frame];
    const auto function = profile->frames.function[frame];
    return (mapping ? std::string(profile->text(profile->mappings[mapping.row()].path)) : "-") + " " +
           (function ? std::string(profile->text(profile->functions[function.row()].name)) : "-");
}

} // namespace

class JfrThreadsTest : public QObject {
    Q_OBJECT

private slots:
    void threadsThatRanAndThreadsThatWaitedAreTwoValues() {
        const auto profile = readText(withStates("jdk.ExecutionSample", {2, 1, 2, 3}).bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(valuesOf(*profile), std::string("waiting [count] 3 in 3\nexecution [count] 1 in 1\n"));
        QCOMPARE(shownName(*profile), std::string("execution"));
        QCOMPARE(labelOf(profile->samples[0], *profile), std::string("state=sleeping\n"));
        QCOMPARE(labelOf(profile->samples[1], *profile), std::string());
    }

    void whereAllThreadsWaitedTheyAreShown() {
        const auto profile = readText(withStates("jdk.ExecutionSample", {2, 3}).bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(shownName(*profile), std::string("waiting"));
    }

    void samplesOfTheWallClockAreDistinguished() {
        const auto profile = readText(withStates("profiler.WallClockSample", {1, 2}).bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(valuesOf(*profile),
                 std::string("wall clock, running [count] 1 in 1\nwall clock, waiting [count] 1 in 1\n"));
        const auto datadog = readText(withStates("datadog.MethodSample", {1, 2}, "").bytes());
        QCOMPARE(outcome(datadog), std::string("jfr"));
        QCOMPARE(valuesOf(*datadog), valuesOf(*profile));
    }

    void samplesOfTheProcessorAreNotDistinguishedByState() {
        const auto profile = readText(withStates("datadog.ExecutionSample", {1, 2}).bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(valuesOf(*profile), std::string("CPU [count] 2 in 2\n"));
    }

    void waitingForLocksAndFilesIsOfferedWithItsDuration_data() {
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("value");
        const std::pair<const char*, const char*> kinds[]{{"jdk.JavaMonitorEnter", "monitor enter"},
                                                          {"jdk.JavaMonitorWait", "monitor wait"},
                                                          {"jdk.ThreadPark", "park"},
                                                          {"jdk.ThreadSleep", "sleep"},
                                                          {"jdk.SocketRead", "socket read"},
                                                          {"jdk.FileWrite", "file write"},
                                                          {"com.oracle.jdk.ThreadPark", "park"},
                                                          {"profiler.NativeLock", "native lock"}};
        for (const auto& [name, value] : kinds)
            QTest::newRow(name) << name << value;
    }

    void waitingForLocksAndFilesIsOfferedWithItsDuration() {
        QFETCH(QString, event);
        QFETCH(QString, value);
        const auto profile = readText(withWait(event.toStdString(), {}, {}).bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(QString::fromStdString(valuesOf(*profile)), value + " [nanoseconds] 2000 in 1\n");
        QVERIFY(profile->samples[0].lasts);
        QCOMPARE(profile->samples[0].timeAt(0), std::int64_t(10));
        QCOMPARE(profileToText(*profile), std::string("Program.main 2000\n"));
    }

    void whatWasWaitedForIsALabel() {
        auto profile = readText(
            withWait("jdk.JavaMonitorEnter", {{"monitorClass", Type::Class, true}}, JfrBytes().number(1))
                .bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(labelOf(profile->samples[0], *profile), std::string("class=Program\n"));
        profile =
            readText(withWait("jdk.FileRead", {{"path", Type::Text}}, JfrBytes().text("/var/log/a")).bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(labelOf(profile->samples[0], *profile), std::string("path=/var/log/a\n"));
    }

    void whatRanIsShownBeforeWhatWaitedForLocks() {
        auto chunk = withWait("jdk.ThreadPark", {}, {});
        chunk.events.add(jfrEvent(Type::Sample, JfrBytes().number(5).number(1)));
        const auto profile = readText(chunk.bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(shownName(*profile), std::string("execution"));
    }

    void recordingsOfJava9And10HoldSamples() {
        const auto profile = readText(withStates("com.oracle.jdk.ExecutionSample", {1, 2}).bytes());
        QCOMPARE(outcome(profile), std::string("jfr"));
        QCOMPARE(valuesOf(*profile), std::string("execution [count] 1 in 1\nwaiting [count] 1 in 1\n"));
    }

    void lambdasHaveTheSameNameInEveryRun() {
        const auto one = readText(withMethod("Main$$Lambda+0x0000024ca1007a20", "call", "()V").bytes());
        const auto other = readText(withMethod("Main$$Lambda+0x0000013fb1007b88", "call", "()V").bytes());
        QCOMPARE(outcome(one), std::string("jfr"));
        QCOMPARE(profileToText(*one), std::string("Main$$Lambda.call 1\n"));
        QCOMPARE(profileToText(*other), profileToText(*one));
    }

    void nativeFramesHaveTheirLibraryAsModule() {
        QCOMPARE(codeIn(withMethod("libc.so.6", "clone3", "()L;")), std::string("libc.so.6 clone3"));
        QCOMPARE(codeIn(withMethod("libjvm.so", "_ZN4Heap4growEi", "()L;")),
                 std::string("libjvm.so Heap::grow(int)"));
        QCOMPARE(codeIn(withMethod("", "itable stub", "()L;")), std::string("- itable stub"));
    }

    void aLibraryInsteadOfAFunctionIsAModuleWithoutNames() {
        QCOMPARE(codeIn(withMethod("", "/lib/x86_64-linux-gnu/ld-2.31.so", "()L;")),
                 std::string("/lib/x86_64-linux-gnu/ld-2.31.so -"));
    }

    void nativeMethodsOfJavaStayMethods() {
        QCOMPARE(codeIn(withMethod("sun/nio/ch/EPoll", "wait", "(IJII)I")),
                 std::string("- sun.nio.ch.EPoll.wait"));
    }
};

QTEST_APPLESS_MAIN(JfrThreadsTest)
#include "jfr_threads_test.moc"
