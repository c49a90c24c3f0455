/// perf script prints the fields that are requested (-F). Whatever they are, the samples are the same, with
/// the printed fields. The lines are printed as perf_sample__fprintf_start() and sample__fprintf_callchain()
/// do (linux, tools/perf).
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <fmt/format.h>

#include <QTest>

#include <array>

using namespace candela;

namespace {

struct Field {
    const char* name;
    unsigned bit;
};
enum : unsigned {
    Comm = 1,
    Pid = 2,
    Tid = 4,
    Cpu = 8,
    Misc = 16,
    Tod = 32,
    Time = 64,
    Period = 128,
    Event = 256
};
constexpr Field fields[]{{"comm", Comm}, {"pid", Pid},   {"tid", Tid},       {"cpu", Cpu},    {"misc", Misc},
                         {"tod", Tod},   {"time", Time}, {"period", Period}, {"event", Event}};
constexpr unsigned allFields = 512;

struct SampleLine {
    const char* comm;
    int pid, tid, cpu;
    double seconds;
    long period;
    const char* leaf;
};
// One process with two threads, and one more.
constexpr SampleLine sampleLines[]{
    {"bash", 24670, 24670, 0, 1045.428462, 1001001, "53dc0 find_variable"},
    {"Web Content", 24670, 24671, 1, 1045.429451, 1001002, "ffffffff821f5127 exc_page_fault"},
    {"3", 7, 7, 0, 1046.5, 5, "7ffa69a4d740 __run_handlers"},
};
constexpr std::int64_t periods = 1001001 + 1001002 + 5;

/// A command that is a number can be distinguished
/// from an id only if a CPU or a time follows the id.
std::string commOf(const SampleLine& sample, unsigned wanted) {
    const bool isKnown = (wanted & (Pid | Tid)) && (wanted & (Cpu | Time));
    return isKnown || sample.comm != std::string_view("3") ? sample.comm : "three";
}

std::string head(const SampleLine& sample, unsigned wanted, bool isFlat) {
    std::string text;
    const auto comm = commOf(sample, wanted);
    if (wanted & Comm) text += isFlat ? fmt::format("{:>16} ", comm) : comm + " ";
    if ((wanted & Pid) && (wanted & Tid))
        text += fmt::format("{:5}/{:<5} ", sample.pid, sample.tid);
    else if (wanted & (Pid | Tid))
        text += fmt::format("{:5} ", wanted & Pid ? sample.pid : sample.tid);
    if (wanted & Cpu) text += fmt::format("[{:03}] ", sample.cpu);
    if (wanted & Misc) text += fmt::format("{:<4} ", "U");
    if (wanted & Tod) text += "2026-11-22 19:58:54.428462 ";
    if (wanted & Time) text += fmt::format("{:12.6f}: ", sample.seconds);
    if (wanted & Period) text += fmt::format("{:10} ", sample.period);
    if (wanted & Event) text += isFlat ? "       cpu-clock: " : "cpu-clock: ";
    return text;
}

std::string frame(const char* text) {
    const std::string_view whole(text);
    const auto blank = whole.find(' ');
    return fmt::format("{:>16} {}", whole.substr(0, blank), whole.substr(blank + 1));
}

std::string printed(unsigned wanted, bool isFlat, std::string_view module) {
    std::string text;
    for (const auto& sample : sampleLines) {
        text += head(sample, wanted, isFlat);
        if (isFlat)
            text += fmt::format(" {}{}\n", frame(sample.leaf), module);
        else
            text +=
                fmt::format("\n\t{}{}\n\t{}{}\n\n", frame(sample.leaf), module, frame("1000 main"), module);
    }
    return text;
}

} // namespace

class PerfScriptFieldsTest : public QObject {
    Q_OBJECT

private slots:
    void allFieldsTogether_data() {
        QTest::addColumn<unsigned>("wanted");
        for (unsigned wanted = 0; wanted < allFields; ++wanted) {
            std::string name;
            for (const auto& field : fields) {
                if (wanted & field.bit) name += std::string(",") + field.name;
            }
            QTest::newRow(("ip,sym" + name).c_str()) << wanted;
        }
    }
    void allFieldsTogether() {
        QFETCH(unsigned, wanted);
        for (const bool isFlat : {false, true}) {
            for (const std::string_view module : {"", " (/bin/a)"}) {
                const auto text = printed(wanted, isFlat, module);
                const auto profile = readText(text);
                QVERIFY2(outcome(profile) == "perf-script", (outcome(profile) + "\n" + text).c_str());
                QVERIFY2(warningsOf(*profile).empty(), (warningsOf(*profile) + text).c_str());
                checkProfile(*profile, wanted, isFlat, text);
            }
        }
    }

    /// The fields that follow the stack in each line.
    void otherFieldsDoNotMatter() {
        for (const char* more : {"                        ", " insn: 55 48", " 7f12 |OP LOAD|LVL L1 hit"}) {
            const auto profile = readText(fmt::format("bash 24670  1045.428462:    1001001 cpu-clock: {}\n"
                                                      "\t           53dc0 find_variable+0x0 (/bin/a)\n\n",
                                                      more));
            QCOMPARE(outcome(profile), std::string("perf-script"));
            QCOMPARE(profileToText(*profile), std::string("find_variable 1001001\n"));
        }
    }

    void addressesMayStandWithoutNames() {
        const auto profile =
            readText("            bash  ffffffff821f5127\n            bash      7f87a241eb70\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(valuesOf(*profile), std::string("samples [count] 2 in 2\n"));
        QCOMPARE(profile->frames.address[0], std::uint64_t(0xffffffff821f5127));
        QCOMPARE(profile->text(profile->threads[0].name), std::string_view("bash"));
    }

    void anEmptyLineBeforeAStackDoesNotMatter() {
        const auto profile = readText("a 26037  8801.194312:     250000 cpu-clock:u:\n\n"
                                      "\t          401b94 main+0x1c (/bin/a)\n\n");
        QCOMPARE(outcome(profile), std::string("perf-script"));
        QCOMPARE(valuesOf(*profile), std::string("cpu-clock:u [nanoseconds] 250000 in 1\n"));
        QCOMPARE(profileToText(*profile), std::string("main 250000\n"));
    }

    void otherTextsAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("JSON") << QByteArray("{\"a\": \"main 12 [000] 1.000000: 5 cycles:\"}\n");
        QTest::newRow("JSON lines") << QByteArray(
            "{\n  main 12 [000] 1.000000: 5 cycles: \n\t 10 f (/a)\n}\n");
        QTest::newRow("assembly") << QByteArray("loop:\n\tadd eax, 1\n\tdec ebx\n\tjnz loop\n");
        QTest::newRow("uniq -c") << QByteArray("     12 foo\n      3 add\n");
        QTest::newRow("symbols") << QByteArray("0000000000001139 T main\n0000000000001000 t init\n");
        QTest::newRow("log") << QByteArray("12.5: started\n13.5: ended\n");
        QTest::newRow("log with addresses")
            << QByteArray("begin 8 0\nP 10 ffff 0 0 ffffffff8005ba92\nS 16 0 0002 0003\n"
                          "P 20 0003 0 0 ffffffff8005ba92\nP 30 0000 2 0 ffffffff80023491\n");
        QTest::newRow("headings") << QByteArray("Version 1.2:\nVersion 1.3:\n");
    }
    void otherTextsAreRefused() {
        QFETCH(QByteArray, text);
        const auto profile = readText(text.toStdString());
        QVERIFY2(!profile, profile ? profile->origin.format.c_str() : "");
        QVERIFY2(profile.error().message.ends_with("profiles that Candela knows") ||
                     profile.error().message == "this is not a profile that Candela knows",
                 profile.error().message.c_str());
    }

private:
    static void checkProfile(const Profile& profile, unsigned wanted, bool isFlat, const std::string& text) {
        const auto* why = text.c_str();
        QVERIFY2(profile.samples.size() == 1, why);
        const auto& table = profile.samples[0];
        QVERIFY2(table.size() == std::size(sampleLines), why);
        const std::int64_t total = wanted & Period ? periods : std::int64_t(std::size(sampleLines));
        QVERIFY2(profile.totalWeight(ValueTypeIndex(0)) == total, why);
        const std::string_view value = wanted & Event ? "cpu-clock" : "samples";
        QVERIFY2(profile.text(table.type.name) == value, why);
        for (std::size_t row = 0; row < table.size(); ++row)
            checkSample(profile, row, wanted, isFlat, why);
        if ((wanted & Pid) && (wanted & Tid)) QVERIFY2(profile.processes.size() == 2, why);
    }
    /// Samples without times stay in the text's order; samples with times are in that order already.
    static void checkSample(const Profile& profile, std::size_t row, unsigned wanted, bool isFlat,
                            const char* why) {
        const auto& line = sampleLines[row];
        const auto& table = profile.samples[0];
        const auto start = sampleLines[0].seconds;
        const auto time = wanted & Time ? std::int64_t((line.seconds - start) * 1e6 + 0.5) * 1000 : noTime;
        QVERIFY2(table.timeAt(row) == time, why);
        QVERIFY2(table.cpuAt(row) == (wanted & Cpu ? line.cpu : -1), why);
        const auto leaf = table.stack[row];
        QVERIFY2(leaf && profile.stacks.parent[leaf.row()].isNone() == isFlat, why);
        const auto thread = table.threadAt(row);
        QVERIFY2(thread.isNone() == !(wanted & (Comm | Pid | Tid)), why);
        if (!thread) return;
        const auto& known = profile.threads[thread.row()];
        const auto comm = wanted & Comm ? commOf(line, wanted) : std::string();
        QVERIFY2(profile.text(known.name) == comm, why);
        if (wanted & Tid) QVERIFY2(known.tid == line.tid, why);
        if (wanted & Pid) QVERIFY2(profile.processes[known.process.row()].pid == line.pid, why);
    }
};

QTEST_APPLESS_MAIN(PerfScriptFieldsTest)
#include "perf_script_fields_test.moc"
