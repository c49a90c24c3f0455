/// Callgrind's format as Candela writes it: the text, how Candela and Valgrind's own tool read it, and the
/// reported losses.
#include "model/analysis/call_tree/function_list.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <random>

using namespace candela;

namespace {

struct Written {
    std::string text;
    std::string losses; // each on a line
};

Written write(const Profile& profile) {
    Output output;
    Task task;
    Written written;
    if (!findFormat("callgrind")->write(profile, output, task)) return written;
    written.text = asText(output.bytes());
    for (const auto& loss : output.losses())
        written.losses += loss + "\n";
    return written;
}

using Weights = std::map<std::string, std::int64_t>;

Weights functionTotals(const Profile& profile) {
    const std::shared_ptr<const Profile> shared(&profile, [](const Profile*) {});
    Task task;
    const auto weights = SampleSelector(shared).stackWeights(ValueTypeIndex(0), {}, task);
    const auto groups = groupFrames(shared, Grouping::Function);
    Weights totals;
    for (const auto& row : groupWeights(*groups, *weights))
        totals[(*groups)[row.group].name] += row.total;
    return totals;
}

Weights functionSelves(const Profile& profile) {
    Weights selves;
    const auto& table = profile.samples[0];
    for (std::size_t row = 0; row < table.size(); ++row) {
        const auto frame = profile.stacks.frame[table.stack[row].row()];
        const auto function = profile.frames.function[frame.row()];
        selves[std::string(profile.text(profile.functions[function.row()].name))] += table.weight[row];
    }
    return selves;
}

enum class Roots { One, Several };

/// Stacks of functions that call each other and themselves in many ways: below one main(), or several of
/// them.
std::string recursiveStacks(unsigned seed, Roots roots = Roots::One) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return int(random() % unsigned(limit)); };
    std::string text;
    for (int line = 0; line < 300; ++line) {
        text += roots == Roots::One || below(2) == 0 ? "main" : "f" + std::to_string(below(7));
        for (auto depth = below(9); depth > 0; --depth)
            text += ";f" + std::to_string(below(7));
        text += " " + std::to_string(1 + below(50)) + "\n";
    }
    return text;
}

void store(const QString& path, const std::string& text) {
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate));
    QCOMPARE(file.write(text.data(), qint64(text.size())), qint64(text.size()));
}

/// callgrind_annotate's table: weights by function; "" is the program's total.
Weights annotated(const QString& file, const char* kind) {
    QProcess tool;
    tool.start("callgrind_annotate", {kind, "--threshold=100", file});
    tool.waitForFinished(-1);
    Weights weights;
    static const QRegularExpression row(R"(^\s*([\d,]+) \(\s*[\d.]+%\)\s+(PROGRAM TOTALS|\S*?:(\S+)))");
    for (const auto& line : QString::fromUtf8(tool.readAllStandardOutput()).split('\n')) {
        const auto match = row.match(line);
        if (match.hasMatch()) // several rows of one function show as too large a sum
            weights[match.captured(3).toStdString()] += match.captured(1).remove(',').toLongLong();
    }
    return weights;
}

} // namespace

class CallgrindWriterTest : public QObject {
    Q_OBJECT

private slots:
    void functionsHaveTheirOwnCostsAndWhatTheirCallsCost() {
        const auto written = write(profileFromText("main;draw;blit@libdraw.so 12\nmain;draw 3\nmain 1\n"));
        QCOMPARE(written.text,
                 std::string("# callgrind format\nversion: 1\ncreator: candela\n"
                             "desc: Calls: not counted by a sampling profiler\npositions: line\n"
                             "event: samples : samples (count)\nevents: samples\nsummary: 16\n"
                             "\nob=(1) ???\nfl=(1) ???\nfn=(1) main\n* 1\ncfn=(2) draw\ncalls=1 0\n* 15\n"
                             "\nfn=(2)\n* 3\ncob=(2) libdraw.so\ncfn=(3) blit\ncalls=1 0\n* 12\n"
                             "\nob=(2)\nfn=(3)\n* 12\n"
                             "\ntotals: 16\n"));
        QCOMPARE(written.losses, std::string());
    }

    void whatTheFormatHoldsComesBack() {
        ProfileBuilder builder;
        const auto mapping = builder.mapping({.path = builder.string("/lib/libdraw.so"), .buildId = {}});
        const auto frame = [&](const char* name, const char* file, std::uint32_t line,
                               std::uint64_t address) {
            FunctionIndex function;
            if (*name)
                function = builder.function({.name = builder.string(name),
                                             .rawName = {},
                                             .file = builder.string(file),
                                             .mapping = mapping});
            return builder.frame(
                {.function = function, .mapping = mapping, .address = address, .line = line});
        };
        const auto main = builder.stack({}, frame("main", "a.c", 7, 0x1000));
        const auto again = builder.stack({}, frame("main", "a.c", 9, 0x1008));
        const auto draw = builder.stack(main, frame("draw (int)", "b.c", 3, 0x2000));
        const auto nested = builder.stack(draw, frame("draw (int)", "b.c", 4, 0x2010));
        const auto unnamed = builder.stack(again, frame("", "", 0, 0xffffffff81000000));
        const auto time = builder.valueType("cpu time: all", "nanoseconds");
        const auto bytes = builder.valueType("alloc", "bytes");
        builder.setDefaultValue(bytes);
        for (const auto& [value, stack, weight] :
             {std::tuple(bytes, main, 4096), std::tuple(bytes, nested, 16), std::tuple(time, main, 5),
              std::tuple(time, draw, 1'000), std::tuple(time, nested, 30), std::tuple(time, unnamed, 2)})
            builder.addSample(value, {.stack = stack, .weight = weight, .thread = {}, .labels = {}});
        builder.origin().command = "./draw --all";
        const auto original = builder.build();
        const auto written = write(original);
        QCOMPARE(written.losses, std::string());
        const auto back = readText(written.text);
        QCOMPARE(outcome(back), std::string("callgrind"));
        QCOMPARE(warningsOf(*back), std::string());
        QCOMPARE(back->origin.command, std::string("./draw --all"));
        QCOMPARE(valuesOf(*back),
                 std::string("alloc [bytes] 4112 in 2\ncpu time: all [nanoseconds] 1037 in 4\n"));
        const auto sorted = [](const Profile& profile) {
            auto lines = ProfileDump(profile).samples();
            std::ranges::sort(lines);
            return lines;
        };
        QCOMPARE(sorted(*back), sorted(original));
    }

    void recursionDoesNotCountTwice() {
        const auto original = profileFromText("main;fib;fib;fib 7\nmain;fib;fib 5\nmain;fib 3\n"
                                              "main;a;b;a;c 10\nmain;a 4\nmain;b;c 2\nmain 1\n");
        const auto text = write(original).text;
        QVERIFY(text.find("fn=(2) fib\ncalls=1 0\n* 15\n") != std::string::npos);
        QVERIFY(text.find("fn=(5) fib'2\n") != std::string::npos);
        QVERIFY(text.find("fn=(6) a'2\n") != std::string::npos);
        const auto back = readText(text);
        QCOMPARE(outcome(back), std::string("callgrind"));
        QCOMPARE(functionSelves(*back), functionSelves(original));
        QCOMPARE(functionTotals(*back)["fib"], std::int64_t(15));
    }

    void ownCostsAreKeptWhateverCallsWhat() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            const auto original = profileFromText(recursiveStacks(seed));
            const auto back = readText(write(original).text);
            QCOMPARE(outcome(back), std::string("callgrind"));
            QCOMPARE(functionSelves(*back), functionSelves(original));
        }
    }

    void valgrindsOwnToolShowsTheSameTotals_data() {
        QTest::addColumn<std::string>("stacks");
        for (unsigned seed = 0; seed < 5; ++seed) {
            QTest::addRow("one root %u", seed) << recursiveStacks(seed);
            QTest::addRow("several roots %u", seed) << recursiveStacks(seed, Roots::Several);
        }
        QTest::newRow("a root that is also called") << std::string("clone;work;read 7\nstart;clone;work 5\n");
    }
    void valgrindsOwnToolShowsTheSameTotals() {
        if (QStandardPaths::findExecutable("callgrind_annotate").isEmpty())
            QSKIP("callgrind_annotate (valgrind) is not installed");
        QFETCH(std::string, stacks);
        const auto original = profileFromText(stacks);
        QTemporaryDir folder;
        const auto file = folder.filePath("a.callgrind");
        store(file, write(original).text);
        auto inclusive = annotated(file, "--inclusive=yes");
        QCOMPARE(inclusive[""], original.totalWeight(ValueTypeIndex(0)));
        for (const auto& [name, total] : functionTotals(original))
            QVERIFY2(inclusive[name] == total, name.c_str());
        auto own = annotated(file, "--inclusive=no");
        for (const auto& [name, self] : functionSelves(original))
            QVERIFY2(own[name] + own[name + "'2"] == self, name.c_str());
    }

    void rootsThatAreAlsoCalledStayRoots() {
        const auto original = profileFromText("clone;work;read 7\nstart;clone;work 5\n[root];work 2\n");
        const auto written = write(original);
        QVERIFY(written.text.find("desc: Caller of all roots: [[root]]\n") != std::string::npos);
        const auto back = readText(written.text);
        QCOMPARE(outcome(back), std::string("callgrind"));
        QCOMPARE(functionSelves(*back), functionSelves(original));
        QCOMPARE(functionTotals(*back), functionTotals(original));
        // If no root is called, there is no such function.
        QVERIFY(write(profileFromText("a;b 1\nc;b 2\n")).text.find("[root]") == std::string::npos);
    }

    void aFunctionInSeveralFilesIsOne() {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto stack = [&](const char* file, std::uint32_t line, std::uint64_t address) {
            // A linker accepts only one function of this name, so it is one function.
            const auto function = builder.function({.name = builder.string("eval"),
                                                    .rawName = builder.string("_Z4evalv"),
                                                    .file = builder.string(file),
                                                    .mapping = {}});
            return builder.stack(
                {}, builder.frame({.function = function, .mapping = {}, .address = address, .line = line}));
        };
        std::int64_t weight = 1;
        for (const auto& [file, line] :
             {std::pair("ceval.c", 12u), std::pair("bytecodes.c", 7u), std::pair("object.h", 3u)})
            builder.addSample(value, {.stack = stack(file, line, 0x1000 + line),
                                      .weight = weight *= 10,
                                      .thread = {},
                                      .labels = {}});
        const auto original = builder.build();
        const auto written = write(original);
        QCOMPARE(QString::fromStdString(written.text).count("fn="), 1);
        QVERIFY(written.text.find("fl=(1) ceval.c\n") != std::string::npos);
        QVERIFY(written.text.find("0x100c 12 10\n") != std::string::npos);
        QVERIFY(written.text.find("0x1007 0 100\n") != std::string::npos); // line 7 is in another file
        QVERIFY(written.losses.ends_with(
            "callgrind's format has one file for a function: lines of others are left out\n"));
        QCOMPARE(functionSelves(*readText(written.text)), functionSelves(original));
    }

    void controlCharactersInNamesComeBack() {
        const auto original = profileFromText("ma\x01in;dr\x1b[1maw\x7f 3\n");
        const auto back = readText(write(original).text);
        QCOMPARE(outcome(back), std::string("callgrind"));
        QCOMPARE(profileToText(*back), profileToText(original));
    }

    void ambiguousCallersAreReported() {
        QCOMPARE(write(profileFromText("main;a;c 1\nmain;b;c 2\n")).losses, std::string());
        QVERIFY(write(profileFromText("main;a;c;d 1\nmain;b;c 2\n")).losses.find("no stacks") !=
                std::string::npos);
        // Stacks are also lost if the callers of the shared function have different callers.
        QVERIFY(write(profileFromText("main;a;x;c;d 1\nmain;b;x;c 2\n")).losses.find("no stacks") !=
                std::string::npos);
    }

    void costsBelowZeroAreLeftOutAndThatIsReported() {
        const auto written = write(profileFromText("main;a -5\nmain 3\n"));
        QVERIFY(written.text.find("totals: 3\n") != std::string::npos);
        QCOMPARE(written.losses,
                 std::string("callgrind's format has no costs below zero: 1 stacks are left out\n"));
    }

    void costsThatDoNotFitAreLeftOutAndThatIsReported() {
        const auto written = write(profileFromText("a 9223372036854775807\nb 9223372036854775807\n"));
        QVERIFY(written.text.find("totals: 9223372036854775807\n") != std::string::npos);
        QCOMPARE(written.losses, std::string("costs that together do not fit 63 bits are left out: 1\n"));
    }

    void samplesWithoutAStackAndDeepStacksAreWritten() {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        builder.addSample(value, {.stack = {}, .weight = 3, .thread = {}, .labels = {}});
        const auto function =
            builder.function({.name = builder.string("deep"), .rawName = {}, .file = {}, .mapping = {}});
        StackIndex stack;
        for (int depth = 0; depth < 200'000; ++depth)
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        builder.addSample(value, {.stack = stack, .weight = 4, .thread = {}, .labels = {}});
        const auto text = write(builder.build()).text;
        QVERIFY(text.find("[no stack]\n* 3\n") != std::string::npos);
        QVERIFY(text.find("deep'2\n") != std::string::npos);
        QVERIFY(text.size() < 1'000);
    }

    void namesThatWouldBreakLinesDoNot() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu: a = b\n", "");
        const auto function = builder.function(
            {.name = builder.string("a\nfn=(1) b"), .rawName = {}, .file = {}, .mapping = {}});
        builder.addSample(value,
                          {.stack = builder.stack({}, builder.frame({.function = function, .mapping = {}})),
                           .weight = 4,
                           .thread = {},
                           .labels = {}});
        const auto back = readText(write(builder.build()).text);
        QCOMPARE(outcome(back), std::string("callgrind"));
        QCOMPARE(profileToText(*back), std::string("a\nfn=(1) b 4\n"));
    }
};

QTEST_APPLESS_MAIN(CallgrindWriterTest)
#include "callgrind_writer_test.moc"
