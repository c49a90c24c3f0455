/// Files that other people's tools wrote (../shared/corpus, see its README): what is expected of each. They
/// are no part of this repository: CANDELA_CORPUS names the folder where it is another one, and where they
/// are not at hand the test says so.
#include "tests/read_text.h"

#include <QDir>
#include <QTest>

using namespace candela;

namespace {

/// Of a file that opens: its format and its value types, "name [unit] TOTAL in SAMPLES", one a line.
/// Of one that does not: the error.
struct Expectation {
    const char* file;
    const char* outcome;
    const char* values;
};

const Expectation expectations[] = {
    {"callgrind/callgrind.cfn-reset.log", "callgrind", "Instructions [count] 40 in 5\n"},
    {"callgrind/callgrind.example.log", "callgrind", "Instructions [count] 820 in 4\n"},
    {"callgrind/callgrind.multiple-event-types.log", "callgrind",
     "Time_(10ns) [× 10 ns] 820 in 4\nMemory_(bytes) [bytes] 38000 in 4\n"},
    {"callgrind/callgrind.name-compression.log", "callgrind", "Instructions [count] 820 in 4\n"},
    {"callgrind/callgrind.subposition-compression.log", "callgrind", "Instructions [count] 820 in 4\n"},
    {"compare/async-profiler/sample1.collapsed", "folded", "samples [count] 185 in 17\n"},
    {"compare/async-profiler/sample2.collapsed", "folded", "samples [count] 188 in 17\n"},
    {"perf_script/forks.linux-perf.txt", "perf-script", "cpu-clock [nanoseconds] 561561561 in 561\n"},
    {"perf_script/system-wide.linux-perf.txt", "perf-script", "cpu-clock [nanoseconds] 556556556 in 556\n"},
    {"stackcollapse/alternating.txt", "folded", "samples [count] 182 in 182\n"},
    {"stackcollapse/perf-vertx-stacks-01-collapsed-all.txt", "folded", "samples [count] 285 in 199\n"},
    {"stackcollapse/recursion.txt", "folded", "samples [count] 10 in 10\n"},
    {"stackcollapse/simple-crlf.txt", "folded", "samples [count] 14 in 5\n"},
    {"stackcollapse/simple-utf16-be.txt", "folded", "samples [count] 14 in 5\n"},
    {"stackcollapse/simple-utf16-le.txt", "folded", "samples [count] 14 in 5\n"},
    {"stackcollapse/simple-with-invalids.txt", "folded", "samples [count] 14 in 5\n"},
    {"stackcollapse/simple.txt", "folded", "samples [count] 14 in 5\n"},
    {"stackcollapse/tall.txt", "folded", "samples [count] 1 in 1\n"},
};

} // namespace

class CorpusTest : public QObject {
    Q_OBJECT

    static QDir corpus() {
        return QDir(qEnvironmentVariable("CANDELA_CORPUS", QString(SOURCE_DIR) + "/../shared/corpus"));
    }

private slots:
    void eachFileIsAsExpected_data() {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const auto& expected : expectations)
            QTest::newRow(expected.file) << row++;
    }
    void eachFileIsAsExpected() {
        QFETCH(int, row);
        const auto& expected = expectations[row];
        const auto path = corpus().filePath(expected.file);
        if (!QFile::exists(path))
            QSKIP("the corpus is not at hand: it lies beside the repository, in ../shared");
        Task task;
        const auto profile = readProfile(path.toStdString(), task);
        QCOMPARE(outcome(profile), std::string(expected.outcome));
        if (profile) QCOMPARE(valuesOf(*profile), std::string(expected.values));
    }
};

QTEST_APPLESS_MAIN(CorpusTest)
#include "corpus_test.moc"
