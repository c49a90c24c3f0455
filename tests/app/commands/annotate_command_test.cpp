/// `candela annotate` against `perf annotate` and `addr2line -i`, and what it prints where something is
/// missing.
#include "tests/app/commands/annotation_json.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/model/symbols/reference_tools.h"
#include "tests/terminals.h"
#include "tests/test_folder.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <capstone/capstone.h>
#include <elf.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

using namespace candela;

namespace {

/// Spins in a function with another one inlined into it from a header.
const QByteArray header = R"(#pragma once
#include <cstdint>
inline std::uint64_t mix(std::uint64_t value) {
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdULL;
    value ^= value >> 29;
    return value;
}
)";
const QByteArray source = R"(#include "mix.h"
#include <ctime>
volatile std::uint64_t sink;
extern "C" [[gnu::noinline]] std::uint64_t churn(std::uint64_t count) {
    std::uint64_t sum = 1;
    for (std::uint64_t i = 0; i < count; ++i) {
        sum += mix(sum + i);
        if (sum % 7 == 3) sum /= 3;
    }
    return sum;
}
// Far enough from churn() to be none of the lines
// around its last one.
//
//
//
//
//
int main() {
    while (std::clock() < CLOCKS_PER_SEC) sink = churn(100'000);
}
)";

constexpr std::int64_t period = 1'000'000; // nanoseconds between samples

} // namespace

class AnnotateCommandTest : public QObject {
    Q_OBJECT

    TestFolder m_folder;
    QString m_program, m_recording;
    QByteArray m_whyNone; // why there is no recording; empty: there is one

    void compile(const QStringList& options) {
        run("g++", QStringList{"-g", m_folder.filePath("churn.cpp"), "-o", m_program} + options);
    }
    QJsonObject annotation(const QStringList& options) const {
        return runCandela(QStringList{"annotate", m_recording, "churn", "--format", "json"} + options).json();
    }

private slots:
    void initTestCase() {
        for (const QString tool : {"perf", "addr2line", "g++"}) {
            if (!isThere(tool)) m_whyNone = (tool + " is not installed").toUtf8();
        }
        if (!m_whyNone.isEmpty()) return;
        m_folder.write("mix.h", header);
        m_folder.write("churn.cpp", source);
        m_program = m_folder.filePath("churn");
        m_recording = m_folder.filePath("perf.data");
        compile({"-O2"});
        run("perf", {"record", "-q", "-g", "-e", "cpu-clock:u", "-c", QString::number(period), "-o",
                     m_recording, "--", m_program});
        if (!QFile::exists(m_recording)) m_whyNone = "perf can't record here";
    }
    void init() {
        const QByteArray test = QTest::currentTestFunction();
        const bool needsRecording = !test.startsWith("without");
        if (needsRecording && !m_whyNone.isEmpty()) QSKIP(m_whyNone.constData());
    }
    void everyInstructionHasTheSamplesThatPerfAnnotateCounts() {
        std::map<std::uint64_t, std::int64_t> theirs;
        static const QRegularExpression row(R"(^\s*(\d+)\s*:\s+([0-9a-f]+):\s)");
        for (const auto& line :
             run("perf", {"annotate", "--stdio", "-n", "-f", "-i", m_recording, "churn"}).split('\n')) {
            if (const auto match = row.match(line); match.hasMatch())
                theirs[match.captured(2).toULongLong(nullptr, 16)] = match.captured(1).toLongLong();
        }
        QVERIFY2(theirs.size() > 10, "perf annotate printed no instructions");
        std::map<std::uint64_t, std::int64_t> ours;
        std::int64_t samples = 0;
        for (const auto& value : instructionsOf(annotation({"--assembly"}))) {
            const auto self = value.toObject()["self"].toInteger();
            QCOMPARE(self % period, 0);
            ours[addressOf(value.toObject())] = self / period;
            samples += self / period;
        }
        QVERIFY(samples > 300);
        QVERIFY(ours == theirs);
    }
    void everyInstructionHasTheLinesThatAddr2linePrints() {
        const auto instructions = instructionsOf(annotation({}));
        std::vector<std::uint64_t> addresses;
        for (const auto& value : instructions)
            addresses.push_back(addressOf(value.toObject()));
        const auto theirs = askAddr2line(m_program, addresses);
        std::size_t inlined = 0;
        for (std::size_t row = 0; row < addresses.size(); ++row) {
            const auto frames = instructions[qsizetype(row)].toObject()["frames"].toArray();
            QCOMPARE(std::size_t(frames.size()), theirs[row].size());
            for (qsizetype frame = 0; frame < frames.size(); ++frame) {
                const auto object = frames[frame].toObject();
                QCOMPARE(object["file"].toString() + ":" + QString::number(object["line"].toInteger()),
                         theirs[row][std::size_t(frame)].source);
            }
            inlined += frames.size() > 1;
        }
        QVERIFY(inlined > 3);
    }
    void linesHaveTheWeightsOfTheirInstructionsByAddr2line_data() {
        QTest::addColumn<bool>("isAtCall");
        QTest::newRow("at the inlined line") << false;
        QTest::newRow("at the call") << true;
    }
    void linesHaveTheWeightsOfTheirInstructionsByAddr2line() {
        QFETCH(bool, isAtCall);
        const auto found = annotation({"--inlined", isAtCall ? "call" : "line"});
        std::vector<std::uint64_t> addresses;
        std::vector<std::int64_t> selves;
        for (const auto& value : instructionsOf(found)) {
            if (value.toObject()["self"].toInteger() == 0) continue;
            addresses.push_back(addressOf(value.toObject()));
            selves.push_back(value.toObject()["self"].toInteger());
        }
        const auto frames = askAddr2line(m_program, addresses);
        std::map<QString, LineWeights> expected;
        for (std::size_t row = 0; row < addresses.size(); ++row) {
            std::set<QString> lines; // innermost first
            for (const auto& frame : frames[row]) {
                const auto line = frame.source.section('/', -1);
                if (!isAtCall || &frame == &frames[row].back()) lines.insert(line);
            }
            for (const auto& line : lines)
                expected[line].total += selves[row]; // without calls, the total is the self weight
            const auto& leaf = isAtCall ? frames[row].back() : frames[row].front();
            expected[leaf.source.section('/', -1)].self += selves[row];
        }
        const auto ours = linesOf(found);
        QVERIFY2(ours == expected, qPrintable(textOf(ours) + "addr2line:\n" + textOf(expected)));
        const bool hasHeader = std::ranges::any_of(
            ours, [](const auto& line) { return line.first.startsWith("mix.h") && line.second.self > 0; });
        QCOMPARE(hasHeader, !isAtCall);
    }
    void aFunctionThatIsOnlyInlinedHasTheCodeOfItsCallers() {
        const auto found = runCandela({"annotate", m_recording, "mix", "--format", "json"}).json();
        const auto code = found["code"].toArray();
        QCOMPARE(code.size(), 1);
        QCOMPARE(code[0].toObject()["function"].toString(), "churn");
        const auto self = found["function"].toObject()["self"].toInteger();
        QVERIFY(self > 0);
        std::int64_t sum = 0;
        for (const auto& value : instructionsOf(found)) {
            const auto instruction = value.toObject();
            sum += instruction["self"].toInteger();
            if (instruction["self"].toInteger() == 0) continue;
            QVERIFY(
                instruction["frames"].toArray().first().toObject()["function"].toString().startsWith("mix"));
        }
        QCOMPARE(sum, self);
    }
    void textShowsTheSourceBesideItsWeights() {
        const auto outcome = runCandela({"annotate", m_recording, "churn"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.errors.isEmpty(), outcome.errors);
        QVERIFY2(outcome.output.contains("/mix.h\n") && outcome.output.contains("/churn.cpp\n"),
                 outcome.output);
        QVERIFY2(outcome.output.contains("        sum += mix(sum + i);"), outcome.output);
        QVERIFY2(outcome.output.contains("█"), outcome.output);
        QVERIFY(!outcome.output.contains("int main"));
        const auto assembly = runCandela({"annotate", m_recording, "churn", "--assembly", "--all"}).output;
        QVERIFY2(assembly.contains("ret"), assembly);
        QVERIFY2(assembly.contains("mix.h:4 mix(unsigned long)"), assembly);
    }
    void filtersApply() {
        QCOMPARE(annotation({"--ignore", "churn"}), QJsonObject());
        const auto all = annotation({})["function"].toObject()["total"].toInteger();
        const auto half = annotation({"--time", "..0.5"})["function"].toObject()["total"].toInteger();
        QVERIFY(half > 0 && half < all);
    }
    void whatIsHiddenCountsForTheLineThatCalledIt() {
        const auto whole = annotation({"--inlined", "call"});
        const auto hidden = annotation({"--hide", "^mix"});
        const auto of = [](const QJsonObject& object, const char* weight) {
            return object["function"].toObject()[weight].toInteger();
        };
        QVERIFY(of(whole, "inlined_self") > 0);
        QCOMPARE(of(hidden, "self"), of(whole, "self") + of(whole, "inlined_self"));
        QCOMPARE(textOf(linesOf(hidden)), textOf(linesOf(whole)));
        QCOMPARE(annotation({"--transform", "drop:churn"}), QJsonObject());
    }
    void anUnknownProcessorIsNamed() {
        const auto folder = m_folder.filePath("alien");
        QDir().mkpath(folder);
        QVERIFY(QFile::rename(m_program, folder + "/churn"));
        const auto setMachine = [&](char machine) {
            QFile file(folder + "/churn");
            if (!file.open(QFile::ReadWrite) || !file.seek(offsetof(Elf64_Ehdr, e_machine))) return;
            file.putChar(machine);
        };
        setMachine(char(EM_S390));
        const auto outcome =
            runCandela({"annotate", m_recording, "churn", "--assembly", "--symbols", folder});
        setMachine(char(EM_X86_64));
        QVERIFY(QFile::rename(folder + "/churn", m_program));
        QCOMPARE(outcome.status, 4);
        QVERIFY2(outcome.errors.contains("churn"), outcome.errors);
    }
    void aMissingDisassemblerIsNamedWithItsPackage() {
        // The loader takes the first file of that name, and refuses this one.
        const auto library = QString("libcapstone.so.%1").arg(CS_API_MAJOR);
        const auto folder = m_folder.filePath("libraries");
        QDir().mkpath(folder);
        QFile file(folder + "/" + library);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("no library") > 0);
        file.close();
        qputenv("LD_LIBRARY_PATH", folder.toLocal8Bit());
        const auto assembly = runCandela({"annotate", m_recording, "churn", "--assembly"});
        const auto lines = runCandela({"annotate", m_recording, "churn", "--source"});
        qunsetenv("LD_LIBRARY_PATH");
        QCOMPARE(assembly.status, 4);
        QVERIFY2(assembly.errors.contains(library.toUtf8()), assembly.errors);
        QVERIFY2(assembly.errors.contains("apt install libcapstone"), assembly.errors);
        QCOMPARE(lines.status, 0);
        QVERIFY2(lines.output.contains("sum += mix(sum + i);"), lines.output);
    }
    void theDisassemblerIsLoadedOnlyWhenItIsNeeded() {
        const auto isLoadedBy = [](const QStringList& arguments) {
            QProcess program;
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert("LD_DEBUG", "files");
            program.setProcessEnvironment(environment);
            program.start(PROGRAMS "/candela", arguments);
            program.waitForFinished(60'000);
            return program.readAllStandardError().contains("libcapstone");
        };
        QVERIFY(isLoadedBy({"annotate", m_recording, "churn", "--assembly"}));
        QVERIFY(!isLoadedBy({"report", m_recording}));
    }
    void onATerminalLinesFitItsWidth_data() {
        QTest::addColumn<QString>("part");
        QTest::newRow("source") << "--source";
        QTest::newRow("assembly") << "--assembly";
    }
    void onATerminalLinesFitItsWidth() {
        if (const QByteArray why = whyNoTerminal(); !why.isEmpty()) QSKIP(why.constData());
        QFETCH(QString, part);
        constexpr int width = 64;
        QProcess terminal; // script(1) gives the program a terminal
        const QStringList words{PROGRAMS "/candela", "annotate", m_recording, "churn", part, "--all"};
        terminal.start(
            "script",
            {"-qec", QString("stty cols %1; %2 2>/dev/null").arg(width).arg(words.join(' ')), "/dev/null"});
        terminal.closeWriteChannel();
        QVERIFY(terminal.waitForFinished(60'000));
        const auto text = QString::fromUtf8(terminal.readAll());
        const auto tables = text.mid(text.indexOf("self  self %")).split("\r\n");
        QVERIFY(tables.size() > 8);
        for (const auto& line : tables) {
            const bool isTitle = line.startsWith('/') || line.contains(" in /");
            QVERIFY2(isTitle || line.size() <= width, qPrintable(line));
        }
    }
    void whatIsMissingIsNamedWithWhatToDo() {
        const auto none = runCandela({"annotate", m_recording, "nosuch"});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.errors.contains("no function is called \"nosuch\""), none.errors);
        const auto off = runCandela({"annotate", m_recording, "churn", "--assembly", "--no-lookup"});
        QCOMPARE(off.status, 2);
        QVERIFY2(off.errors.contains("no function is called \"churn\""), off.errors);
        const auto mapping = runCandela({"annotate", m_recording, "churn", "--source-path", "/x"});
        QCOMPARE(mapping.status, 2);
        QVERIFY2(mapping.errors.contains("\"/x\" is not a path mapping"), mapping.errors);

        QVERIFY(QFile::rename(m_folder.filePath("mix.h"), m_folder.filePath("moved/mix.h")) ||
                (QDir(m_folder.path()).mkdir("moved") &&
                 QFile::rename(m_folder.filePath("mix.h"), m_folder.filePath("moved/mix.h"))));
        const auto missing = runCandela({"annotate", m_recording, "churn"});
        QCOMPARE(missing.status, 0);
        QVERIFY2(missing.output.contains("/mix.h (is not on this machine)\n"), missing.output);
        QVERIFY2(missing.errors.contains("--source-path FROM=TO"), missing.errors);
        const auto mapped = runCandela({"annotate", m_recording, "churn", "--source-path",
                                        m_folder.path() + "=" + m_folder.filePath("moved")});
        QVERIFY2(mapped.output.contains("value *= 0xff51afd7ed558ccdULL;"), mapped.output);
        QVERIFY(QFile::rename(m_folder.filePath("moved/mix.h"), m_folder.filePath("mix.h")));
    }
    /// The last test, because it replaces the program.
    void zAnotherBuildIsNotTakenForTheRecordedOne() {
        m_folder.write("churn.cpp", source + "int other;\n");
        compile({"-O0"});
        const auto rebuilt = runCandela({"annotate", m_recording, "churn", "--assembly"});
        QCOMPARE(rebuilt.status, 2);
        QVERIFY2(rebuilt.errors.contains("no function is called \"churn\""), rebuilt.errors);
        QFile::remove(m_program);
        const auto deleted = runCandela({"annotate", m_recording, "churn", "--assembly"});
        QCOMPARE(deleted.status, 2);
        QVERIFY2(deleted.errors.contains("no function is called \"churn\""), deleted.errors);
    }
    void withoutAddressesThereIsNoAssembly() {
        const auto path = m_folder.write("plain.folded", "main;draw 5\n");
        const auto outcome = runCandela({"annotate", path, "draw", "--assembly"});
        QCOMPARE(outcome.status, 4);
        QVERIFY2(outcome.errors.contains("draw has no addresses in this profile"), outcome.errors);
        const auto either = runCandela({"annotate", path, "draw"});
        QCOMPARE(either.status, 4);
    }
};

QTEST_GUILESS_MAIN(AnnotateCommandTest)
#include "annotate_command_test.moc"
