/// The formats before pprof's protobuf format. The meaning of their weights is that of pprof itself.
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

enum class Order { Little, Big };

std::string words(std::initializer_list<std::uint64_t> numbers, std::size_t size = 8,
                  Order order = Order::Little) {
    std::string bytes;
    for (const auto number : numbers) {
        for (std::size_t index = 0; index < size; ++index) {
            const auto shift = 8 * (order == Order::Little ? index : size - 1 - index);
            bytes.push_back(static_cast<char>(number >> shift & 0xff));
        }
    }
    return bytes;
}

/// The frames' addresses by sample, from the root.
std::string addressesOf(const Profile& profile, ValueTypeIndex value = ValueTypeIndex(0)) {
    std::string text;
    const auto& table = profile.samples[value.row()];
    for (std::size_t row = 0; row < table.size(); ++row) {
        std::string line;
        for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()]) {
            const auto address = profile.frames.address[profile.stacks.frame[stack.row()].row()];
            line = QString::number(address, 16).toStdString() + (line.empty() ? "" : ";") + line;
        }
        text += line + " " + std::to_string(table.weight[row]) + "\n";
    }
    return text;
}

const std::string cpuHeader = words({0, 3, 0, 10000, 0});
const std::string cpuEnd = words({0, 1, 0});

} // namespace

class LegacyPprofTest : public QObject {
    Q_OBJECT

private slots:
    void cpuProfilesCountSamplesAndTime() {
        const auto profile = readText(cpuHeader + words({2, 3, 0x401000, 0x402001, 0x403001}) +
                                      words({1, 1, 0x405000}) + cpuEnd +
                                      "00400000-00500000 r-xp 00001000 08:01 12 /bin/a b\n"
                                      "00600000-00700000 rw-p 00000000 08:01 12 /bin/data\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(valuesOf(*profile),
                 std::string("samples [count] 3 in 2\ncpu [nanoseconds] 30000000 in 2\n"));
        QCOMPARE(addressesOf(*profile), std::string("403000;402000;401000 2\n405000 1\n"));
        QCOMPARE(profile->mappings.size(), std::size_t(1));
        QCOMPARE(profile->text(profile->mappings[0].path), std::string_view("/bin/a b"));
        QCOMPARE(profile->mappings[0].start, std::uint64_t(0x3ff000));
        QCOMPARE(profile->origin.period, std::int64_t(10'000'000));
    }

    void cpuProfilesHaveWordsOfAnyMachine_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<bool>("isBig");
        QTest::newRow("32 bits") << 4 << false;
        QTest::newRow("32 bits, big end first") << 4 << true;
        QTest::newRow("64 bits") << 8 << false;
        QTest::newRow("64 bits, big end first") << 8 << true;
    }
    void cpuProfilesHaveWordsOfAnyMachine() {
        QFETCH(int, size);
        QFETCH(bool, isBig);
        const auto profile =
            readText(words({0, 3, 0, 10000, 0, 2, 2, 0x401000, 0x402001, 1, 1, 0x403000, 0, 1, 0},
                           std::size_t(size), isBig ? Order::Big : Order::Little));
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(addressesOf(*profile), std::string("402000;401000 2\n403000 1\n"));
    }

    void framesOfTheSignalHandlerAreTakenAway() {
        std::string samples;
        for (std::uint64_t row = 0; row < 40; ++row)
            samples += words({1, 3, 0x401000 + row, 0x7f0001, 0x403001 + 16 * row});
        const auto profile = readText(cpuHeader + samples + cpuEnd);
        QCOMPARE(addressesOf(*profile).substr(0, 16), std::string("403000;401000 1\n"));
    }

    void javasLocationsHaveNamesAndNoAddresses() {
        const auto profile = readText(words({0, 3, 1, 10000, 0, 2, 2, 3, 4, 0, 1, 0}, 4) +
                                      "\n 0x00000003 GC\n 0x0000004 com.example.run (Source.java:41)\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(profileToText(*profile), std::string("com.example.run;GC 2\n"));
        QCOMPARE(addressesOf(*profile), std::string("0;0 2\n"));
        QCOMPARE(*std::ranges::max_element(profile->frames.line), 41u);
    }

    void aCpuProfileThatIsCutIsReported() {
        const auto whole =
            cpuHeader + words({2, 1, 0x401000}) + words({1, 3, 0x401000, 0x402001, 0x403001}) + cpuEnd;
        const auto profile = readText(whole.substr(0, 12 * 8));
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(addressesOf(*profile), std::string("401000 2\n"));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
        QCOMPARE(outcome(readText(cpuHeader)), std::string("it is damaged before its first sample"));
    }

    void aHostileDepthIsDamage() {
        const auto profile =
            readText(cpuHeader + words({1, 1, 0x401000}) + words({1, 0xffffffffffffffff, 1}));
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
        QCOMPARE(outcome(readText(cpuHeader + words({0xffffffffffffffff, 1, 0x401000}) + cpuEnd)),
                 std::string("pprof-legacy"));
    }

    void heapsHaveWhatIsInUseAndWhatWasAllocated() {
        const auto profile = readText("heap profile: 1: 1024 [3: 4096] @ heapprofile\n"
                                      " 1: 1024 [2: 2048] @ 0x401001 0x402001\n 0: 0 [1: 2048] @ 0x401001\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(valuesOf(*profile),
                 std::string("alloc_objects [count] 3 in 2\nalloc_space [bytes] 4096 in 2\n"
                             "inuse_objects [count] 1 in 1\ninuse_space [bytes] 1024 in 1\n"));
        QCOMPARE(addressesOf(*profile, ValueTypeIndex(3)), std::string("402000;401000 1024\n"));
    }

    void sampledHeapsAreScaledToAllAllocations() {
        // An allocation of the rate's size is sampled with a probability of 1 - 1/e.
        const auto profile = readText("heap profile: 1: 524288 [1: 524288] @ heap_v2/524288\n"
                                      " 1: 524288 [1: 524288] @ 0x401001\n");
        QCOMPARE(valuesOf(*profile), std::string("objects [count] 1 in 1\nspace [bytes] 829411 in 1\n"));
        const auto go = readText("heap profile: 1: 524288 [1: 524288] @ heap/1048576\n"
                                 "1: 524288 [1: 524288] @ 0x401001\n");
        QCOMPARE(valuesOf(*go), std::string("objects [count] 1 in 1\nspace [bytes] 829411 in 1\n"));
    }

    void jemallocsHeapsAreScaledToAllAllocations() {
        const auto profile = readText("heap_v2/524288\n  t*: 2: 786432 [0: 0]\n  t0: 2: 786432 [0: 0]\n"
                                      "@ 0x401001 0x402001\n  t*: 1: 524288 [0: 0]\n  t0: 1: 524288 [0: 0]\n"
                                      "@ 0x403001\n  t*: 1: 262144 [0: 0]\n\nMAPPED_LIBRARIES:\n"
                                      "00400000-00500000 r-xp 00000000 08:01 12 /bin/a\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(valuesOf(*profile), std::string("objects [count] 3 in 2\nspace [bytes] 1495648 in 2\n"));
        QCOMPARE(addressesOf(*profile, ValueTypeIndex(1)),
                 std::string("402000;401000 829411\n403000 666237\n"));
        QCOMPARE(profile->text(profile->mappings[0].path), std::string_view("/bin/a"));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void jemallocsHeapsMayCountAllThatWasAllocated() {
        const auto profile = readText("heap_v2/1\n  t*: 1: 100 [3: 700]\n@ 0x401001\n  t*: 1: 100 [3: 700]\n"
                                      "@ 0x402001\nnothing\n  t*: 1 2\n");
        QCOMPARE(valuesOf(*profile),
                 std::string("alloc_objects [count] 3 in 1\nalloc_space [bytes] 700 in 1\n"
                             "inuse_objects [count] 1 in 1\ninuse_space [bytes] 100 in 1\n"));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
        QVERIFY(!readText("heap_v2/0\n@ 0x1\n t*: 1: 1 [0: 0]\n"));
    }

    void growthIsAHeapToo() {
        const auto profile = readText("heap profile: 2: 30 [2: 30] @ growthz\n 1: 10 [1: 10] @ 0x1001\n"
                                      " 1: 20 [1: 20] @ 0x1001\n\nMAPPED_LIBRARIES:\n"
                                      "W0701 12:00:00 a.cc:1] 00000000-00002000: /bin/a (@0) 0123abcd\n"
                                      "build=/path/to\n00000000-00002000: $build/a (@0) 0123abcd\n");
        QCOMPARE(valuesOf(*profile), std::string("objects [count] 2 in 2\nspace [bytes] 30 in 2\n"));
        QCOMPARE(profile->text(profile->mappings[0].path), std::string_view("/path/to/a"));
        QCOMPARE(profile->text(profile->mappings[0].buildId), std::string_view("0123abcd"));
    }

    void contentionIsScaledByPeriodAndCycles() {
        const auto profile =
            readText("--- contentionz 1 ---\ncycles/second = 2000000000\nsampling period = 100\n"
                     "ms since reset = 16\ndiscarded samples = 0\n  2000  3 @ 0x401001 0x402001\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(valuesOf(*profile),
                 std::string("contentions [count] 300 in 1\ndelay [nanoseconds] 100000 in 1\n"));
        QCOMPARE(profile->origin.duration, std::int64_t(16'000'000));
        QCOMPARE(
            outcome(readText("--- mutex:\ncycles/second=1000000000\nsampling period=1\n5 1 @ 0x10 0x20\n")),
            std::string("pprof-legacy"));
    }

    void javasContentionHasItsOwnUnit() {
        const auto profile = readText("--- contentionz 1 ---\nformat = java\nresolution = microseconds\n"
                                      "sampling period = 100\nms since reset = 16\n  14  1 @ 0x3 0x4\n\n"
                                      " 0x3 f (a.java:3)\n 0x4 g (/lib/b.so)\n");
        QCOMPARE(valuesOf(*profile),
                 std::string("contentions [count] 100 in 1\ndelay [microseconds] 1400 in 1\n"));
        QCOMPARE(profileToText(*profile), std::string("g;f 100\n"));
    }

    void threadsHaveTheirNames() {
        const auto profile =
            readText("--- threadz 1 ---\n\n--- Thread 7f79 (name: main/14748) stack: ---\n"
                     "  PC:  0x00bc8f1c: helper(arg *)\n  0x0040be32: main\n"
                     "--- Thread 7f (name: pool/7/15) stack: ---\n  [same as previous thread]\n"
                     "--- Thread 7e (name: other/16) stack: ---\n  PC: 0x1000 0x2001\n"
                     "      creator: 0x3001\n--- Memory map: ---\n  00001000-00fcb000: a (@1000)\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(profileToText(*profile), std::string("?;?;? 1\nmain;helper(arg *) 2\n"));
        QCOMPARE(profile->threads.size(), std::size_t(3));
        QCOMPARE(profile->text(profile->threads[1].name), std::string_view("pool/7"));
        QCOMPARE(profile->threads[1].tid, 15);
    }

    void goroutinesAreCountedAndNamedWhereGoHasNames() {
        const auto profile = readText("goroutine profile: total 9\n7 @ 0x44cb4 0x45046\n"
                                      "#\t0x44cb3\truntime.park+0xd5\t\t/go/proc.go:363\n"
                                      "#\t0x45045\tmain.inner+0x15\t\t/src/main.go:7\n"
                                      "#\t0x45045\tmain.main+0x15\t\t/src/main.go:12\n\n"
                                      "2 @ 0x44cb4\n#\t0x44cb3\truntime.park+0xd5\t\t/go/proc.go:363\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(valuesOf(*profile), std::string("goroutine [count] 9 in 2\n"));
        QCOMPARE(profileToText(*profile),
                 std::string("main.main;main.inner;runtime.park 7\nruntime.park 2\n"));
    }

    void namesOfOldGoStandAtTheAddressesOfTheStack() {
        const auto profile = readText("heap profile: 1: 64 [1: 64] @ heap/1048576\n"
                                      "1: 64 [1: 64] @ 0x28d9f 0x2a201 0x2a28a\n"
                                      "#   0x2a201 cnew+0xc1   runtime/malloc.goc:718\n"
                                      "#   0x2a28a runtime.cnewarray+0x3a   runtime/malloc.goc:731\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        const auto space = profile->findValue("space");
        QVERIFY(space);
        QVERIFY2(profileToText(*profile, space).starts_with("runtime.cnewarray;cnew;? "),
                 profileToText(*profile, space).c_str());
    }

    void aFunctionThatCallsItselfIsNotInlined() {
        const auto profile = readText("goroutine profile: total 1\n1 @ 0x44358 0x44358 0x44358 0x46001\n"
                                      "#\t0x44357\truntime.doInit+0x56\t/go/proc.go:5409\n"
                                      "#\t0x44357\truntime.doInit+0x56\t/go/proc.go:5409\n"
                                      "#\t0x44357\truntime.doInit+0x56\t/go/proc.go:5409\n"
                                      "#\t0x46000\truntime.main+0x10\t/go/proc.go:250\n");
        QCOMPARE(outcome(profile), std::string("pprof-legacy"));
        QCOMPARE(profileToText(*profile),
                 std::string("runtime.main;runtime.doInit;runtime.doInit;runtime.doInit 1\n"));
    }

    void linesThatAreNoSamplesAreCounted() {
        const auto profile =
            readText("goroutine profile: total 9\n7 @ 0x44cb4\nwhat?\n99999999999999999999 @ 0x1\n");
        QCOMPARE(valuesOf(*profile), std::string("goroutine [count] 7 in 1\n"));
        QCOMPARE(warningsOf(*profile), std::string("Lines that are not samples were left out: 2.\n"));
    }

    void aProfileWithoutSamplesIsReported() {
        QCOMPARE(outcome(readText("goroutine profile: total 0\n")), std::string("it holds no samples"));
        QCOMPARE(outcome(readText("heap profile: what\n")),
                 std::string("it begins like a legacy profile of pprof but continues differently"));
    }
};

QTEST_APPLESS_MAIN(LegacyPprofTest)
#include "legacy_pprof_test.moc"
