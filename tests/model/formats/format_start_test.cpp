/// Formats are recognized after comments and metadata, up to a stated bound.
#include "tests/model/formats/perf_comments.h"
#include "tests/read_text.h"

#include <QTest>

#include <zstd.h>

using namespace candela;

namespace {

/// Metadata of a trace, at least `size` bytes long.
std::string metadata(std::size_t size) {
    std::string text = R"({"metadata": {"names": [)";
    while (text.size() < size)
        text += R"({"pid": 12, "name": "Renderer"}, )";
    return text + "{}]}, ";
}

struct Head {
    const char* name;
    std::string (*head)(std::size_t size);
    const char* body;
    const char* format;
};

const Head heads[]{
    {"perf script", perfComments, "a 1/1 [000] 1.000000: 5 cycles: \n\t              10 f (/bin/a)\n\n",
     "perf-script"},
    {"folded stacks", perfComments, "main loop 5\nmain;draw 3\n", "folded"},
    {"callgrind", perfComments, "events: Ir\nfl=a.c\nfn=main\n1 5\n", "callgrind"},
    {"Chrome trace", metadata,
     R"("traceEvents": [{"ph": "X", "name": "draw", "ts": 1, "dur": 5, "pid": 1, "tid": 1}]})",
     "chrome-trace"},
    {"speedscope", metadata,
     R"("shared": {"frames": [{"name": "a"}]}, "profiles": [{"type": "sampled", "name": "p", "unit": "none",)"
     R"("startValue": 0, "endValue": 5, "samples": [[0]], "weights": [5]}]})",
     "speedscope"},
    {"cpuprofile", metadata,
     R"("nodes": [{"id": 1, "callFrame": {"functionName": "f"}, "hitCount": 5}], "startTime": 0, "endTime": 5,)"
     R"("samples": [1], "timeDeltas": [5]})",
     "cpuprofile"},
};

} // namespace

class FormatStartTest : public QObject {
    Q_OBJECT

    static void addHeads() {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t row = 0; row < std::size(heads); ++row)
            QTest::newRow(heads[row].name) << row;
    }

private slots:
    void whatIdentifiesAFormatMayBeFarFromTheStart_data() { addHeads(); }
    void whatIdentifiesAFormatMayBeFarFromTheStart() {
        QFETCH(std::size_t, row);
        const auto& head = heads[row];
        for (const std::size_t size : {0u, 4'000u, 5'000u, 70'000u, 900'000u}) {
            const auto profile = readText(head.head(size) + head.body);
            QCOMPARE(outcome(profile), std::string(head.format));
        }
    }

    void recognitionHasABound_data() { addHeads(); }
    void recognitionHasABound() {
        QFETCH(std::size_t, row);
        const auto& head = heads[row];
        const auto profile = readText(head.head(Input::startSizes.back() + 1000) + head.body);
        QVERIFY(!profile);
    }

    void packedFilesAreTheSame() {
        const auto text = perfComments(500'000) + heads[0].body;
        std::vector<std::byte> packed(ZSTD_compressBound(text.size()));
        packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
        auto input = Input::fromBytes("-", packed);
        Task task;
        QCOMPARE(outcome(readProfile(input, task)), std::string("perf-script"));
    }

    void aStartKnowsWhetherMoreFollows() {
        const auto bytes = asBytes(std::string_view("0123456789"));
        auto input = Input::fromBytes("-", {bytes.begin(), bytes.end()});
        QVERIFY(!input.start(10)->isCut());
        QVERIFY(input.start(9)->isCut());
        QCOMPARE(input.start(9)->text(), std::string_view("012345678"));
    }
};

QTEST_APPLESS_MAIN(FormatStartTest)
#include "format_start_test.moc"
