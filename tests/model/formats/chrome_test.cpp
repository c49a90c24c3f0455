/// CPU profiles, heap profiles and traces of Chrome written by hand: the meaning of each part, and invalid
/// parts.
#include "tests/json_text.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

namespace {

/// Root, idle, collector, and main calling f.
const std::string nodes =
    "'nodes': [{'id': 1, 'callFrame': {'functionName': '(root)', 'url': '', 'lineNumber': -1}, 'hitCount': "
    "0, "
    "'children': [2, 3, 4]}, {'id': 2, 'callFrame': {'functionName': '(idle)'}, 'hitCount': 7}, "
    "{'id': 3, 'callFrame': {'functionName': '(garbage collector)'}, 'hitCount': 1}, "
    "{'id': 4, 'callFrame': {'functionName': '', 'url': 'x.js', 'lineNumber': 0}, 'hitCount': 1, 'children': "
    "[5]}, "
    "{'id': 5, 'callFrame': {'functionName': 'f', 'url': 'x.js', 'lineNumber': 11}, 'hitCount': 5, "
    "'positionTicks': [{'line': 13, 'ticks': 3}]}]";

std::string cpuProfile(const std::string& samples, const std::string& deltas) {
    return "{" + nodes + ", 'startTime': 1000, 'endTime': 1100, 'samples': " + samples +
           ", 'timeDeltas': " + deltas + "}";
}

std::string begin(const std::string& name, int time) {
    return "{'pid': 1, 'tid': 2, 'ph': 'B', 'ts': " + std::to_string(time) + ", 'name': '" + name + "'}";
}
std::string end(const std::string& name, int time) {
    return "{'pid': 1, 'tid': 2, 'ph': 'E', 'ts': " + std::to_string(time) + ", 'name': '" + name + "'}";
}
std::string span(const std::string& name, int time, int length) {
    return "{'pid': 1, 'tid': 2, 'ph': 'X', 'ts': " + std::to_string(time) +
           ", 'dur': " + std::to_string(length) + ", 'name': '" + name + "'}";
}

} // namespace

class ChromeTest : public QObject {
    Q_OBJECT

private slots:
    void aNodeRunsUntilTheNextSample() {
        OPEN_JSON(profile, "cpuprofile", cpuProfile("[5, 4, 5]", "[10, 20, 30]"));
        const auto cpu = profile->findValue("cpu");
        QCOMPARE(profileToText(*profile, cpu), std::string("(anonymous) 30000\n(anonymous);f 60000\n"));
        QCOMPARE(profile->samples[cpu.row()].time, (std::vector<std::int64_t>{10'000, 30'000, 60'000}));
        QVERIFY(profile->samples[cpu.row()].lasts);
        QCOMPARE(profile->shownValue(), cpu);
        QCOMPARE(profile->origin.duration, std::int64_t{100'000}); // the duration reaches to the profile's
                                                                   // end, not to its last sample
        const auto& f = profile->functions.back();
        QCOMPARE(profile->text(f.file), std::string_view("x.js"));
        QCOMPARE(f.startLine, 12u);
    }

    void theThreadThatEndsLastSetsTheDuration() {
        OPEN_JSON(profile, "chrome-trace",
                  "[" + span("long", 10, 50) +
                      ", {'pid': 1, 'tid': 3, 'ph': 'X', 'ts': 20, 'dur': 5, 'name': 'short'}]");
        QCOMPARE(profile->origin.duration, std::int64_t{50'000});
    }

    void idleTimeIsNoSample() {
        OPEN_JSON(profile, "cpuprofile", cpuProfile("[5, 2, 4]", "[0, 20, 30]"));
        QCOMPARE(profileToText(*profile, profile->findValue("cpu")),
                 std::string("(anonymous) 50000\n(anonymous);f 20000\n"));
        QCOMPARE(profile->origin.idleTime, std::int64_t{30'000});
    }

    void theCollectorRunsOnTopOfWhatRanBefore() {
        OPEN_JSON(profile, "cpuprofile", cpuProfile("[5, 3, 3, 2, 3]", "[0, 20, 10, 10, 10]"));
        QCOMPARE(
            profileToText(*profile, profile->findValue("cpu")),
            std::string(
                "(anonymous);f 20000\n(anonymous);f;(garbage collector) 20000\n(garbage collector) 50000\n"));
    }

    void hitsHaveLines() {
        OPEN_JSON(profile, "cpuprofile", cpuProfile("[5]", "[0]"));
        const auto samples = profile->findValue("samples");
        QCOMPARE(profileToText(*profile, samples),
                 std::string("(anonymous) 1\n(anonymous);f 5\n(garbage collector) 1\n"));
        const auto& table = profile->samples[samples.row()];
        std::int64_t atLine = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (profile->frames.line[profile->stacks.frame[table.stack[row].row()].row()] == 13)
                atLine += table.weight[row];
        }
        QCOMPARE(atLine, std::int64_t{3});
    }

    void timeNeverGoesBack() {
        OPEN_JSON(profile, "cpuprofile", cpuProfile("[5, 4, 5]", "[50, -20, 10]"));
        QCOMPARE(profile->totalWeight(profile->findValue("cpu")), std::int64_t{50'000});
        OPEN_JSON(far, "cpuprofile", cpuProfile("[5, 4, 5]", "[9e300, -9e300, 9223372036854775807]"));
        QVERIFY(far->totalWeight(far->findValue("cpu")) >= 0);
    }

    void oldProfilesAreTrees() {
        OPEN_JSON(profile, "cpuprofile",
                  "{'head': {'functionName': '(root)', 'children': [{'functionName': 'f', 'url': 'a.js', "
                  "'hitCount': 1, "
                  "'children': [{'functionName': 'g', 'url': 'a.js', 'hitCount': 2, 'children': [], 'id': "
                  "3}], 'id': 2}], "
                  "'id': 1}, 'startTime': 1, 'endTime': 9, 'samples': [2, 3], 'timestamps': [2, 5]}");
        QCOMPARE(profileToText(*profile, profile->findValue("cpu")), std::string("f 3000\nf;g 4000\n"));
        QCOMPARE(profileToText(*profile, profile->findValue("samples")), std::string("f 1\nf;g 2\n"));
    }

    void wrongNodesAreReported_data() {
        QTest::addColumn<std::string>("list");
        QTest::addColumn<std::string>("stacks");
        QTest::newRow("missing") << std::string("[{'id': 1, 'callFrame': {'functionName': 'a'}}]")
                                 << std::string("? 98000\na 1000\n");
        QTest::newRow("circle") << std::string("[{'id': 1, 'parent': 2, 'callFrame': {'functionName': 'a'}}, "
                                               "{'id': 2, 'parent': 1, 'callFrame': {'functionName': 'b'}}]")
                                << std::string("b 98000\nb;a 1000\n");
        QTest::newRow("no parent") << std::string(
                                          "[{'id': 1, 'parent': 9, 'callFrame': {'functionName': 'a'}}, "
                                          "{'id': 2, 'callFrame': {'functionName': 'b'}}]")
                                   << std::string("a 1000\nb 98000\n");
        QTest::newRow("no child")
            << std::string("[{'id': 1, 'callFrame': {'functionName': 'a'}, 'children': [7, 2]}, "
                           "{'id': 2, 'callFrame': {'functionName': 'b'}}]")
            << std::string("a 1000\na;b 98000\n");
    }
    void wrongNodesAreReported() {
        QFETCH(std::string, list);
        QFETCH(std::string, stacks);
        OPEN_JSON(profile, "cpuprofile",
                  "{'nodes': " + list +
                      ", 'startTime': 0, 'endTime': 100, 'samples': [1, 2], 'timeDeltas': [1, 1]}");
        QCOMPARE(profileToText(*profile, profile->findValue("cpu")), stacks);
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }

    void heapProfilesAreTreesOfBytes() {
        OPEN_JSON(
            profile, "heapprofile",
            "{'head': {'callFrame': {'functionName': '(root)'}, 'selfSize': 0, 'children': [{'callFrame': "
            "{'functionName': 'f', 'url': 'x.js', 'lineNumber': 2}, 'children': [{'selfSize': 48, "
            "'children': [], "
            "'callFrame': {'functionName': 'g'}}], 'selfSize': 120}]}, 'samples': []}");
        QCOMPARE(profileToText(*profile), std::string("f 120\nf;g 48\n"));
        QCOMPARE(profile->text(profile->samples[0].type.unit), std::string_view("bytes"));
    }

    void heapSnapshotsAreRefused() {
        const auto profile = readJson("{'snapshot': {'meta': {'node_fields': ['type']}}, 'nodes': [1, 2]}");
        QVERIFY(!profile);
        QVERIFY(QString::fromStdString(profile.error().message).contains("heap snapshot"));
    }

    void nestedTooDeeplyIsCut() {
        std::string text = "{'head': {'selfSize': 1, 'callFrame': {'functionName': 'f'}, 'children': [";
        std::string close = "]}}";
        for (int level = 0; level < 50'000; ++level) {
            text += "{'selfSize': 1, 'children': [";
            close = "]}" + close;
        }
        OPEN_JSON(profile, "heapprofile", text + close);
        QVERIFY(!profile->warnings.empty());
        QVERIFY(profile->stacks.size() > 100 && profile->stacks.size() < 5'000);
    }

    void spansNest() {
        OPEN_JSON(profile, "chrome-trace",
                  "[" + span("a", 100, 10) + ", " + begin("b", 102) + ", " + span("c", 103, 1) + ", " +
                      end("b", 106) + "]");
        QCOMPARE(profileToText(*profile), std::string("a 6000\na;b 3000\na;b;c 1000\n"));
        QCOMPARE(profile->samples[0].time.front(), std::int64_t{0});
        QVERIFY(profile->samples[0].lasts);
        QVERIFY(profile->warnings.empty());
    }

    void spansThatBeginTogetherNestByLength() {
        OPEN_JSON(profile, "chrome-trace",
                  "[" + span("short", 5, 1) + ", " + begin("long", 5) + ", " + end("long", 9) + ", " +
                      begin("equal", 9) + ", " + begin("equal inner", 9) + ", " + end("equal inner", 10) +
                      ", " + end("equal", 10) + "]");
        QCOMPARE(profileToText(*profile),
                 std::string("equal;equal inner 1000\nlong 3000\nlong;short 1000\n"));
        QVERIFY(profile->warnings.empty());
    }

    void wrongSpansKeepTheirLengths_data() {
        QTest::addColumn<std::string>("events");
        QTest::addColumn<std::string>("stacks");
        QTest::addColumn<QString>("warning");
        const auto row = [](const char* name, const std::string& events, const char* stacks,
                            const char* warning) {
            QTest::newRow(name) << events << std::string(stacks) << QString(warning);
        };
        row("overlap", span("a", 0, 10) + ", " + span("b", 5, 10), "a 5000\na;b 5000\nb 5000\n", "overlap");
        row("no end", begin("a", 0) + ", " + begin("b", 4) + ", " + end("b", 6) + ", " + span("c", 8, 2),
            "a 6000\na;b 2000\na;c 2000\n", "do not end");
        row("no begin", end("a", 3) + ", " + span("b", 3, 1), "b 1000\n", "end without a beginning");
        row("end without a name", begin("a", 0) + ", {'pid': 1, 'tid': 2, 'ph': 'E', 'ts': 3}", "a 3000\n",
            "");
        row("negative length", span("a", 0, -10) + ", " + span("b", 0, 1), "b 1000\n", "");
        row("times as texts", "{'pid': 1, 'tid': '2', 'ph': 'X', 'ts': '5.5', 'dur': '0.25', 'name': 'a'}",
            "a 250\n", "");
    }
    void wrongSpansKeepTheirLengths() {
        QFETCH(std::string, events);
        QFETCH(std::string, stacks);
        QFETCH(QString, warning);
        OPEN_JSON(profile, "chrome-trace", "[" + events + "]");
        QCOMPARE(profileToText(*profile), stacks);
        const auto warnings = QString::fromStdString(warningsOf(*profile));
        QVERIFY2(warnings.contains(warning) && warnings.isEmpty() == warning.isEmpty(), qPrintable(warnings));
    }

    void anArrayMayBeLeftOpen() {
        OPEN_JSON(open, "chrome-trace", "[" + span("a", 0, 1) + ",\n" + span("b", 2, 1) + ",\n");
        QCOMPARE(profileToText(*open), std::string("a 1000\nb 1000\n"));
        QVERIFY(open->warnings.empty());
        OPEN_JSON(cut, "chrome-trace", "[" + span("a", 0, 1) + ",\n" + span("b", 2, 1).substr(0, 30));
        QCOMPARE(cut->warnings.size(), std::size_t(1));
    }

    void processesAndThreadsHaveNames() {
        OPEN_JSON(
            profile, "chrome-trace",
            "{'displayTimeUnit': 'ms', 'traceEvents': [" + span("a", 0, 1) +
                ", {'ph': 'M', 'pid': 1, 'tid': 0, 'name': 'process_name', 'args': {'name': 'Renderer'}}, "
                "{'ph': 'M', 'pid': 1, 'tid': 2, 'name': 'thread_name', 'args': {'name': 'Main'}}, "
                "{'ph': 'X', 'pid': 'job', 'tid': 'worker', 'ts': 1, 'dur': 1, 'name': 'b'}, {'ph': 'i', "
                "'ts': 1}]}");
        QCOMPARE(profile->threads.size(), std::size_t(2));
        QCOMPARE(profile->text(profile->processes[0].name), std::string_view("Renderer"));
        QCOMPARE(profile->text(profile->threads[0].name), std::string_view("Main"));
        QCOMPARE(profile->text(profile->processes[1].name), std::string_view("job"));
        QCOMPARE(profile->text(profile->threads[1].name), std::string_view("worker"));
        QCOMPARE(profile->comments.size(), std::size_t(1));
    }

    void profilesInPiecesAreWhole() {
        const auto piece = [](const std::string& data) {
            return "{'args': {'data': " + data +
                   "}, 'id': '0x1', 'name': 'ProfileChunk', 'ph': 'P', 'pid': 1, 'tid': 9, 'ts': 5}";
        };
        OPEN_JSON(
            profile, "chrome-trace",
            "[{'args': {'data': {'startTime': 100}}, 'id': '0x1', 'name': 'Profile', 'ph': 'P', 'pid': 1, "
            "'tid': 2, 'ts': 100}, " +
                piece("{'cpuProfile': {'nodes': [{'id': 1, 'callFrame': {'functionName': 'a', 'url': 'x'}}], "
                      "'samples': [1]}, 'lines': [7], 'timeDeltas': [5]}") +
                ", " +
                piece(
                    "{'cpuProfile': {'nodes': [{'id': 2, 'parent': 1, 'callFrame': {'functionName': 'b'}}], "
                    "'samples': [2, 1]}, 'timeDeltas': [10, 20], 'endTime': 150}") +
                ", " + span("z", 90, 1) + "]");
        const auto cpu = profile->findValue("cpu");
        QCOMPARE(profileToText(*profile, cpu), std::string("a 25000\na;b 20000\n"));
        const auto& table = profile->samples[cpu.row()];
        QCOMPARE(table.time[0], std::int64_t{15'000}); // after the span, which began first
        QCOMPARE(profile->frames.line[profile->stacks.frame[table.stack[0].row()].row()], 7u);
        QCOMPARE(profile->threads[table.thread[0].row()].tid, 2);
        QCOMPARE(profile->shownValue(), cpu);
    }

    void samplesHaveStackFrames() {
        OPEN_JSON(
            profile, "chrome-trace",
            "{'traceEvents': [], 'samples': [{'ts': 5, 'sf': 2, 'weight': 3, 'pid': 1, 'tid': 2, 'cpu': 4}, "
            "{'ts': 6, 'sf': '3'}, {'ts': 7, 'sf': 9}], 'stackFrames': {'1': {'name': 'main'}, "
            "'2': {'name': 'f', 'parent': '1'}, '3': {'name': 'loop', 'parent': 3}}}");
        QCOMPARE(profileToText(*profile), std::string(" 1\nloop 1\nmain;f 3\n"));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }

    void aTraceWithoutEventsIsRefused() {
        const auto profile = readJson("{'traceEvents': [{'ph': 'i', 'ts': 1, 'name': 'a'}]}");
        QVERIFY(!profile);
        QCOMPARE(profile.error().message, std::string("it holds no events that take time"));
    }
};

QTEST_APPLESS_MAIN(ChromeTest)
#include "chrome_test.moc"
