/// Real recordings of recursions: one whose stacks are whole, and one with more calls than are recorded.
#include "bpf/events.h"
#include "tests/recorder/recorded_stacks.h"

#include <QTest>

#include <memory>

using namespace candela;

namespace {

/// Two programs in one recording, which run at the same time: one with as many calls, one with more than are
/// recorded.
struct RecordedRecursions {
    HeldProgram whole{{deepStacks, "3000", "1500"}};
    HeldProgram cut{{deepStacks, "3000", "2500"}};
    Profile profile;
    StackTruth truth; // of `whole`

    RecordedRecursions() {
        RecorderProgram recorder;
        recorder.startProcesses({whole.pid(), cut.pid()}, stacksFrequency);
        recorder.waitForSegments(1);
        whole.go();
        cut.go();
        readToEnd(recorder, whole);
        readToEnd(recorder, cut);
        truth = stackTruthOf(whole.result());
        recorder.stop();
        profile = recorder.finish();
    }
};

/// A process's samples in spin_recursion(), in the order of time: the stack, and how it ends.
using Stacks = std::vector<std::pair<QStringList, QString>>;
Stacks recursions(const Profile& profile, pid_t pid) {
    const auto& table = profile.samples[0];
    std::multimap<std::int64_t, Stacks::value_type> found;
    for (std::size_t row = 0; row < table.size(); ++row) {
        const auto process = profile.threads[table.threadAt(row).row()].process;
        if (profile.processes[process.row()].pid != pid) continue;
        auto functions = functionsOf(profile, table.stack[row], Inlined::Shown);
        if (functions.isEmpty() || functions.back() != "spin_recursion") continue;
        found.emplace(table.time[row], std::pair(std::move(functions), nameOf(table.stackEndAt(row))));
    }
    Stacks sorted;
    for (auto& [time, stack] : found)
        sorted.push_back(std::move(stack));
    return sorted;
}

/// The number of stacks until the program's table is ready. They include a copy of the stack while there is
/// room for copies, which have their own limit.
std::ptrdiff_t tableIsMissing(const Stacks& stacks) {
    const auto isMissing = [](const auto& stack) { return stack.second == nameOf(StackEnd::TableMissing); };
    return stacks.rend() - std::ranges::find_if(stacks.rbegin(), stacks.rend(), isMissing);
}

/// How many stacks end in which way, and the errors.
QByteArray endsOf(const Stacks& stacks, const Profile& profile) {
    std::map<QString, int> counts;
    for (const auto& [functions, end] : stacks)
        ++counts[end];
    QStringList parts;
    for (const auto& [end, count] : counts)
        parts << QString("%1: %2").arg(end).arg(count);
    for (const auto& warning : profile.warnings)
        parts << QString::fromStdString(warning);
    return parts.join("; ").toUtf8();
}

} // namespace

class RecursionStacksTest : public QObject {
    Q_OBJECT

    std::unique_ptr<RecordedRecursions> m_recorded;

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        m_recorded = std::make_unique<RecordedRecursions>();
    }

    void aRecursionOf1500CallsIsWhole() {
        const auto& recording = *m_recorded;
        const auto truth = recording.truth.at("spin_recursion") + QStringList{"spin_recursion"};
        const auto stacks = recursions(recording.profile, recording.whole.pid());
        const auto ends = endsOf(stacks, recording.profile);
        const auto first = stacks.begin() + tableIsMissing(stacks);
        QVERIFY2(stacks.end() - first >= 10, ends);
        for (auto stack = first; stack != stacks.end(); ++stack) {
            const auto& [functions, end] = *stack;
            QVERIFY2(end == nameOf(StackEnd::Complete), ends);
            QVERIFY2(fromProgram(functions) == truth, qPrintable(functions.join(";")));
        }
    }

    void aRecursionBeyondTheLimitIsReportedAsCut() {
        const auto& recording = *m_recorded;
        const auto stacks = recursions(recording.profile, recording.cut.pid());
        const auto ends = endsOf(stacks, recording.profile);
        // Stacks that were copied end at the end of the copy.
        const auto isFull = [](const auto& stack) { return stack.first.size() == maximum_user_frames; };
        const auto first =
            std::ranges::find_if(stacks.begin() + tableIsMissing(stacks), stacks.end(), isFull);
        QVERIFY2(stacks.end() - first >= 10, ends);
        for (auto stack = first; stack != stacks.end(); ++stack) {
            const auto& [functions, end] = *stack;
            QVERIFY2(end == nameOf(StackEnd::TooDeep), ends);
            QCOMPARE(functions.count("descend"), functions.size() - 1);
            QCOMPARE(functions.size(), maximum_user_frames);
        }
    }
};

QTEST_GUILESS_MAIN(RecursionStacksTest)
#include "recursion_stacks_test.moc"
