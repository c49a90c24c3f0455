/// Heaptrack's files: allocations by stack, those freed at once, those never freed, and the memory in use at
/// the peak.
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

const std::string tables =
    "v 10400 3\nX ./ht a\nI 1000 5e298d\n# a comment\ns 6 /bin/a\ns 4 main\ns 3 a.c\ns 4 leak\n"
    "s 5 inner\ni 7f12 1 2 3 79\ni 7f13 1 5 3 12 4 3 7\ni 10 1\nt 1 0\nt 2 1\nt 3 1\n"
    "a 40 2\na 400 3\n";

} // namespace

class HeaptrackTest : public QObject {
    Q_OBJECT

private slots:
    void allocationsAreCountedByWhatBecameOfThem() {
        // 0x40 bytes freed at once; then 0x400 + 0x40 at the peak; 0x40 are never freed.
        const auto profile = readText(tables + "+ 0\n- 0\nc a\n+ 1\n+ 0\nR 4\n- 1\nc 14\n");
        QCOMPARE(outcome(profile), std::string("heaptrack"));
        QCOMPARE(valuesOf(*profile), std::string("allocations [count] 3 in 3\ntemporary [count] 1 in 1\n"
                                                 "leaked [bytes] 64 in 1\npeak [bytes] 1088 in 2\n"));
        QCOMPARE(profileToText(*profile), std::string("main;? 1\nmain;leak;inner 2\n"));
        QCOMPARE(profileToText(*profile, ValueTypeIndex(2)), std::string("main;leak;inner 64\n"));
        QCOMPARE(profileToText(*profile, ValueTypeIndex(3)),
                 std::string("main;? 1024\nmain;leak;inner 64\n"));
        QCOMPARE(profile->origin.command, std::string("./ht a"));
        QCOMPARE(profile->origin.duration, std::int64_t(20'000'000));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void allocationsHaveTheirTime() {
        const auto profile = readText(tables + "+ 0\nc a\n+ 0\nc 14\n");
        const auto& table = profile->samples[0];
        QCOMPARE(table.size(), std::size_t(2));
        QCOMPARE(table.timeAt(0), std::int64_t(0));
        QCOMPARE(table.timeAt(1), std::int64_t(10'000'000));
    }

    void inlinedFunctionsLinesAndModulesAreKept() {
        const auto profile = readText(tables + "+ 0\n");
        const auto leaf = profile->stacks.frame[profile->samples[0].stack[0].row()].row();
        QCOMPARE(profile->frames.kind[leaf], FrameKind::Inlined);
        QCOMPARE(profile->frames.line[leaf], 0x12u);
        QCOMPARE(profile->frames.inlineDepth[leaf], std::uint16_t(1));
        QCOMPARE(profile->text(profile->mappings[profile->frames.mapping[leaf].row()].path),
                 std::string_view("/bin/a"));
    }

    void stringsOfOlderVersionsHaveNoLength() {
        const auto profile = readText("v 10000 1\nX a\ns main of it\ni 7f12 0 1 0 0\nt 1 0\na 40 1\n+ 0\n");
        QCOMPARE(outcome(profile), std::string("heaptrack"));
        QCOMPARE(profileToText(*profile), std::string("main of it 1\n"));
        QCOMPARE(outcome(readText("v 10200\nX a\ns f\ni 7f12 0 1 0 0\nt 1 0\na 40 1\n+ 0\n")),
                 std::string("heaptrack"));
    }

    void otherFormatsAreNamed() {
        QCOMPARE(outcome(readText("v 10400 3\nx 6 /bin/a\n")),
                 std::string("this is a raw recording of heaptrack, which was not interpreted yet"));
        QCOMPARE(outcome(readText("v 10400 9\nX a\n")),
                 std::string("it has version 9 of heaptrack's format; Candela reads up to 3"));
        QCOMPARE(outcome(readText("v 100\nX a\n")),
                 std::string("it was written by a heaptrack before 1.0, whose files Candela does not read"));
        QCOMPARE(outcome(readText(tables)), std::string("it holds no allocations"));
    }

    void whatRefersToNothingIsLeftOut() {
        const auto profile =
            readText(tables + "t 77 66\na ffffffffffffffff 1\na 10 99\n+ 0\n+ 77\n- fffffffffffffffff\n");
        QCOMPARE(outcome(profile), std::string("heaptrack"));
        QCOMPARE(profile->samples[0].size(), std::size_t(1));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }

    void framesThatAreRepeatedWithoutEndAreCut() {
        std::string text = "v 10000 1\nX a\ns f\ns g\ni 1 0";
        for (int frame = 0; frame < 2000; ++frame)
            text += frame % 2 == 0 ? " 1 0 0" : " 2 0 0";
        text += "\n";
        for (int trace = 0; trace < 5000; ++trace)
            text += "t 1 " + QString::number(trace, 16).toStdString() + "\n";
        const auto profile = readText(text + "a 1 1388\n+ 0\n");
        QCOMPARE(outcome(profile), std::string("heaptrack"));
        QVERIFY(profile->stacks.size() < 8 * text.size());
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(HeaptrackTest)
#include "heaptrack_test.moc"
