/// The text of perf script, with the fields that people request.
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

constexpr std::string_view twoThreads = R"(# hostname : build-7
# os release : 6.1.0
# arch : x86_64
# cpudesc : Intel 80486
# cmdline : /usr/bin/perf record -g ls
ls 10/10 [001] 12.000000:    1001001 cpu-clock:ppp: 
	           16231 inner+0xba1 (/lib/ld.so)
	           16231 main+0x1 (/bin/ls)

Web Content 10/11 [000] 12.500000100:    2000000 cpu-clock:ppp: 
	ffffffff81b9764c iowrite16+0xc ([kernel.kallsyms])
	            5000 std::vector<int, std::allocator<int> >::grow(int)+0x2 (/bin/my app (deleted))
	               0 [unknown] ([unknown])

)";

} // namespace

class PerfScriptTest : public QObject {
    Q_OBJECT

private slots:
    void samplesHaveStackThreadTimeCpuAndPeriod() {
        const auto profile = readText(twoThreads);
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(valuesOf(*profile), std::string("cpu-clock:ppp [nanoseconds] 3001001 in 2\n"));
        QCOMPARE(profileToText(*profile),
                 std::string("?;std::vector<int, std::allocator<int> >::grow(int);iowrite16 2000000\n"
                             "main;inner 1001001\n"));
        QCOMPARE(profile->threads.size(), std::size_t(2));
        QCOMPARE(profile->processes.size(), std::size_t(1));
        QCOMPARE(profile->text(profile->threads[1].name), std::string_view("Web Content"));
        QCOMPARE(profile->threads[1].tid, 11);
        const auto& table = profile->samples[0];
        QCOMPARE(table.timeAt(0), std::int64_t(0));
        QCOMPARE(table.timeAt(1), std::int64_t(500'000'100));
        QCOMPARE(table.cpuAt(0), 1);
        QCOMPARE(table.cpuAt(1), 0);
        QCOMPARE(profile->origin.duration, std::int64_t(500'000'100));
        QCOMPARE(profile->warnings.size(), std::size_t(0));
    }

    void theHeaderNamesItsOrigin() {
        const auto profile = readText(twoThreads);
        QCOMPARE(profile->origin.host, std::string("build-7"));
        QCOMPARE(profile->origin.kernel, std::string("6.1.0 x86_64"));
        QCOMPARE(profile->origin.processor, std::string("Intel 80486"));
        QCOMPARE(profile->origin.command, std::string("/usr/bin/perf record -g ls"));
    }

    void framesKnowTheirModuleAddressAndKind() {
        const auto profile = readText(twoThreads);
        const auto leaf = profile->stacks.frame[profile->samples[0].stack[1].row()].row();
        QCOMPARE(profile->frames.kind[leaf], FrameKind::Kernel);
        QCOMPARE(profile->frames.address[leaf], std::uint64_t(0xffffffff81b9764c));
        const auto caller = profile->stacks.parent[profile->samples[0].stack[1].row()];
        const auto frame = profile->stacks.frame[caller.row()].row();
        QCOMPARE(profile->frames.kind[frame], FrameKind::User);
        QCOMPARE(profile->text(profile->mappings[profile->frames.mapping[frame].row()].path),
                 std::string_view("/bin/my app (deleted)"));
    }

    void windowsLineEndsAndUtf16AreTheSame() {
        std::string text;
        for (const auto letter : twoThreads)
            text += letter == '\n' ? "\r\n" : std::string(1, letter);
        QCOMPARE(profileToText(*readText(text)), profileToText(*readText(twoThreads)));
        std::string wide("\xff\xfe", 2);
        for (const auto letter : twoThreads)
            wide += std::string{letter, '\0'};
        QCOMPARE(profileToText(*readText(wide)), profileToText(*readText(twoThreads)));
    }

    void eachEventIsAValueType() {
        const auto profile = readText("a 1 [000] 1.0: 100 cycles: \n\t10 f (/a)\n\n"
                                      "a 1 [000] 1.1: 7 cache-misses:u: \n\t10 f (/a)\n\n"
                                      "a 1 [000] 1.2: 50 cycles: \n\t20 g (/a)\n\n"
                                      "a 1 [000] 1.3: sched:sched_switch: prev_comm=a prev_pid=1\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(valuesOf(*profile), std::string("cycles [count] 150 in 2\n"
                                                 "cache-misses:u [count] 7 in 1\n"
                                                 "sched:sched_switch [count] 1 in 1\n"));
        QCOMPARE(profile->shownValue(), ValueTypeIndex(0));
    }

    void aStackMayStandInTheSamplesOwnLine() {
        const auto profile =
            readText("              sh 25428 12676.591790:     250000          cpu-clock:      "
                     "7ff0e1cf4645 handle_amd+0x25 (/usr/lib/ld.so)\n"
                     "              sh 25428 12676.592790:     250000          cpu-clock:      "
                     "7ff0e1cf4645 handle_amd+0x25 (/usr/lib/ld.so)\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(profileToText(*profile), std::string("handle_amd 500000\n"));
    }

    void linesAndInlinedFunctionsBelongToTheirFrame() {
        const auto profile = readText("a 1/1 1.0: 5 cycles: \n"
                                      "\t10 inner (inlined)\n"
                                      "  inner.h:7\n"
                                      "\t10 middle (inlined)\n"
                                      "\t10 outer+0x4 (/bin/a)\n"
                                      "  outer.c:12\n"
                                      "\t20 main+0x4 (/bin/a)\n"
                                      "  a[20]\n\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(profileToText(*profile), std::string("main;outer;middle;inner 5\n"));
        QCOMPARE(warningsOf(*profile), std::string());
        const auto leaf = profile->stacks.frame[profile->samples[0].stack[0].row()].row();
        QCOMPARE(profile->frames.inlineDepth[leaf], std::uint16_t(2));
        QCOMPARE(profile->frames.kind[leaf], FrameKind::Inlined);
        QCOMPARE(profile->frames.line[leaf], 7u);
        QVERIFY(profile->frames.mapping[leaf]);
        QCOMPARE(profile->text(profile->functions[profile->frames.function[leaf].row()].file),
                 std::string_view("inner.h"));
    }

    void mangledNamesAreMadeReadable() {
        const auto profile = readText("a 1 1.0: 5 cycles: \n\t10 _Z5alphav (/bin/a)\n\n");
        QCOMPARE(profileToText(*profile), std::string("alpha() 5\n"));
        QCOMPARE(profile->text(profile->functions[0].rawName), std::string_view("_Z5alphav"));
    }

    void framesMayHaveLostTheirBlanks() {
        const auto profile =
            readText("java 19983 cycles:\nffffffff8103d0ca leaf_here ([kernel.kallsyms])\n"
                     "7f05a6903def Lorg/Main;::run (/tmp/perf-19983.map)\n\n"
                     "dead 19983 cycles:\nbeef main (/bin/dead)\n"
                     "java 19983 cycles:\n7f05a6903def Lorg/Main;::run (/tmp/perf-19983.map)\n\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(
            valuesOf(*profile) + profileToText(*profile),
            std::string("cycles [count] 3 in 3\nLorg/Main;::run 1\nLorg/Main;::run;leaf_here 1\nmain 1\n"));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void withoutPeriodsSamplesAreCounted() {
        const auto profile =
            readText("a 1 1.0: cpu-clock: \n\t10 f (/a)\n\na 1 1.1: cpu-clock: \n\t10 f (/a)\n");
        QCOMPARE(valuesOf(*profile), std::string("cpu-clock [count] 2 in 2\n"));
    }

    void anotherProgramInTheSameProcessIsAnotherProcess() {
        const auto profile = readText("sh 5/5 1.0: 1 cycles: \n\t10 f (/a)\n\n"
                                      "pool 5/6 1.1: 1 cycles: \n\t10 f (/a)\n\n"
                                      "ls 5/5 1.2: 1 cycles: \n\t10 f (/a)\n\n");
        QCOMPARE(profile->processes.size(), std::size_t(2));
        QCOMPARE(profile->text(profile->processes[0].name), std::string_view("sh"));
        QCOMPARE(profile->text(profile->processes[1].name), std::string_view("ls"));
        QCOMPARE(profile->threads[1].process, ProcessIndex(0));
    }

    void lostSamplesAreCounted() {
        const auto profile = readText("a 1 1.0: 1 cycles: \n\t10 f (/a)\n\n"
                                      "a 1 [000] 1.2: PERF_RECORD_LOST: lost 12\n"
                                      "a 1 [000] 1.3: PERF_RECORD_EXIT(1:1):(0:0)\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(profile->losses.size(), std::size_t(1));
        QCOMPARE(profile->losses[0].count, std::uint64_t(12));
        QCOMPARE(profile->samples.size(), std::size_t(1));
    }

    void numbersThatDoNotFitAreNoSamples() {
        const auto profile =
            readText("a 1 1.0: 1 cycles: \n\t10 f (/a)\n\n"
                     "a 1 1.1: 1 cycles: \n\t10 f (/a)\n\n"
                     "a 99999999999999999999 99999999999999999999.1: 99999999999999999999 cycles: \n"
                     "\tffffffffffffffffffff f (/a)\n\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(valuesOf(*profile), std::string("cycles [count] 2 in 2\n"));
        QVERIFY(!profile->warnings.empty());
    }

    void aTextThatEndsInALineIsReadUpToIt() {
        const auto whole = std::string(twoThreads);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto profile = readText(whole.substr(0, size));
            if (profile) QCOMPARE(check(*profile), std::string());
        }
    }

    void inlinedMethodsOfJavasMapsAreFramesOfTheirOwn() {
        const auto profile =
            readText("java 12/13 [000] 1.5: cycles:\n"
                     "\t7f01 LMain;::run->Ljava/util/List;::add->LMain;::hash (/tmp/perf-12.map)\n"
                     "\t7f80 LMain;::main (/tmp/perf-12.map)\n"
                     "\t4005d0 std::unique_ptr<A>::operator->() const (/bin/java)\n\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(profileToText(*profile),
                 std::string("std::unique_ptr<A>::operator->() const;LMain;::main;LMain;::run;"
                             "Ljava/util/List;::add;LMain;::hash 1\n"));
        const auto leaf = profile->stacks.frame[profile->samples[0].stack[0].row()].row();
        QCOMPARE(profile->frames.inlineDepth[leaf], std::uint16_t(2));
        QCOMPARE(profile->frames.kind[leaf], FrameKind::Inlined);
    }
};

QTEST_APPLESS_MAIN(PerfScriptTest)
#include "perf_script_test.moc"
