/// Firefox Profiler files written by hand: both kinds, and invalid ones.
#include "tests/json_text.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

namespace {

/// Tables of one thread: main calls run and run2; run is a function of a script.
const std::string stackTable = "'stackTable': {'prefix': [null, 0, 0], 'frame': [0, 1, 2], 'length': 3}";
const std::string frameTable = "'frameTable': {'address': [4096, -1, 32], 'inlineDepth': [0, 0, 1], "
                               "'func': [0, 1, 2], 'nativeSymbol': [0, null, null], 'line': [12, null, 3], "
                               "'category': [0, 1, null], 'length': 3}";
const std::string funcTable = "'funcTable': {'name': [0, 1, 2], 'resource': [0, -1, 0], "
                              "'isJS': [false, true, false], 'fileName': [null, 3, null], "
                              "'lineNumber': [null, 7, null], 'length': 3}";
const std::string otherTables = "'resourceTable': {'lib': [1], 'name': [0], 'length': 1}, "
                                "'nativeSymbols': {'libIndex': [0], 'name': [0], 'length': 1}";
const std::string strings = "['main', 'run', 'run2', 'https://x/y.js']";
const std::string code = stackTable + ", " + frameTable + ", " + funcTable + ", " + otherTables;
const std::string meta =
    "'meta': {'interval': 1, 'startTime': 1000, 'processType': 0, 'product': 'Firefox', "
    "'preprocessedProfileVersion': 48, 'categories': [{'name': 'Other'}, {'name': 'JavaScript'}], "
    "'sampleUnits': {'threadCPUDelta': 'µs'}}";
const std::string libraries =
    "'libs': [{'name': 'a', 'path': '/lib/a.so', 'breakpadId': 'ABC0', 'codeId': 'abcd'}, "
    "{'name': 'b.so', 'path': '', 'breakpadId': 'DEF0'}]";

std::string threadWith(const std::string& samples, const std::string& name = "GeckoMain") {
    return "{'name': '" + name +
           "', 'processType': 'default', 'processName': 'Parent', 'pid': '12.1', 'tid': 34, "
           "'samples': {" +
           samples + "}, " + code + ", 'stringArray': " + strings + "}";
}

std::string file(const std::string& threads) {
    return "{" + meta + ", " + libraries + ", 'threads': [" + threads + "]}";
}

std::string geckoThread(const std::string& samples, const std::string& texts) {
    return "{'name': 'GeckoMain', 'tid': 1, 'pid': 2, 'samples': {'schema': {'stack': 0, 'time': 1, "
           "'responsiveness': 2, 'threadCPUDelta': 3}, 'data': [" +
           samples +
           "]}, "
           "'frameTable': {'schema': {'location': 0, 'relevantForJS': 1, 'line': 2}, 'data': [[0], [1, "
           "false, 9], [2]]}, "
           "'stackTable': {'schema': {'frame': 1, 'prefix': 0}, 'data': [[null, 0], [0, 1], [1, 2]]}, "
           "'stringTable': " +
           texts + "}";
}

std::string_view nameOf(const Profile& profile, ValueTypeIndex value) {
    return profile.text(profile.samples[value.row()].type.name);
}

} // namespace

class FirefoxTest : public QObject {
    Q_OBJECT

private slots:
    void aThreadsSamplesAreThere() {
        OPEN_JSON(profile, "firefox",
                  file(threadWith("'stack': [1, null, 2, 1], 'time': [5.25, 6, 7, 8.000001], 'length': 4")));
        QCOMPARE(profileToText(*profile), std::string("main;run 2\nmain;run2 1\n"));
        QCOMPARE(profile->samples[0].time, (std::vector<std::int64_t>{0, 1'750'000, 2'750'001}));
        QCOMPARE(profile->origin.startTime, std::int64_t{1'005'250'000});
        QCOMPARE(profile->origin.period, std::int64_t{1'000'000});
        QCOMPARE(profile->threads.size(), std::size_t(1));
        QCOMPARE(profile->threads[0].tid, 34);
        QCOMPARE(profile->processes[0].pid, 12);
        QCOMPARE(profile->text(profile->processes[0].name), std::string_view("Parent"));
        QVERIFY(profile->warnings.empty());
    }

    void framesHaveTheirLocations() {
        OPEN_JSON(profile, "firefox", file(threadWith("'stack': [1, 2], 'time': [1, 2]")));
        const auto& frames = profile->frames;
        const auto pathOf = [&](MappingIndex mapping) {
            return mapping ? profile->text(profile->mappings[mapping.row()].path) : std::string_view();
        };
        QCOMPARE(frames.size(), std::size_t(3));
        QCOMPARE(frames.address[0], std::uint64_t{4096});
        QCOMPARE(frames.line[0], 12u);
        QCOMPARE(pathOf(frames.mapping[0]),
                 std::string_view("/lib/a.so")); // the module of the machine code, not of the function
        QCOMPARE(profile->text(profile->mappings[frames.mapping[0].row()].buildId), std::string_view("abcd"));
        QCOMPARE(frames.kind[1], FrameKind::Interpreted);
        const auto& script = profile->functions[frames.function[1].row()];
        QCOMPARE(profile->text(script.file), std::string_view("https://x/y.js"));
        QCOMPARE(script.startLine, 7u);
        QCOMPARE(frames.kind[2], FrameKind::Inlined);
        QCOMPARE(frames.inlineDepth[2], std::uint16_t{1});
        QCOMPARE(pathOf(frames.mapping[2]), std::string_view("b.so"));
    }

    void weightsAreOfTheirType_data() {
        QTest::addColumn<std::string>("weights");
        QTest::addColumn<std::string>("name");
        QTest::addColumn<qint64>("total");
        QTest::newRow("none") << std::string("'weight': null, 'weightType': 'samples'")
                              << std::string("samples") << qint64(2);
        QTest::newRow("counts") << std::string("'weight': [3, -1]") << std::string("samples") << qint64(2);
        QTest::newRow("milliseconds") << std::string("'weight': [1.5, 0.000001], 'weightType': 'tracing-ms'")
                                      << std::string("time") << qint64(1'500'001);
        QTest::newRow("bytes") << std::string("'weightType': 'bytes', 'weight': [4096, 1]")
                               << std::string("memory") << qint64(4097);
    }
    void weightsAreOfTheirType() {
        QFETCH(std::string, weights);
        QFETCH(std::string, name);
        QFETCH(qint64, total);
        OPEN_JSON(profile, "firefox", file(threadWith("'stack': [1, 2], 'time': [1, 2], " + weights)));
        QCOMPARE(nameOf(*profile, ValueTypeIndex(0)), std::string_view(name));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), total);
    }

    void cpuTimeIsAValueTypeOfItsOwn() {
        OPEN_JSON(profile, "firefox",
                  file(threadWith("'stack': [1, 2, 2], 'time': [1, 2, 3], 'threadCPUDelta': [null, 40, 0]")));
        QCOMPARE(profile->samples.size(), std::size_t(2));
        QCOMPARE(nameOf(*profile, ValueTypeIndex(1)), std::string_view("cpu"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(1)), std::int64_t{40'000});
        QCOMPARE(profile->samples[1].size(), std::size_t(1)); // nothing ran before the others
        QCOMPARE(profile->shownValue(), ValueTypeIndex(0));
    }

    void allocationsAreValueTypesOfTheirOwn() {
        auto text = threadWith("'stack': [1], 'time': [1]");
        text.pop_back();
        OPEN_JSON(profile, "firefox",
                  file(text +
                       ", 'jsAllocations': {'time': [2], 'weight': [64], 'stack': [1]}, 'nativeAllocations': "
                       "{'time': [3, 4], 'weight': [100, -30], 'weightType': 'bytes', 'stack': [0, 0]}}"));
        QCOMPARE(profile->samples.size(), std::size_t(3));
        QCOMPARE(profile->totalWeight(profile->findValue("js allocations")), std::int64_t{64});
        QCOMPARE(profile->totalWeight(profile->findValue("native allocations")), std::int64_t{70});
    }

    void categoriesAreLabels() {
        OPEN_JSON(profile, "firefox", file(threadWith("'stack': [1, 2], 'time': [1, 2]")));
        const auto& table = profile->samples[0];
        const auto label = [&](std::size_t row) {
            return profile->text(profile->labelsOf(table.labelsAt(row))[0].text);
        };
        QCOMPARE(label(0), std::string_view("JavaScript"));
        QCOMPARE(label(1), std::string_view("Other")); // the label of its caller
    }

    void everyThreadAndProcessIsThere() {
        OPEN_JSON(profile, "firefox",
                  file(threadWith("'stack': [1], 'time': [1]") + ", " +
                       threadWith("'stack': [2], 'time': [1]", "DOM Worker")));
        QCOMPARE(profile->threads.size(), std::size_t(2));
        QCOMPARE(profile->processes.size(), std::size_t(1));
        QCOMPARE(profileToText(*profile), std::string("main;run 1\nmain;run2 1\n"));
    }

    void tablesMayBeShared() {
        // Newer files store data that threads share separately; here it is last.
        OPEN_JSON(
            profile, "firefox",
            "{'threads': [{'name': 'a', 'pid': '1', 'tid': '2', 'samples': {'stack': [1], 'timeDeltas': "
            "[4]}}, "
            "{'name': 'b', 'pid': '1', 'tid': '3', 'samples': {'stack': [2, 2], 'timeDeltas': [5, 0.5]}}], "
            "'shared': {" +
                stackTable +
                ", 'frameTable': {'func': [0, 1, 2], 'address': [-1, -1, -1]}, "
                "'funcTable': {'name': [0, 1, 2], 'isJS': [false, false, false], 'source': [null, 0, null]}, "
                "'sources': {'filename': [3]}, 'stringArray': " +
                strings + "}, " + meta + "}");
        QCOMPARE(profileToText(*profile), std::string("main;run 1\nmain;run2 2\n"));
        QCOMPARE(profile->samples[0].time, (std::vector<std::int64_t>{0, 1'000'000, 1'500'000}));
        QCOMPARE(profile->text(profile->functions[1].file), std::string_view("https://x/y.js"));
        QCOMPARE(profile->threads[1].tid, 3);
        QVERIFY(profile->warnings.empty());
    }

    void addressesWithoutNamesStayAddresses() {
        OPEN_JSON(profile, "firefox",
                  "{" + meta + ", " + libraries +
                      ", 'threads': [{'samples': {'stack': [0], 'time': [1]}, "
                      "'stackTable': {'prefix': [null], 'frame': [0]}, 'frameTable': {'func': [0], "
                      "'address': [4660]}, "
                      "'funcTable': {'name': [0], 'resource': [0]}, 'resourceTable': {'lib': [0]}, "
                      "'stringTable': ['0x1234']}]}");
        QVERIFY(profile->frames.function[0].isNone());
        QCOMPARE(profile->frames.address[0], std::uint64_t{0x1234});
        QVERIFY(profile->frames.mapping[0]);
    }

    /// Callgrind names code without symbols like this: an export that is opened again has the same functions.
    void numbersWithZerosBeforeThemAreNames() {
        OPEN_JSON(profile, "firefox",
                  "{" + meta + ", " + libraries +
                      ", 'threads': [{'samples': {'stack': [0], 'time': [1]}, "
                      "'stackTable': {'prefix': [null], 'frame': [0]}, 'frameTable': {'func': [0], "
                      "'address': [-1]}, "
                      "'funcTable': {'name': [0], 'resource': [0]}, 'resourceTable': {'lib': [0]}, "
                      "'stringTable': ['0x0000000000001020']}]}");
        QVERIFY(profile->frames.function[0]);
        QCOMPARE(profile->text(profile->functions[0].name), std::string_view("0x0000000000001020"));
    }

    void geckoFilesHaveLocations() {
        OPEN_JSON(profile, "firefox",
                  "{'meta': {'stackwalk': 1, 'startTime': 1000, 'sampleUnits': {'threadCPUDelta': 'ns'}}, "
                  "'libs': [{'start': 4096, 'end': 8192, 'offset': 16, 'path': '/a.so', 'breakpadId': "
                  "'AB'}], 'threads': [" +
                      geckoThread("[2, 5.5, 0, 100], [0, 6.5]",
                                  "['(root)', 'f (http://h:80/x.js:3:4)', '0x1010']") +
                      "]}");
        QCOMPARE(profileToText(*profile), std::string("(root) 1\n(root);f;? 1\n"));
        QCOMPARE(profile->totalWeight(profile->findValue("cpu")), std::int64_t{100});
        const auto& script = profile->functions[1];
        QCOMPARE(profile->text(script.file), std::string_view("http://h:80/x.js"));
        QCOMPARE(script.startLine, 3u);
        const auto& frames = profile->frames;
        QCOMPARE(frames.line[1], 9u);
        QCOMPARE(frames.address[2], std::uint64_t{0x1010});
        QCOMPARE(profile->mappings[frames.mapping[2].row()].fileOffset, std::uint64_t{16});
    }

    void geckoProcessesAreNested() {
        const std::string texts = "['a', 'b', 'c']";
        OPEN_JSON(profile, "firefox",
                  "{'profile': {'meta': {'stackwalk': 1, 'startTime': 1000}, 'threads': [" +
                      geckoThread("[0, 5]", texts) +
                      "], 'processes': [{'meta': {'startTime': 1500}, 'threads': [" +
                      geckoThread("[1, 5]", texts) + "], 'processes': [{'threads': [" +
                      geckoThread("[2, 5]", texts) + "]}]}]}}");
        QCOMPARE(profileToText(*profile), std::string("a 1\na;b 1\na;b;c 1\n"));
        QCOMPARE(profile->processes.size(), std::size_t(3));
        QCOMPARE(profile->samples[0].time, (std::vector<std::int64_t>{0, 500'000'000, 0}));
    }

    void processesOfOldGeckoFilesAreTexts() {
        const std::string texts = "['a', 'b', 'c']";
        const auto inText = [](std::string text) {
            std::string escaped;
            for (const char letter : text)
                escaped += letter == '\'' ? std::string("\\'") : std::string(1, letter);
            return "'" + escaped + "'";
        };
        OPEN_JSON(
            profile, "firefox",
            "{'meta': {'stackwalk': 1, 'startTime': 1000, 'version': 3}, 'libs': " +
                inText("[{'start': 4096, 'end': 8192, 'name': '/a.so', 'breakpadId': 'AB'}]") +
                ", 'threads': [" + geckoThread("[1, 5]", "['a', '0x1010', 'c']") + ", " +
                inText("{'meta': {'startTime': 1500}, 'threads': [" + geckoThread("[2, 5]", texts) + "]}") +
                "]}");
        QCOMPARE(profileToText(*profile), std::string("a;? 1\na;b;c 1\n"));
        QCOMPARE(profile->processes.size(), std::size_t(2));
        QCOMPARE(profile->samples[0].time, (std::vector<std::int64_t>{0, 500'000'000}));
        QCOMPARE(profile->mappings.size(), std::size_t(1));
        QCOMPARE(profile->text(profile->mappings[0].path), std::string_view("/a.so"));
    }

    void threadsWithoutIdsAreAsManyAsTheFileHas() {
        const auto thread = [](const std::string& name) {
            return "{'name': '" + name + "', 'samples': {'stack': [1], 'time': [1]}, " + code +
                   ", 'stringArray': " + strings + "}";
        };
        OPEN_JSON(profile, "firefox",
                  file(thread("GeckoMain") + ", " + thread("DOM Worker") + ", " + thread("DOM Worker") +
                       ", " + thread("GeckoMain") + ", " + thread("DOM Worker")));
        QCOMPARE(profile->threads.size(), std::size_t(5));
        QCOMPARE(profile->processes.size(), std::size_t(2));
        QCOMPARE(profile->threads[2].process, ProcessIndex(0));
        QCOMPARE(profile->threads[4].process, ProcessIndex(1));
    }

    void theOldDeveloperToolsPutMarkersFirst() {
        std::string markers;
        for (int row = 0; row < 100; ++row)
            markers += "{'end': 6.5, 'isOffMainThread': false, 'name': 'Styles', 'start': 6.25}, ";
        OPEN_JSON(profile, "firefox",
                  "{'label': '', 'duration': 10.5, 'markers': [" + markers + "{}], 'profile': {'threads': [" +
                      geckoThread("[2, 5.5, 0, 100]", "['(root)', 'f (x.js:3)', '0x10']") + "]}}");
        QCOMPARE(profileToText(*profile), std::string("(root);f;? 1\n"));
    }

    void markersAreCounted() {
        auto text = threadWith("'stack': [1], 'time': [1]");
        text.pop_back();
        OPEN_JSON(profile, "firefox",
                  file(text + ", 'markers': {'data': [{}, null], 'name': [1, 2], 'length': 2}}"));
        QCOMPARE(profile->comments.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(profile->comments[0]).contains("2 markers"));
    }

    void whatIsWrongIsReported_data() {
        QTest::addColumn<std::string>("tables");
        QTest::addColumn<std::string>("stacks");
        const std::string rest =
            "'frameTable': {'func': [0, 1]}, 'funcTable': {'name': [0, 1]}, 'stringTable': ['a', 'b']";
        const auto row = [&](const char* name, const std::string& tables, const char* stacks) {
            QTest::newRow(name) << tables << std::string(stacks);
        };
        row("a stack that is not there", "'stackTable': {'prefix': [null], 'frame': [0]}, " + rest, "a 1\n");
        row("a circle", "'stackTable': {'prefix': [1, 0], 'frame': [0, 1]}, " + rest, "b 1\nb;a 1\n");
        row("a stack that calls itself", "'stackTable': {'prefix': [0, 1], 'frame': [0, 1]}, " + rest,
            "a 1\nb 1\n");
        row("a caller that is not there",
            "'stackTable': {'prefix': [99, 2147483647], 'frame': [0, 1]}, " + rest, "a 1\nb 1\n");
        row("a frame that is not there", "'stackTable': {'prefix': [null, 0], 'frame': [77, -3]}, " + rest,
            "? 1\n?;? 1\n");
        row("a function that is not there",
            "'stackTable': {'prefix': [null, 0], 'frame': [0, 1]}, 'frameTable': "
            "{'func': [9, 99999999999]}, 'funcTable': {'name': [0]}, 'stringTable': ['a']",
            "? 1\n?;? 1\n");
        row("a name that is not there",
            "'stackTable': {'prefix': [null, 0], 'frame': [0, 1]}, 'frameTable': "
            "{'func': [0, 1]}, 'funcTable': {'name': [5, 0]}, 'stringTable': ['a']",
            "? 1\n?;a 1\n");
    }
    void whatIsWrongIsReported() {
        QFETCH(std::string, tables);
        QFETCH(std::string, stacks);
        OPEN_JSON(profile, "firefox",
                  "{" + meta + ", 'threads': [{'samples': {'stack': [0, 1], 'time': [1, 2]}, " + tables +
                      "}]}");
        QCOMPARE(profile->warnings.size(), std::size_t(1));
        QCOMPARE(profileToText(*profile), stacks);
    }

    void columnsOfDifferentLengthsAreRead() {
        OPEN_JSON(profile, "firefox",
                  "{" + meta +
                      ", 'threads': [{'samples': {'stack': [0, 1, 0], 'time': [1], 'weight': [5, 6], "
                      "'length': 4000000000}, 'stackTable': {'frame': [0, 1], 'prefix': []}, 'frameTable': "
                      "{'func': [0, 1]}, "
                      "'funcTable': {'name': [0, 1]}, 'stringTable': ['a', 'b']}]}");
        QCOMPARE(profileToText(*profile), std::string("a 5\nb 6\n"));
    }

    void callersMayComeAfterThoseThatTheyCall() {
        OPEN_JSON(
            profile, "firefox",
            "{" + meta +
                ", 'threads': [{'samples': {'stack': [0], 'time': [1]}, 'stackTable': {'frame': [0, 1], "
                "'prefix': [1, null]}, 'frameTable': {'func': [0, 1]}, 'funcTable': {'name': [0, 1]}, "
                "'stringTable': ['a', 'b']}]}");
        QCOMPARE(profileToText(*profile), std::string("b;a 1\n"));
        QVERIFY(profile->warnings.empty());
    }

    void aFileThatWasCutOffIsReadUpToTheCut() {
        const auto whole = file(threadWith("'stack': [1], 'time': [1]") + ", " +
                                threadWith("'stack': [2], 'time': [1]", "other"));
        OPEN_JSON(profile, "firefox", whole.substr(0, whole.size() - 200));
        QVERIFY(QString::fromStdString(warningsOf(*profile)).contains("cut off"));
        QVERIFY(profile->samples[0].size() >= 1);
        const auto nothing = readJson("{" + meta + ", " + libraries + ", 'threads': [");
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().message, std::string("it is damaged before its first thread"));
    }
};

QTEST_APPLESS_MAIN(FirefoxTest)
#include "firefox_test.moc"
