/// Texts that were cut off: the available part is read, and a warning states that more may be missing.
#include <QTest>

#include "model/formats/format.h"

#include <QFile>

using namespace candela;

namespace {

Result<Profile> read(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    auto input = Input::fromBytes("text", std::move(bytes));
    Task task;
    return readProfile(input, task);
}

const std::string folded = "main;draw;blit 12\nmain;draw 3\nmain;read 105\n";
const std::string perfScript = "work  100/100  [000]  1.000000:   1000 cycles: \n"
                               "\t    55d0000011a0 leaf+0x10 (/bin/work)\n"
                               "\t    55d0000010a0 main+0x20 (/bin/work)\n"
                               "\n"
                               "work  100/100  [000]  1.010000:   1000 cycles: \n"
                               "\t    55d0000011a0 leaf+0x10 (/bin/work)\n"
                               "\t    55d0000010a0 main+0x20 (/bin/work)\n"
                               "\n";
const std::string callgrind = "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd: work\n"
                              "positions: line\nevents: Ir\nsummary: 30\n\n"
                              "fl=work.c\nfn=main\n1 10\n\nfn=leaf\n5 20\n\ntotals: 30\n";
const std::string legacy = "heap profile:      2:     2048 [     2:     2048] @ heapprofile\n"
                           "     1:     1024 [     1:     1024] @ 0x1000 0x2000\n"
                           "     1:     1024 [     1:     1024] @ 0x1010 0x2000\n";

/// A CPU profile of a 64-bit machine: a sample, the end of samples, and lines of /proc/self/maps.
std::string legacyCpu() {
    std::string text;
    for (const std::uint64_t word : {0, 3, 0, 10000, 0, 2, 1, 0x401000, 0, 1, 0})
        text.append(reinterpret_cast<const char*>(&word), sizeof word);
    return text + "00400000-00500000 r-xp 00000000 00:00 7 /bin/work\n"
                  "7f0000000000-7f0000100000 r-xp 00000000 00:00 8 /lib/libwork.so\n";
}
const std::string trace = R"([
  {"pid": 1, "tid": 1, "ph": "X", "ts": 0, "dur": 10, "name": "outer", "args": {"x": 1, "y": [1, 2]}},
  {"pid": 1, "tid": 1, "ph": "X", "ts": 2, "dur": 3, "name": "inner"},
  {"pid": 1, "tid": 1, "ph": "X", "ts": 6, "dur": 3, "name": "second"}
]
)";

} // namespace

class CutTextsTest : public QObject {
    Q_OBJECT
private slots:
    void wholeTextsAreReadWithoutAWarning_data() { addTexts(); }
    void wholeTextsAreReadWithoutAWarning() {
        QFETCH(std::string, text);
        const auto profile = read(text);
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QVERIFY2(profile->warnings.empty(), profile->warnings.empty() ? "" : profile->warnings[0].c_str());
    }
    void everyCutWithinALineIsNoticed_data() { addTexts(); }
    void everyCutWithinALineIsNoticed() {
        QFETCH(std::string, text);
        QFETCH(int, firstLines);
        std::size_t begin = 0;
        for (int line = 0; line < firstLines; ++line)
            begin = text.find('\n', begin) + 1;
        for (auto size = begin + 1; size < text.size(); ++size) {
            if (text[size - 1] == '\n') continue;
            const auto profile = read(text.substr(0, size));
            if (!profile) continue; // the cut file is refused
            QVERIFY2(!profile->warnings.empty(), text.substr(0, size).c_str());
        }
    }
    void aStackWithoutItsEndIsNoticed() {
        for (std::size_t cut = perfScript.size() - 1; perfScript[cut] != ':'; --cut) {
            if (perfScript[cut - 1] != '\n' || cut == perfScript.size()) continue;
            const auto profile = read(perfScript.substr(0, cut));
            QVERIFY(profile);
            QCOMPARE(profile->samples[0].size(), 2u); // the uncut file is accepted
            QVERIFY2(!profile->warnings.empty(), perfScript.substr(0, cut).c_str());
        }
    }
    /// A cut between two events can't be noticed: writers of traces may omit the last bracket.
    void aTraceThatIsCutInsideAnEventIsNoticed() {
        int depth = 0;
        const auto begin = trace.find("},") + 2;
        for (std::size_t size = 1; size < trace.size(); ++size) {
            const auto letter = trace[size - 1];
            depth += letter == '[' || letter == '{';
            depth -= letter == ']' || letter == '}';
            if (size <= begin) continue;
            const auto profile = read(trace.substr(0, size));
            QVERIFY2(profile, trace.substr(0, size).c_str());
            QVERIFY2(profile->warnings.empty() == (depth <= 1), trace.substr(0, size).c_str());
        }
    }
    void callgrindWithoutItsTotalsIsNoticed() {
        const auto profile = read(callgrind.substr(0, callgrind.find("\ntotals") + 1));
        QVERIFY(profile);
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), 30);
        QCOMPARE(profile->warnings.size(), 1u);
        QVERIFY(profile->warnings[0].starts_with("The file ends without its totals"));
    }

private:
    static void addTexts() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("firstLines"); // these lines identify the format
        QTest::newRow("folded") << folded << 1;
        QTest::newRow("perf script") << perfScript << 4;
        QTest::newRow("callgrind") << callgrind << 11;
        QTest::newRow("legacy pprof") << legacy << 2;
        QTest::newRow("legacy pprof of CPU time") << legacyCpu() << 1;
    }
};

QTEST_GUILESS_MAIN(CutTextsTest)
#include "cut_texts_test.moc"
