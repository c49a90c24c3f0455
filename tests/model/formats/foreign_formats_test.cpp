/// Files that Candela does not read: each kind has its own message, with a hint what to do.
#include "model/formats/input/foreign_formats.h"
#include "tests/model/formats/perf_comments.h"
#include "tests/read_text.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

using namespace std::string_literals;

struct Foreign {
    const char* kind;
    std::string bytes;
    const char* message; ///< a part of the message
    const char* hint;    ///< a part of the hint
};

std::string elf(char type) {
    return "\x7f"
           "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"s +
           type + "\0>\0"s;
}

/// A TracePacket with a time and the id of its writer.
std::string packet(char time) {
    return "\x0a\x06\x40"s + time + "\x50\x01\x18\x00"s;
}

const Foreign foreign[]{
    {"Go's execution trace", "go 1.22 trace\0\0\0\x01\x05"s, "an execution trace of Go", "go tool trace"},
    {".nettrace", "Nettrace\x14\0\0\0!FastSerialization.1"s, "a .nettrace file", "dotnet-trace convert"},
    {"Perfetto", packet(1) + packet(2) + packet(3), "a trace of Perfetto", "traceconv"},
    {"gprof", "gmon\x01\0\0\0\0\0\0\0"s, "gprof", "gprof PROGRAM"},
    {"massif",
     "desc: --time-unit=B\ncmd: ./a.out\ntime_unit: B\n#-----------\nsnapshot=0\n#-----------\n"
     "time=0\nmem_heap_B=0\n"s,
     "massif", "heaptrack"},
    {"pstats", "\xfb\x29\x03\xfa;/usr/lib/python3.11/json/encoder.py\xe9\x67\0\0\0"s, "cProfile",
     "pyprof2calltree"},
    {"pstats of before Python 3.4", "{(\x03\0\0\0s\x04\0\0\0a.pyi\x01\0\0\0"s, "cProfile", "pyprof2calltree"},
    {"xz",
     "\xfd"
     "7zXZ\0\0\x04\xe6"s,
     "packed with xz", "xz -dk"},
    {"bzip2", "BZh91AY&SY\x01\x02"s, "packed with bzip2", "bzip2 -dk"},
    {"lz4", "\x04\x22\x4d\x18\x64\x40"s, "packed with lz4", "lz4 -dk"},
    {"zip", "PK\x03\x04\x14\0\0\0\x08\0"s, "a zip archive", "unzip"},
    {"tar", std::string(257, '\0') + "ustar\0"s + "00"s + std::string(250, '\0'), "a tar archive", "tar -xf"},
    {"Sysprof", "\x5e\x97\xca\xfd\x01\0\0\0"s, "Sysprof", "sysprof"},
    {"Tracy", "tZst\x28\xb5\x2f\xfd"s, "Tracy", "tracy-csvexport"},
    {"trace-cmd", "\x17\x08\x44tracing6\0"s, "trace-cmd", "trace-cmd report"},
    {"LTTng", "\xc1\x1f\xfc\xc1\0\0\0\0"s, "LTTng", "babeltrace2"},
    {"memray", "memray\0\x0a\0\0\0"s, "memray", "memray flamegraph"},
    {"text of Java's HPROF",
     "JAVA PROFILE 1.0.1, created Fri May 16 10:00:00 2014\n\nHeader for -agentlib:hprof\n"s, "HPROF agent",
     "stackcollapse-hprof"},
    {"heap dump of Java", "JAVA PROFILE 1.0.2\0\0\0\0\x08"s, "heap dump", "VisualVM"},
    {"GHC's event log", "hdrb\0\0\0\0"s, "GHC", "hs-speedscope"},
    {"SQLite", "SQLite format 3\0\x10\0"s, "SQLite", "nsys export"},
    {"program", elf(2), "a program or a library", "candela record"},
    {"library", elf(3), "a program or a library", "candela record"},
    {"object file", elf(1), "an object file", "candela record"},
    {"core dump", elf(4), "a core dump", "gdb"},
    {"SVG", "<?xml version=\"1.0\" standalone=\"no\"?>\n<svg width=\"1200\">\n</svg>\n"s, "a picture",
     "made of"},
    {"PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s, "a picture", "made of"},
    {"HTML", "<!DOCTYPE html>\n<html><body>\n</body></html>\n"s, "a web page", "made of"},
    {"XML", "<?xml version=\"1.0\"?>\n<trace-query-result>\n</trace-query-result>\n"s, "XML",
     "inferno-collapse-xctrace"},
    {"log of V8", "v8-version,12,4,254,21,0\nshared-library,/usr/bin/node,0x1,0x2,0\n"s, "a log of V8",
     "--cpu-prof"},
    {"perf report",
     "# To display the perf.data header info\n#\n# Overhead  Command  Symbol\n    12.34%  ls  main\n"s,
     "perf report", "perf.data"},
    {"perf report --header",
     "# ========\n" + perfComments(9000) + "#\n# Overhead  Command  Symbol\n    12.34%  ls  main\n",
     "perf report", "perf.data"},
    {"perf annotate", " Percent |\tSource code & Disassembly of ls for cycles (12 samples)\n"s,
     "perf annotate", "perf.data"},
    {"simpleperf's protobuf", "SIMPLEPERF\x01\0\x58\0\0\0*V"s, "simpleperf report-sample", "perf.data"},
    {"simpleperf's text", "magic: SIMPLEPERF\nversion: 1\nsample 1:\n  event_type: cpu-clock\n"s,
     "simpleperf report-sample", "perf.data"},
    {"simpleperf report", "Cmdline: /system/bin/simpleperf record -p 12\nArch: arm64\nSamples: 3\n"s,
     "simpleperf report", "perf.data"},
    {"methods of Android",
     "*version\n3\ndata-file-overflow=false\nclock=dual\n*threads\n12\tmain\n*methods\n*end\nSLOW\x03\0"s,
     "a trace of methods of the Android Runtime", "simpleperf"},
    {"methods of Android, streamed", "SLOW\xf3\0\x20\0\xc4\x91"s, "a trace of methods of the Android Runtime",
     "simpleperf"},
    {"callgrind_annotate",
     "--------------------\nProfile data file 'callgrind.out.12' (creator: callgrind-3.19.0)\n"s,
     "callgrind_annotate", "made of"},
    {"cg_annotate", "--------------------\n-- Cachegrind profile\n--------------------\n"s, "cg_annotate",
     "made of"},
    {"pstats' text",
     "         5 function calls in 0.010 seconds\n\n   Ordered by: internal time\n\n"
     "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"s,
     "pstats prints", "py-spy"},
    {"line_profiler", "Timer unit: 1e-06 s\n\nTotal time: 0.1 s\nFile: a.py\n"s, "line_profiler", "py-spy"},
    {"go tool pprof -raw", "PeriodType: cpu nanoseconds\nPeriod: 10000000\nSamples:\n"s, "go tool pprof -raw",
     "made of"},
    {"stackprof's flame graph", "flamegraph([\n{\"x\":0,\"y\":0,\"width\":5,\"frame\":\"<main>\"}\n])\n"s,
     "stackprof", "rbspy"},
    {"stackprof", "{\"version\":1.2,\"mode\":\"wall\",\"samples\":3,\"gc_samples\":0,\"frames\":{}}"s,
     "stackprof", "rbspy"},
    {"Scalene", "{\"alloc_samples\": 17, \"args\": [\"main.py\"], \"files\": {}}"s, "Scalene", "py-spy"},
    {"go tool pprof -top", "File: a\nType: cpu\nShowing nodes accounting for 10s, 100% of 10s total\n"s,
     "go tool pprof", "made of"},
    {"gprof's text", "Flat profile:\n\nEach sample counts as 0.01 seconds.\n"s, "gprof prints",
     "candela record"},
    {"sample", "Analysis of sampling foo (pid 12) every 1 millisecond\n"s, "macOS's sample",
     "inferno-collapse-sample"},
    {"thread dump", "2026-11-22 10:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.1):\n"s,
     "a thread dump", "candela record"},
    {"Pyroscope", "{\"version\":1,\"flamebearer\":{\"names\":[\"total\"],\"levels\":[[0,5,0,0]]}}"s,
     "Pyroscope", "pprof"},
    {"DHAT", "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\"}"s, "DHAT", "heaptrack"},
    {"other JSON", "{\"a\": [1, 2, 3]}"s, "this is JSON, but none of the profiles that Candela knows",
     "Candela reads candela,"},
    {"git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 12345\n"s, "git LFS",
     "git lfs pull"},
    {"nothing", ""s, "it is empty", "stopped too early"},
    {"anything", "There were 12 of them.\n"s, "this is not a profile that Candela knows",
     "Candela reads candela,"},
};

} // namespace

class ForeignFormatsTest : public QObject {
    Q_OBJECT

private slots:
    void eachKindHasAMessageAndAHint_data() {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t row = 0; row < std::size(foreign); ++row)
            QTest::newRow(foreign[row].kind) << row;
    }
    void eachKindHasAMessageAndAHint() {
        QFETCH(std::size_t, row);
        const auto& expected = foreign[row];
        const auto profile = readText(expected.bytes);
        QVERIFY2(!profile, profile ? profile->origin.format.c_str() : "");
        const auto& error = profile.error();
        QCOMPARE(error.code, ErrorCode::BadInput);
        QVERIFY2(error.message.find(expected.message) != std::string::npos, error.message.c_str());
        QVERIFY2(error.hint.find(expected.hint) != std::string::npos, error.hint.c_str());
        for (const auto& text : {error.message, error.hint})
            QVERIFY2(!text.ends_with('.') && text.find('\n') == std::string::npos, text.c_str());
    }

    /// The same kind is recognized if the whole file is packed.
    void endingsThatIdentifyAFormatAreUsed() {
        const auto bytes = asBytes(std::string_view("\x0b\x02\x80main\x03"));
        auto input = Input::fromBytes("a.folded.br", {bytes.begin(), bytes.end()});
        Task task;
        QCOMPARE(readProfile(input, task).error().message,
                 std::string("it is packed with Brotli, which Candela does not unpack"));
    }

    void foldersNameTheirWriter() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("a.trace") && QDir(folder.path()).mkdir("perf.data"));
        Task task;
        for (const auto* path : {"/a.trace", "/a.trace/"}) {
            const auto profile = readProfile(folder.path().toStdString() + path, task);
            QCOMPARE(profile.error().message,
                     std::string("this is a recording of Xcode's Instruments, which Candela does not read"));
            QVERIFY(profile.error().hint.find("xctrace export") != std::string::npos);
        }
        const auto threads = folder.path() + "/perf.data";
        QCOMPARE(readProfile(threads.toStdString(), task).error().message,
                 std::string("this is a directory, not a profile"));
        for (const auto* name : {"/data", "/data.0"}) {
            QFile file(threads + name);
            QVERIFY(file.open(QFile::WriteOnly));
        }
        QCOMPARE(readProfile(threads.toStdString(), task).error().message,
                 std::string("this is a recording of perf record --threads, which Candela does not read"));
    }

    /// Profiles are not foreign files, even if they contain words of one.
    void profilesAreRead() {
        QCOMPARE(outcome(readText("main;<svg 5\nmain;Flat profile: 3\n")), std::string("folded"));
        QCOMPARE(outcome(readText("desc: a\ndesc: time_unit: B\nevents: Ir\nfn=main\n1 5\n")),
                 std::string("callgrind"));
    }
};

QTEST_APPLESS_MAIN(ForeignFormatsTest)
#include "foreign_formats_test.moc"
