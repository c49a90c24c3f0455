/// Files written by other tools (tests/fixtures/corpus, see its README), and the expected result for each.
#include "tests/corpus.h"
#include "tests/read_text.h"

#include <QDir>
#include <QTest>

using namespace candela;

namespace {

/// What is expected of a file. If it opens: its format and its value types, "name [unit] TOTAL in SAMPLES",
/// one per line. If not: the error.
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
    {"perf_data/linux-perf-data/fibo.compressed2.pipe.data", "perf.data",
     "cycles:P [count] 942061728 in 547\n"},
    {"perf_data/linux-perf-data/sleep.compressed.data", "perf.data", "cycles:P [count] 2201546 in 8\n"},
    {"perf_data/linux-perf-data/sleep.compressed.pipe.data", "perf.data", "cycles:P [count] 2171147 in 8\n"},
    {"perf_data/linux-perf-data/sleep.compressed2.data", "perf.data", "cycles:Pu [count] 692634 in 7\n"},
    {"perf_data/linux-perf-data/sleep.compressed2.pipe.data", "perf.data", "cycles:P [count] 4949523 in 7\n"},
    {"perf_data/linux-perf-data/sleep.data", "perf.data", "cycles:Pu [count] 668601 in 7\n"},
    {"perf_data/perf_data_converter/perf.data.armv7-3.4", "perf.data",
     "cycles [count] 331921741 in 669\ninstructions [count] 213634920 in 644\n"
     "cache-references [count] 90252741 in 633\ncache-misses [count] 900554 in 613\n"
     "branches [count] 45194015 in 640\nbranch-misses [count] 3432961 in 694\n"},
    {"perf_data/perf_data_converter/perf.data.branch-4.14", "perf.data",
     "cycles:ppp [count] 2668332 in 13\n"},
    {"perf_data/perf_data_converter/perf.data.callgraph-3.8", "perf.data",
     "cycles [count] 291177942 in 1768\n"},
    {"perf_data/perf_data_converter/perf.data.callgraph_and_branch-3.8", "perf.data",
     "cycles [count] 297382247 in 1856\n"},
    {"perf_data/perf_data_converter/perf.data.ctx_switch_namespaces-4.14", "perf.data",
     "cycles [count] 2 in 2\noff-cpu [nanoseconds] 1049166 in 1\n"},
    {"perf_data/perf_data_converter/perf.data.hybrid_topology", "perf.data",
     "cpu_core/cycles:ppp/ [count] 7048948 in 7\ncpu_atom/cycles:ppp/ [count] 0 in 0\n"},
    {"perf_data/perf_data_converter/perf.data.piped.corrupted.zero_size_sample-3.2",
     "it is damaged before its first sample", ""},
    {"perf_data/perf_data_converter/perf.data.piped.header_features_aligned-6.12", "perf.data",
     "cycles:u [count] 780008 in 9\n"},
    {"perf_data/perf_data_converter/perf.data.piped.lost_samples-4.4", "perf.data",
     "cycles [count] 1960294 in 98\ninstructions [count] 1580237 in 79\nbranches [count] 280042 in 14\n"},
    {"perf_data/perf_data_converter/perf.data.singleprocess-3.8", "perf.data",
     "cycles [count] 1010740 in 13\n"},
    {"perf_data/perf_data_converter/perf.data.systemwide.0-3.8", "perf.data",
     "cycles [count] 2962295 in 28\n"},
    {"perf_data/perf_data_converter/with-callchain.perf.data", "perf.data",
     "cpu-clock [nanoseconds] 12099750000 in 48399\n"},
    {"perf_script/forks.linux-perf.txt", "perf-script", "cpu-clock [nanoseconds] 561561561 in 561\n"},
    {"perf_script/system-wide.linux-perf.txt", "perf-script", "cpu-clock [nanoseconds] 556556556 in 556\n"},
    {"pprof/google-pprof/cppbench.cpu_no_samples_type", "pprof", "cpu [nanoseconds] 7120000000 in 52\n"},
    {"pprof/google-pprof/go.nomappings.crash", "pprof",
     "alloc_objects [count] 2 in 2\nalloc_space [bytes] 1765955 in 2\ninuse_objects [count] 2 in "
     "2\ninuse_space [bytes] 1765955 in 2\n"},
    {"pprof/google-pprof/large.cpu", "pprof",
     "samples [count] 24029 in 20430\ncpu [nanoseconds] 240290000000 in 20430\n"},
    {"pprof/google-pprof/legacy/cppbench.contention", "pprof-legacy",
     "contentions [count] 3500 in 6\ndelay [nanoseconds] 690508213 in 6\n"},
    {"pprof/google-pprof/legacy/cppbench.cpu", "pprof-legacy",
     "samples [count] 712 in 52\ncpu [nanoseconds] 7120000000 in 52\n"},
    {"pprof/google-pprof/legacy/cppbench.growth", "pprof-legacy",
     "objects [count] 85 in 85\nspace [bytes] 178257920 in 85\n"},
    {"pprof/google-pprof/legacy/cppbench.heap", "pprof-legacy",
     "objects [count] 41063 in 31\nspace [bytes] 80935293 in 31\n"},
    {"pprof/google-pprof/legacy/cppbench.thread", "pprof-legacy", "thread [count] 4 in 4\n"},
    {"pprof/google-pprof/legacy/cppbench.thread.all", "pprof-legacy", "thread [count] 4 in 4\n"},
    {"pprof/google-pprof/legacy/cppbench.thread.none", "pprof-legacy", "thread [count] 4 in 4\n"},
    {"pprof/google-pprof/legacy/go.crc32.cpu", "pprof-legacy",
     "samples [count] 211 in 69\ncpu [nanoseconds] 2110000000 in 69\n"},
    {"pprof/google-pprof/legacy/go.godoc.thread", "pprof-legacy", "threadcreate [count] 7 in 7\n"},
    {"pprof/google-pprof/legacy/gobench.cpu", "pprof-legacy",
     "samples [count] 305 in 206\ncpu [nanoseconds] 3050000000 in 206\n"},
    {"pprof/google-pprof/legacy/gobench.heap", "pprof-legacy",
     "alloc_objects [count] 83134 in 15\nalloc_space [bytes] 350314738 in 15\ninuse_objects [count] 11445 in "
     "13\ninuse_space [bytes] 7721316 in 13\n"},
    {"pprof/google-pprof/legacy/java.contention", "pprof-legacy",
     "contentions [count] 700 in 4\ndelay [microseconds] 1900 in 4\n"},
    {"pprof/google-pprof/legacy/java.cpu", "pprof-legacy",
     "samples [count] 7 in 6\ncpu [nanoseconds] 70000000 in 6\n"},
    {"pprof/google-pprof/legacy/java.heap", "pprof-legacy",
     "inuse_objects [count] 67347 in 7\ninuse_space [bytes] 9968703 in 7\n"},
    {"pprof/google-pprof/sample.bin", "this is a program or a library, not a profile", ""},
    {"pprof/google-pprof/sample.cpu", "pprof",
     "samples [count] 176 in 76\ncpu [nanoseconds] 1760000000 in 76\n"},
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
        const auto path = QDir(corpusFolder()).filePath(expected.file);
        if (!QFile::exists(path)) QSKIP("this file of the corpus is too large for the repository");
        Task task;
        const auto profile = readProfile(path.toStdString(), task);
        QCOMPARE(outcome(profile), std::string(expected.outcome));
        if (profile) QCOMPARE(valuesOf(*profile), std::string(expected.values));
    }
};

QTEST_APPLESS_MAIN(CorpusTest)
#include "corpus_test.moc"
