/// Callgrind's text: its compressed forms, and the stacks that are derived from callers and callees.
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

std::string stacksOf(const std::string& body) {
    const auto profile = readText("# callgrind format\nevents: Ir\n" + body);
    return profile ? profileToText(*profile) + check(*profile) : profile.error().message;
}

} // namespace

class CallgrindTest : public QObject {
    Q_OBJECT

private slots:
    void costsOfCallsGoToTheCallees() {
        QCOMPARE(
            stacksOf("fl=a.c\nfn=main\n16 20\ncfn=f\ncalls=1 50\n16 400\ncfi=b.c\ncfn=g\ncalls=3 20\n16 400\n"
                     "\nfn=f\n51 100\ncfi=b.c\ncfn=g\ncalls=2 20\n51 300\n\nfl=b.c\nfn=g\n20 700\n"),
            std::string("main 20\nmain;f 100\nmain;f;g 300\nmain;g 400\n"));
    }

    void namesAreReferredToByNumber() {
        QCOMPARE(
            stacksOf("fl=(1) a.c\nfn=(1) main\n16 20\ncfn=(2) f\ncalls=1 50\n16 400\n\nfn=(2)\n51 400\n"),
            std::string("main 20\nmain;f 400\n"));
    }

    void positionsAndCostsMayBeRelative() {
        const auto profile =
            readText("positions: instr line\nevents: ticks\nfn=f\n0x80001234 90 1\n+3 * 5\n+1 +1 6\n"
                     "-4 -1 *\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(valuesOf(*profile), std::string("ticks [count] 18 in 3\n"));
        QCOMPARE(profile->frames.address[0], std::uint64_t(0x80001234));
        QCOMPARE(profile->frames.line[0], 90u);
        QCOMPARE(profile->frames.address[2], std::uint64_t(0x80001238));
        QCOMPARE(profile->frames.line[2], 91u);
    }

    void calledFilesAndModulesHoldForOneCall() {
        const auto profile =
            readText("events: Ir\nob=/bin/a\nfl=a.c\nfn=main\n1 1\ncob=/lib/b.so\ncfi=b.c\ncfn=f\n"
                     "calls=1 5\n2 10\ncfn=g\ncalls=1 5\n3 20\n"
                     "\nfn=g\n5 20\n\nob=/lib/b.so\nfl=b.c\nfn=f\n5 10\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profileToText(*profile), std::string("main 1\nmain;f 10\nmain;g 20\n"));
        for (const auto& function : profile->functions) {
            const auto isF = profile->text(function.name) == "f";
            QCOMPARE(profile->text(function.file), isF ? std::string_view("b.c") : std::string_view("a.c"));
            QCOMPARE(profile->text(profile->mappings[function.mapping.row()].path),
                     isF ? std::string_view("/lib/b.so") : std::string_view("/bin/a"));
        }
    }

    void inlinedCodeIsTheFunctionsInAnotherFile() {
        const auto profile = readText("events: Ir\nfl=a.c\nfn=main\n1 1\nfi=inline.h\n7 30\nfe=a.c\n2 4\n");
        QCOMPARE(profileToText(*profile), std::string("main 35\n"));
        QCOMPARE(profile->text(profile->functions[1].file), std::string_view("inline.h"));
    }

    void aFileMayBeginWithAnIncludedOne() {
        const auto profile =
            readText("events: Ticks\nsummary: 12\nfi=~\nfn=main\n0 5\ncfn=leaf\ncalls=1 0\n0 7\n\n"
                     "fi=~\nfn=leaf\n0 7\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profileToText(*profile), std::string("main 5\nmain;leaf 7\n"));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void jumpsCostNothing() {
        QCOMPARE(stacksOf("fn=main\n1 5\njcnd=3/7 +2\n* \njump=4 9\n3\njfi=x.c\njfn=y\n2 6\n"),
                 std::string("main 11\n"));
    }

    void eachEventIsAValueTypeAndMissingCostsAreZero() {
        const auto profile =
            readText("events: Ir Dr Dw\nfn=main\n1 5 2 1\n2 7\ncfn=f\ncalls=1 1\n3 4 0 9\nfn=f\n1 4 0 9\n");
        QCOMPARE(valuesOf(*profile),
                 std::string("Ir [count] 16 in 3\nDr [count] 2 in 1\nDw [count] 10 in 2\n"));
        QCOMPARE(profile->shownValue(), ValueTypeIndex(0));
    }

    void aLoneCarriageReturnIsABlank() {
        const auto profile = readText("events: \rIr\r\r Dr\nfn=a\r\n1\r2 3\n");
        QCOMPARE(profile->samples.size(), std::size_t(2));
        QCOMPARE(profile->text(profile->samples[0].type.name), std::string_view("Ir"));
        QCOMPARE(profileToText(*profile), std::string("a 2\n"));
    }

    void cachegrindsFilesHaveNoCalls() {
        const auto profile =
            readText("desc: I1 cache:         32768 B, 64 B, 8-way associative\ncmd: ./r\n"
                     "events: Ir I1mr\nfl=a.c\nfn=main\n5 10 1\n6 20 0\nfl=???\nfn=???\n0 3 0\n"
                     "summary: 33 1\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profileToText(*profile), std::string("? 3\nmain 30\n"));
        QCOMPARE(warningsOf(*profile), std::string());
        QCOMPARE(profile->origin.command, std::string("./r"));
    }

    void partsAreLabelledAndThreadsAreKept() {
        const auto profile =
            readText("pid: 7\ncmd: ./r a\npart: 1\nthread: 1\nevents: Ir\nfn=(1) main\n1 5\ntotals: 5\n"
                     "part: 2\nthread: 1\nevents: Ir\nfn=(1)\n1 7\ntotals: 7\n"
                     "part: 2\nthread: 2\nevents: Ir\nfn=(1)\n1 9\ntotals: 9\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profileToText(*profile), std::string("main 21\n"));
        QCOMPARE(warningsOf(*profile), std::string());
        QCOMPARE(profile->threads.size(), std::size_t(2));
        QCOMPARE(profile->processes.size(), std::size_t(1));
        QCOMPARE(profile->text(profile->processes[0].name), std::string_view("./r"));
        QCOMPARE(profile->labelSets.size(), std::size_t(3));
    }

    void severalCallersShareWhatTheirCalleeCallsAndThatIsReported() {
        const auto profile =
            readText("# callgrind format\nevents: Ir\nfn=main\n1 1\ncfn=a\ncalls=1 1\n1 30\n"
                     "cfn=b\ncalls=1 1\n1 60\nfn=a\n1 0\ncfn=c\ncalls=1 1\n1 30\nfn=b\n1 0\ncfn=c\n"
                     "calls=1 1\n1 60\nfn=c\n1 30\ncfn=d\ncalls=1 1\n1 60\nfn=d\n1 60\n");
        QCOMPARE(profileToText(*profile),
                 std::string("main 1\nmain;a;c 10\nmain;a;c;d 20\nmain;b;c 20\nmain;b;c;d 40\n"));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }

    void stacksThatAreCertainHaveNoWarning() {
        const auto profile =
            readText("events: Ir\nfn=main\n1 1\ncfn=a\ncalls=1 1\n1 30\ncfn=c\ncalls=1 1\n1 6\n"
                     "fn=a\n1 10\ncfn=c\ncalls=1 1\n1 20\nfn=c\n1 26\n");
        QCOMPARE(profileToText(*profile), std::string("main 1\nmain;a 10\nmain;a;c 20\nmain;c 6\n"));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void recursionKeepsOwnCostsAndCountsOnceInTotals() {
        // fib costs 100: 20 in the first call, and 80 in its recursive calls, whose calls among each other
        // cost 160 in total.
        const auto profile =
            readText("# callgrind format\ncreator: callgrind-3.19.0\nevents: Ir\nfn=main\n1 5\n"
                     "cfn=fib\ncalls=1 1\n1 100\nfn=fib\n1 20\ncfn=fib'2\ncalls=2 1\n2 80\n"
                     "fn=fib'2\n1 80\ncfn=fib'2\ncalls=20 1\n2 160\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(105));
        std::int64_t fib = 0;
        for (std::size_t row = 0; row < profile->samples[0].size(); ++row) {
            const auto frame = profile->stacks.frame[profile->samples[0].stack[row].row()];
            const auto function = profile->frames.function[frame.row()];
            if (profile->text(profile->functions[function.row()].name) == "fib")
                fib += profile->samples[0].weight[row];
        }
        QCOMPARE(fib, std::int64_t(100));
    }

    void aCycleWithoutACallerIsStillThere() {
        const auto profile =
            readText("events: Ir\nfn=a\n1 10\ncfn=b\ncalls=1 1\n1 100\nfn=b\n1 90\ncfn=a\ncalls=1 1\n1 10\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(100));
    }

    void aCycleWithHugeCostsEnds() {
        const auto profile = readText(
            "events: Ir\nfn=m\n1 1\ncfn=a\ncalls=1 1\n1 1000000000000\nfn=a\n1 1000000000000\ncfn=b\n"
            "calls=1 1\n1 1000000000000000\nfn=b\n1 1\ncfn=a\ncalls=1 1\n1 999999999999999\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(1000000000002));
        QVERIFY(profile->stacks.size() < 10'000);
    }

    void aLadderOfCallsDoesNotExplode() {
        // Each of 40 functions calls the next from two lines: 2^40 paths.
        std::string body = "events: Ir\n";
        for (int step = 0; step < 40; ++step) {
            const auto next = "cfn=f" + std::to_string(step + 1) + "\ncalls=1 1\n";
            const auto half = std::to_string(std::int64_t{1} << 50) + "\n";
            body += "fn=f" + std::to_string(step) + "\n" + next + "1 " + half + next + "2 " + half;
        }
        body += "fn=f40\n1 " + std::to_string(std::int64_t{1} << 51) + "\n";
        const auto profile = readText(body);
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t{1} << 51);
        QVERIFY(profile->stacks.size() < 100'000);
        QVERIFY(warningsOf(*profile).find("more calling contexts") != std::string::npos);
    }

    void numbersThatDoNotFitAreLeftOut() {
        const auto profile =
            readText("events: Ir\nfn=a\n1 9223372036854775807\n2 1\n3 99999999999999999999\n* -5\n"
                     "99999999999999999999 1\n");
        QCOMPARE(outcome(profile), std::string("callgrind"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::numeric_limits<std::int64_t>::max());
        QCOMPARE(profile->warnings.size(), std::size_t(2));
    }

    void allPartsTogetherFit63Bits() {
        const auto profile =
            readText("events: Ir\nfn=a\n1 6000000000000000000\npart: 2\nevents: Ir Dr\nfn=a\n"
                     "1 6000000000000000000\n2 3000000000000000000\npart: 3\nfn=b\n1 7\n");
        QCOMPARE(profileToText(*profile), std::string("a 9000000000000000000\nb 7\n"));
        QCOMPARE(warningsOf(*profile),
                 std::string("Costs that are negative or larger than 63 bits were left out: 1.\n"));
    }

    void aFileThatDoesNotReachItsTotalIsReported() {
        const auto profile = readText("events: Ir\nsummary: 100\nfn=a\n1 60\n");
        QCOMPARE(warningsOf(*profile),
                 std::string("The costs of Ir add up to 60, but the file states 100.\n"));
    }

    void withoutCostsItIsRefused() {
        QCOMPARE(stacksOf("fn=main\n"), std::string("it holds no costs"));
        QCOMPARE(outcome(readText("# callgrind format\nfn=main\n1 5\n")), std::string("it holds no costs"));
    }
};

QTEST_APPLESS_MAIN(CallgrindTest)
#include "callgrind_test.moc"
