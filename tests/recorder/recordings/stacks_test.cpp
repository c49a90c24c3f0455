/// Stacks of a program without frame pointers, recorded for real, compared with the known truth and with
/// perf.
#include "tests/model/symbols/reference_tools.h"
#include "tests/recorder/recorded_stacks.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <set>

using namespace candela;

namespace {

const QString milliseconds = "150"; // CPU time for each kind of stack

/// The name without arguments, as perf names functions, and without the linker's name for unlikely parts of
/// functions, which is not a name in the program.
QString plainName(const QString& name) {
    return name.section('(', 0, 0).section(".cold", 0, 0);
}

/// Samples by stack, "main;run_sort;libc;compare_numbers;spin_sort".
using StackShares = std::map<QString, double>;

/// What two distributions have in common: the sum of the smaller shares.
double overlap(const StackShares& left, const StackShares& right) {
    const auto total = [](const StackShares& shares) {
        double sum = 0;
        for (const auto& [stack, weight] : shares)
            sum += weight;
        return sum;
    };
    double common = 0;
    for (const auto& [stack, weight] : left) {
        if (const auto other = right.find(stack); other != right.end())
            common += std::min(weight / total(left), other->second / total(right));
    }
    return common;
}

/// perf copies one range of memory, so it never crosses from an alternate signal stack to the normal one. It
/// uses neither frame pointers nor instructions if rules are missing, and knows no return address in a
/// register.
bool isComparable(const QStringList& functions) {
    static const std::set<QString> unknownToPerf{"spin_alternate_signal", "spin_frame_pointer",
                                                 "spin_unlisted", "spin_return_register", "spin_generated"};
    return !functions.isEmpty() && functions.back().startsWith("spin_") &&
           !unknownToPerf.contains(functions.back());
}

StackShares perfStacks(const QString& script) {
    StackShares shares;
    QStringList names;
    static const QRegularExpression row(R"(^\s+[0-9a-f]+ (.*) \(([^()]*)\)$)");
    for (const auto& line : script.split('\n')) {
        if (const auto match = row.match(line); match.hasMatch()) {
            if (match.captured(2).startsWith("[kernel") || match.captured(2).startsWith("[guest")) continue;
            const bool isLibrary = match.captured(2).contains("/libc.so");
            const auto name = isLibrary ? "libc" : plainName(match.captured(1));
            if (name != "libc" || names.isEmpty() || names.front() != "libc") names.prepend(name);
        } else if (line.isEmpty() && !names.isEmpty()) {
            const auto functions = fromProgram(std::exchange(names, {}));
            if (isComparable(functions)) shares[functions.join(';')] += 1;
        }
    }
    return shares;
}

/// The time of a sample, how its stack ended, and its addresses and functions, innermost first.
QString textOf(const Profile& profile, const SampleTable& table, std::size_t row) {
    const auto end = stackEndName(table.stackEndAt(row));
    auto text = QString("after %1 us, %2:")
                    .arg((table.time[row] - table.time.front()) / 1000)
                    .arg(QString::fromUtf8(end.data(), static_cast<int>(end.size())));
    for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()])
        text += QString(" %1").arg(profile.frames.address[profile.stacks.frame[stack.row()].row()], 0, 16);
    return text + "; " + functionsOf(profile, table.stack[row], Inlined::Shown).join(";");
}

} // namespace

class StacksTest : public QObject {
    Q_OBJECT

    RecordedStacks m_recording;

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        m_recording = recordProgram({deepStacks, milliseconds});
        QVERIFY(!m_recording.truth.empty());
        QCOMPARE(QString::fromStdString(check(m_recording.profile)), "");
    }

    void everyStackIsTheOneThatTheProgramMade() {
        const auto& profile = m_recording.profile;
        std::map<QString, int> seen;
        for (std::size_t row = 0; row < profile.samples[0].size(); ++row) {
            const auto stack = profile.samples[0].stack[row];
            const auto functions = functionsOf(profile, stack, Inlined::Shown);
            if (functions.isEmpty()) continue;
            const auto truth = m_recording.truth.find(functions.back());
            if (truth == m_recording.truth.end()) continue;
            ++seen[functions.back()];
            QVERIFY2(fromProgram(functions) == truth->second + QStringList{functions.back()},
                     qPrintable(functions.join(";")));
            QCOMPARE(stackEndName(profile.samples[0].stackEndAt(row)), stackEndName(StackEnd::Complete));
        }
        for (const auto& [function, callers] : m_recording.truth)
            QVERIFY2(seen[function] >= 10, qPrintable(function));
    }

    void noStackOfTheProgramIsBroken() {
        const auto& table = m_recording.profile.samples[0];
        std::map<std::string_view, int> ends;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto end = table.stackEndAt(row);
            ++ends[stackEndName(end)];
            if (end != StackEnd::Complete && end != StackEnd::None)
                qInfo().noquote() << textOf(m_recording.profile, table, row);
        }
        const int all = static_cast<int>(table.size()) - ends["none"];
        QVERIFY(all > 1000);
        QString text;
        for (const auto& [end, count] : ends)
            text += QString("%1 %2, ").arg(count).arg(QString::fromUtf8(end.data(), int(end.size())));
        QVERIFY2(ends["complete"] >= all - 1, qPrintable(text));
    }

    void everyAddressIsNamedAsAddr2lineNamesIt_data() {
        QTest::addColumn<QString>("module");
        QTest::newRow("program") << deepStacks;
        QTest::newRow("library") << deepStacksLibrary;
    }
    void everyAddressIsNamedAsAddr2lineNamesIt() {
        QFETCH(QString, module);
        if (!isThere("addr2line")) QSKIP("addr2line is not installed");
        const auto& profile = m_recording.profile;
        std::map<std::uint64_t, std::map<int, PrintedFrame>> found; // by address; frames innermost first
        for (std::size_t frame = 0; frame < profile.frames.size(); ++frame) {
            if (moduleOf(profile, frame) != module) continue;
            const auto function = profile.frames.function[frame];
            const auto file =
                function ? profile.text(profile.functions[function.row()].file) : std::string_view();
            found[profile.frames.address[frame]][-profile.frames.inlineDepth[frame]] = {
                nameOf(profile, frame), QString("%1:%2")
                                            .arg(QString::fromUtf8(file.data(), int(file.size())))
                                            .arg(profile.frames.line[frame])};
        }
        QVERIFY(!found.empty());
        std::vector<std::uint64_t> addresses;
        for (const auto& [address, frames] : found)
            addresses.push_back(address);
        const auto answers = askAddr2line(module, addresses);
        for (std::size_t row = 0; row < addresses.size(); ++row) {
            std::vector<PrintedFrame> ours;
            for (const auto& [depth, frame] : found[addresses[row]])
                ours.push_back(frame);
            // addr2line names no stubs of calls into libraries.
            const bool isStub = ours.size() == 1 && ours.front().name.endsWith("@plt");
            if (isStub && answers[row].size() == 1 && answers[row].front().name == "??") continue;
            // addr2line knows a function's unlikely part only by its symbol. It prints ?? if it knows no
            // line, although it may know the file; the linker's functions have no file.
            auto theirs = answers[row];
            for (auto& frame : theirs)
                frame.name.remove(QRegularExpression("\\.cold$"));
            for (auto& frame : theirs)
                frame.source.replace(QRegularExpression("^(\\?\\?:0|.*:\\?)$"), ":0");
            // addr2line prints bare names if there is no linkage name: "operator()" for
            // "repeat::{lambda()#1}::operator()".
            for (std::size_t depth = 0; depth < std::min(ours.size(), theirs.size()); ++depth) {
                const auto bare = QRegularExpression::escape(theirs[depth].name);
                if (ours[depth].name.contains(QRegularExpression("(^|::)" + bare + "(\\(.*)?$")))
                    ours[depth].name = theirs[depth].name;
                // And the enclosing symbol if that function is
                // inlined, at least at its first instructions.
                if (depth + 1 < theirs.size() && theirs[depth].name == theirs.back().name)
                    ours[depth].name = theirs[depth].name;
            }
            QVERIFY2(text(ours) == text(theirs), qPrintable(QString("%1\n  ours:\n%2  addr2line:\n%3")
                                                                .arg(addresses[row], 0, 16)
                                                                .arg(text(ours), text(theirs))));
        }
    }

    void aProgramWithoutTheCLibraryBeginsWithItsFirstFunction() {
        // It runs for 5 ms, so one run may not be sampled while its unwind table is made.
        const auto recording = recordProgram({"sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10; do \"$0\"; done",
                                              PROGRAMS "/workloads/tiny_program"});
        const auto& table = recording.profile.samples[0];
        int seen = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto functions = functionsOf(recording.profile, table.stack[row], Inlined::Shown);
            if (functions.isEmpty() || !functions.back().startsWith("spin_tiny")) continue;
            QCOMPARE(functions.join(';'), QString("_start;") + functions.back());
            QCOMPARE(nameOf(table.stackEndAt(row)), nameOf(StackEnd::Complete));
            ++seen;
        }
        QVERIFY(seen > 0);
    }

    /// The thread has not called its first function yet: its stack has no return address.
    void aThreadThatWasJustMadeHasAWholeStack() {
        const auto recording = recordProgram({PROGRAMS "/workloads/new_threads", "2"});
        const auto& table = recording.profile.samples[0];
        int broken = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto end = table.stackEndAt(row);
            if (end == StackEnd::Complete || end == StackEnd::None) continue;
            if (++broken < 10) qInfo().noquote() << textOf(recording.profile, table, row);
        }
        QVERIFY(table.size() > 100);
        QVERIFY2(broken * 200 < static_cast<int>(table.size()),
                 qPrintable(QString("%1 of %2").arg(broken).arg(table.size())));
    }

    void perfSeesTheSameStacks() {
        if (!isThere("perf")) QSKIP("perf is not installed");
        QTemporaryDir folder;
        const auto file = folder.filePath("perf.data");
        // Each sample has 64 kB: perf's usual buffer has room for eight, and a busy machine lets it wait
        // longer.
        run("perf",
            {"record", "-q", "-m", "2048", "-F", QString::number(stacksFrequency), "-e", "cpu-clock:u",
             "--call-graph", "dwarf,65528", "-o", file, "--", deepStacks, milliseconds});
        const auto perf = perfStacks(
            run("perf", {"script", "--no-inline", "--max-stack", "1024", "-F", "ip,sym,dso", "-i", file}));
        if (perf.empty()) QSKIP("perf can't record here");
        const auto& profile = m_recording.profile;
        StackShares ours;
        for (const auto stack : profile.samples[0].stack) {
            auto functions = fromProgram(functionsOf(profile, stack, Inlined::LeftOut));
            if (!isComparable(functions)) continue;
            for (auto& function : functions)
                function = plainName(function);
            ours[functions.join(';')] += 1;
        }
        QString text;
        for (const auto& [stack, weight] : perf)
            text += QString("perf  %1 %2\n").arg(weight).arg(stack);
        for (const auto& [stack, weight] : ours)
            text += QString("ours  %1 %2\n").arg(weight).arg(stack);
        // Each kind takes the same CPU time in both; they differ by chance, and by the stacks that perf cuts
        // off.
        QVERIFY2(overlap(ours, perf) > 0.9, qPrintable(text));
        for (const auto& [stack, weight] : ours)
            QVERIFY2(weight < 20 || perf.contains(stack), qPrintable(stack));
    }
};

QTEST_GUILESS_MAIN(StacksTest)
#include "stacks_test.moc"
