/// speedscope files written by hand: the meaning
/// of each part of the format, and invalid parts.
#include "model/formats/format.h"
#include "tests/json_text.h"
#include "tests/profile_text.h"

#include <QTest>

#include <set>

using namespace candela;

namespace {

constexpr auto sharedFrames = "'shared': {'frames': [{'name': 'a'}, {'name': 'b'}, {'name': 'c'}]}";

/// A file with one sampled profile.
std::string sampled(const std::string& unit, const std::string& samples, const std::string& weights) {
    return "{'$schema': 'https://www.speedscope.app/file-format-schema.json', 'profiles': [{'type': "
           "'sampled', "
           "'name': 'main', 'unit': '" +
           unit + "', 'startValue': 0, 'endValue': 100, 'samples':" + samples + ", 'weights':" + weights +
           "}], " + sharedFrames + "}";
}

std::string evented(const std::string& unit, const std::string& events, const std::string& end = "100") {
    return "{'$schema': 'https://www.speedscope.app/file-format-schema.json'," + std::string(sharedFrames) +
           ", 'profiles': [{'type': 'evented', 'name': 'main', 'unit': '" + unit +
           "', 'startValue': 0, 'endValue':" + end + ", 'events':" + events + "}]}";
}

std::string unitOf(const Profile& profile, std::size_t value = 0) {
    return std::string(profile.text(profile.samples[value].type.unit));
}

} // namespace

class SpeedscopeTest : public QObject {
    Q_OBJECT

private slots:
    void samplesCarryTheirWeights() {
        OPEN_JSON(profile, "speedscope", sampled("none", "[[0, 1, 2], [0, 1], [0,1,2]]", "[3, 4, 5]"));
        QCOMPARE(profileToText(*profile), std::string("a;b 4\na;b;c 8\n"));
        QCOMPARE(unitOf(*profile), std::string("count"));
        QVERIFY(profile->samples[0].time.empty());
        QVERIFY(profile->warnings.empty());
    }

    /// Of files that Candela wrote.
    void startsThatAreMissingOrTooLargeAreNotKnown() {
        OPEN_JSON(profile, "speedscope",
                  "{'$schema': 'https://www.speedscope.app/file-format-schema.json'," +
                      std::string(sharedFrames) +
                      ", 'profiles': [{'type': 'sampled', 'name': 'main', 'unit': 'nanoseconds', 'candela': "
                      "{'value': 'cpu', 'unit': 'nanoseconds', 'pid': 1, 'process': 'p', 'tid': 1, 'thread': "
                      "'t', 'starts': [5, null, 7, 1e300, -1e300, 9]}, 'startValue': 0, 'endValue': 100, "
                      "'samples': [[0], [0], [0], [0], [0], [0]], 'weights': [1, 1, 1, 1, 1, 1]}]}");
        const auto& table = profile->samples[0];
        std::multiset<std::int64_t> times;
        for (std::size_t row = 0; row < table.size(); ++row)
            times.insert(table.timeAt(row));
        QCOMPARE(times, (std::multiset<std::int64_t>{noTime, noTime, noTime, 5, 12, 21}));
    }

    void everyUnitOfTimeBecomesNanoseconds_data() {
        QTest::addColumn<std::string>("unit");
        QTest::addColumn<qint64>("nanoseconds");
        QTest::newRow("nanoseconds") << std::string("nanoseconds") << qint64(1);
        QTest::newRow("microseconds") << std::string("microseconds") << qint64(1'000);
        QTest::newRow("milliseconds") << std::string("milliseconds") << qint64(1'000'000);
        QTest::newRow("seconds") << std::string("seconds") << qint64(1'000'000'000);
    }
    void everyUnitOfTimeBecomesNanoseconds() {
        QFETCH(std::string, unit);
        QFETCH(qint64, nanoseconds);
        OPEN_JSON(profile, "speedscope", sampled(unit, "[[0], [], [1]]", "[2, 3, 4]"));
        QCOMPARE(unitOf(*profile), std::string("nanoseconds"));
        const auto& table = profile->samples[0];
        QCOMPARE(table.size(), std::size_t(2)); // nothing ran in between
        QCOMPARE(table.weight[0], 2 * nanoseconds);
        QCOMPARE(table.time[0], qint64(0));
        QCOMPARE(table.weight[1], 4 * nanoseconds);
        QCOMPARE(table.time[1], 5 * nanoseconds);
        QVERIFY(table.lasts);
        QCOMPARE(profile->origin.duration, 9 * nanoseconds);
    }

    void bytesAreNoTimes() {
        OPEN_JSON(profile, "speedscope", sampled("bytes", "[[0], [1]]", "[4096, 2.5]"));
        QCOMPARE(unitOf(*profile), std::string("bytes"));
        QVERIFY(profile->samples[0].time.empty());
        QVERIFY(!profile->samples[0].lasts);
    }

    void fractionsAreNotLost() {
        OPEN_JSON(seconds, "speedscope", sampled("seconds", "[[0], [0], [0]]", "[0.1, 0.2, 1e-9]"));
        QCOMPARE(seconds->totalWeight(ValueTypeIndex(0)), qint64(300'000'001));
        OPEN_JSON(halves, "speedscope",
                  sampled("nanoseconds", "[[0], [0], [0], [0]]", "[0.5, 0.5, 0.5, 0.5]"));
        QCOMPARE(halves->totalWeight(ValueTypeIndex(0)), qint64(2));
        OPEN_JSON(counts, "speedscope", sampled("none", "[[0], [1]]", "[0.25, 3]"));
        QCOMPARE(unitOf(*counts), std::string("thousandths"));
        QCOMPARE(profileToText(*counts), std::string("a 250\nb 3000\n"));
        QCOMPARE(counts->warnings.size(), std::size_t(1));
    }

    void callsAndReturnsBecomeSamples() {
        OPEN_JSON(
            profile, "speedscope",
            evented(
                "milliseconds",
                "[{'type':'O','frame':0,'at':1},{'type':'O','frame':1,'at':3}, "
                "{'type':'C','frame':1,'at':6},{'type':'C','frame':0,'at':7},{'type':'O','frame':2,'at':9}, "
                "{'type':'C','frame':2,'at':10}]"));
        QCOMPARE(profileToText(*profile), std::string("a 3000000\na;b 3000000\nc 1000000\n"));
        const auto& table = profile->samples[0];
        QCOMPARE(table.time, (std::vector<std::int64_t>{1'000'000, 3'000'000, 6'000'000, 9'000'000}));
        QCOMPARE(profile->origin.duration, std::int64_t{10'000'000}); // the last sample's time as well
        QVERIFY(profile->warnings.empty());
    }

    void aProfileOfEventsAndSamplesIsOneOfEvents() {
        OPEN_JSON(profile, "speedscope",
                  evented("nanoseconds", "[{'type':'O','frame':0,'at':1}, {'type':'C','frame':1,'at':3}], "
                                         "'samples': [[1], [2], [2]], 'weights': []"));
        QCOMPARE(profileToText(*profile), std::string("a 99\n"));
    }

    void largeTimesAreExact() {
        OPEN_JSON(profile, "speedscope",
                  evented("nanoseconds",
                          "[{'type':'O','frame':0,'at':1700000000000000001}, "
                          "{'type':'C','frame':0,'at':1700000000000000004}]",
                          "1700000000000000009"));
        QCOMPARE(profileToText(*profile), std::string("a 3\n"));
    }

    void fieldsMayComeInAnyOrder() {
        OPEN_JSON(profile, "speedscope",
                  "{'profiles': [{'endValue': 5, 'events': [{'at': 2, 'frame': 1, 'type': 'O'}, "
                  "{'at': 5, 'frame': 1, 'type': 'C'}], 'name': 'x', 'startValue': 2, 'type': 'evented', "
                  "'unit': 'seconds'}, {'weights': [1.5], 'samples': [[0]], 'type': 'sampled', 'unit': "
                  "'milliseconds'}], "
                  "'shared': {'frames': [{'line': 7, 'name': 'a'}, {'file': 'b.c', 'name': 'b'}]}}");
        QCOMPARE(profile->samples.size(), std::size_t(1));
        QCOMPARE(profileToText(*profile), std::string("a 1500000\nb 3000000000\n"));
        QVERIFY(profile->warnings.empty());
    }

    void aFrameHasAFileAndALine() {
        OPEN_JSON(profile, "speedscope",
                  "{'shared': {'frames': [{'name': 'a\\u00e9\\n', 'file': 'a.c', 'line': 12, 'col': 3}]}, "
                  "'profiles': [{'type': 'sampled', 'name': 'm', 'unit': 'none', 'samples': [[0]], "
                  "'weights': [1]}]}");
        QCOMPARE(profile->frames.line[0], 12u);
        QCOMPARE(profile->text(profile->functions[0].file), std::string_view("a.c"));
        QCOMPARE(profile->text(profile->functions[0].name), std::string_view("a\xc3\xa9\n"));
    }

    void everyProfileOfAFileIsThere() {
        OPEN_JSON(
            profile, "speedscope",
            "{'name': 'program', 'activeProfileIndex': 2," + std::string(sharedFrames) +
                ", "
                "'profiles': [{'type': 'sampled', 'name': 'one', 'unit': 'none', 'samples': [[0]], "
                "'weights': [1]}, "
                "{'type': 'sampled', 'name': 'two', 'unit': 'none', 'samples': [[1]], 'weights': [2]}, "
                "{'type': 'sampled', 'name': 'one', 'unit': 'bytes', 'samples': [[2]], 'weights': [3]}, "
                "{'type': 'sampled', 'name': 'two', 'unit': 'none', 'samples': [[2]], 'weights': [4]}]}");
        QCOMPARE(profile->samples.size(), std::size_t(2));
        QCOMPARE(profile->defaultValue, ValueTypeIndex(1)); // that of the active profile
        QCOMPARE(profileToText(*profile), std::string("a 1\nb 2\nc 4\n"));
        QCOMPARE(profile->processes.size(), std::size_t(1));
        QCOMPARE(profile->text(profile->processes[0].name), std::string_view("program"));
        // "one" is one thread with two values. "two" are two threads, because both have the same value.
        QCOMPARE(profile->threads.size(), std::size_t(3));
    }

    void repeatedStacksAreStoredOnce() {
        std::string samples = "[[0,1,2]", weights = "[1";
        for (int i = 0; i < 1000; ++i) {
            samples += i % 2 ? ",[0,1,2]" : ",[0, 1, 2]";
            weights += ",1";
        }
        OPEN_JSON(profile, "speedscope", sampled("none", samples + "]", weights + "]"));
        QCOMPARE(profile->stacks.size(), std::size_t(3));
        QCOMPARE(profileToText(*profile), std::string("a;b;c 1001\n"));
    }

    void whatIsWrongIsReported_data() {
        QTest::addColumn<std::string>("file");
        QTest::addColumn<std::string>("stacks");
        QTest::addColumn<QString>("warning");
        const auto row = [](const char* name, std::string file, std::string stacks, const char* warning) {
            QTest::newRow(name) << std::move(file) << std::move(stacks) << QString(warning);
        };
        row("fewer weights", sampled("none", "[[0],[1]]", "[5]"), "a 5\n", "2 stacks, but 1 weights");
        row("more weights", sampled("none", "[[0]]", "[5, 6]"), "a 5\n", "1 stacks, but 2 weights");
        row("weights of other kinds", sampled("none", "[[0],[1],[2]]", "[5, null, {'a': 1}]"),
            "a 5\nb 0\nc 0\n", "not numbers");
        row("unknown frames", sampled("none", "[[0, 77]]", "[5]"), "a;? 5\n", "does not hold");
        row("huge frame numbers", sampled("none", "[[99999999999999999999999999, 0]]", "[5]"), "?;a 5\n",
            "does not hold");
        row("negative frame numbers", sampled("none", "[[-1]]", "[5]"), "? 5\n", "does not hold");
        row("stacks in stacks", sampled("none", "[[0, [1]]]", "[5]"), "a;b 5\n", "");
        row("stacks that are none", sampled("none", "[7, 'x', [1]]", "[1, 2, 3]"), "b 3\n", "");
        row("no return", evented("none", "[{'type':'O','frame':0,'at':10}]"), "a 90\n", "do not return");
        row("return of another",
            evented("none", "[{'type':'O','frame':0,'at':0},{'type':'O','frame':1,'at':1}, "
                            "{'type':'C','frame':0,'at':5},{'type':'C','frame':1,'at':6}]"),
            "a 1\na;b 4\n", "not called last");
        row("time goes backwards",
            evented("none", "[{'type':'O','frame':0,'at':5},{'type':'O','frame':1,'at':3}, "
                            "{'type':'C','frame':1,'at':7},{'type':'C','frame':0,'at':8}]"),
            "a 1\na;b 2\n", "backwards");
        row("cut off", sampled("none", "[[0], [1]]", "[5, 6]").substr(0, 240), "", "cut off");
        row("a comma too many", sampled("none", "[[0], [1],]", "[5, 6]"), "", "damaged");
    }
    void whatIsWrongIsReported() {
        QFETCH(std::string, file);
        QFETCH(std::string, stacks);
        QFETCH(QString, warning);
        OPEN_JSON(profile, "speedscope", file);
        if (!stacks.empty()) QCOMPARE(profileToText(*profile), stacks);
        const auto warnings = QString::fromStdString(warningsOf(*profile));
        QVERIFY2(warnings.contains(warning) && warnings.isEmpty() == warning.isEmpty(), qPrintable(warnings));
    }

    void numbersOutOfRangeStayWithin() {
        OPEN_JSON(profile, "speedscope",
                  sampled("seconds", "[[0],[1],[2]]", "[9e300, -1e300, 9223372036854775807]"));
        QCOMPARE(profile->samples[0].weight[0], std::numeric_limits<std::int64_t>::max());
        OPEN_JSON(times, "speedscope",
                  evented("seconds", "[{'type':'O','frame':0,'at':-1e300},{'type':'C','frame':0,'at':1e300}]",
                          "18446744073709551615"));
        QCOMPARE(times->samples[0].size(), std::size_t(1));
    }

    void hostileNestingIsRefusedOrRead() {
        const std::string deep(200'000, '[');
        OPEN_JSON(profile, "speedscope",
                  sampled("none", "[" + deep + std::string(deep.size(), ']') + ", [0]]", "[1, 2]"));
        QCOMPARE(profileToText(*profile), std::string("a 2\n"));
        const auto open = readJson("{'shared': {'frames': [{'name': 'a'}]}, 'profiles':" + deep);
        QVERIFY(!open);
        QVERIFY(!readJson(deep));
    }

    void bytesThatAreNoTextAreReplaced() {
        OPEN_JSON(profile, "speedscope",
                  "{'shared': {'frames': [{'name': 'a\xff\x01z'}]}, 'profiles': [{'type': 'sampled',"
                  "'unit': 'none', 'name': 'm', 'samples': [[0]], 'weights': [2]}]}");
        QCOMPARE(profileToText(*profile), std::string("a\xef\xbf\xbd z 2\n"));
    }

    void aFileWithoutProfilesIsRefused() {
        const auto profile = readJson("{'shared': {'frames': [{'name': 'a'}]}, 'profiles': []}");
        QVERIFY(!profile);
        QCOMPARE(profile.error().message, std::string("it holds no profile"));
    }
};

QTEST_APPLESS_MAIN(SpeedscopeTest)
#include "speedscope_test.moc"
