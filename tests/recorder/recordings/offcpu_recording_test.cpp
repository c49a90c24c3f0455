/// The time during which a program does not run, compared with the program's own clocks.
#include <QTest>

#include "tests/recorder/recorded_program.h"
#include "tests/recorder/sample_rows.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace candela;

namespace {

/// The program and a file on a disk, which it reads.
QStringList waitingProgram() {
    return {workloads + "waits", PROGRAMS "/offcpu_recording_test.data"};
}

/// Records until the program's end; `probes` as a client requests them.
Profile recordWaits(const std::vector<ProbeRequest>& probes, QJsonObject& truth) {
    HeldProgram held(waitingProgram());
    return recordToEnd(held, truth, probes);
}

struct RecordedWaits {
    Profile profile;
    QJsonObject truth;
    std::vector<SampleRow> rows; // of off-cpu
};

/// With a sample for each wait, beside the other probes; each is recorded once.
const RecordedWaits& waitsBeside(const QStringList& others) {
    static std::map<QString, RecordedWaits> recordings;
    const auto [found, isNew] = recordings.try_emplace(others.join(' '));
    auto& recorded = found->second;
    if (!isNew) return recorded;
    std::vector<ProbeRequest> probes{{"offcpu", {{"stacks", 20'000}}}};
    for (const auto& other : others)
        probes.push_back({other.toStdString(), {}});
    recorded.profile = recordWaits(probes, recorded.truth);
    if (const auto* table = tableOf(recorded.profile, "off-cpu"))
        recorded.rows = rowsOf(recorded.profile, *table);
    return recorded;
}

QJsonObject truthOf(const QJsonObject& truth, const QString& function) {
    for (const auto& entry : truth["functions"].toArray()) {
        if (entry.toObject()["name"].toString() == function) return entry.toObject();
    }
    return {};
}

double sumOf(const std::vector<SampleRow>& rows, const std::function<bool(const SampleRow&)>& isMeant) {
    double sum = 0;
    for (const auto& row : rows) {
        if (isMeant(row)) sum += static_cast<double>(row.weight);
    }
    return sum;
}

/// The share of a function's waiting time with a label.
double shareOf(const std::vector<SampleRow>& rows, const char* function, const std::string& key,
               const std::string& text) {
    const auto all = sumOf(rows, [&](const SampleRow& row) { return row.isIn(function); });
    const auto part =
        sumOf(rows, [&](const SampleRow& row) { return row.isIn(function) && row.label(key) == text; });
    return all > 0 ? part / all : 0;
}

/// Whether a function has a name with that part.
bool hasPart(const SampleRow& row, std::string_view part) {
    return std::ranges::any_of(row.functions,
                               [&](const std::string& function) { return function.contains(part); });
}

/// Removes the waits for a processor: how long they are depends on the other programs of the machine.
std::vector<SampleRow> blockedOnly(std::vector<SampleRow> rows) {
    std::erase_if(rows, [](const SampleRow& row) { return row.label("state") == "runnable"; });
    return rows;
}

/// `stolen`: time that the host took from a running thread, as far as is known; it is neither running nor
/// waiting.
bool isNear(const char* name, double found, double expected, double tolerance, double stolen = 0) {
    constexpr double shortest = 1e6; // nanoseconds between reading a clock in the program and the wait
    const auto error = std::max(shortest, tolerance * expected);
    const bool isSo = found <= expected + error && found + stolen >= expected - error;
    if (!isSo) qWarning("%s: %.3f of %.3f ms", name, found / 1e6, expected / 1e6);
    return isSo;
}

double lossesOf(const Profile& profile) {
    double lost = 0;
    for (const auto& loss : profile.losses)
        lost += static_cast<double>(loss.count);
    return lost;
}

/// How many processors took samples.
std::size_t processorsOf(const Profile& profile) {
    const auto& table = *tableOf(profile, "off-cpu");
    std::set<std::int32_t> processors;
    for (std::size_t row = 0; row < table.size(); ++row)
        processors.insert(table.cpuAt(row));
    return processors.size();
}

double stolenFrom(const Profile& profile) {
    return static_cast<double>(profile.origin.stolenTime);
}

constexpr std::array functions{"wait_for_timer", "wait_for_pipe", "wait_for_lock", "wait_for_disk",
                               "wait_for_processor"};

} // namespace

class OffcpuRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void waitsLastAsLongAsTheProgramsClocksMeasure_data() {
        QTest::addColumn<QStringList>("others");
        QTest::newRow("alone") << QStringList{};
        QTest::newRow("with cpu") << QStringList{"cpu"};
        QTest::newRow("with faults") << QStringList{"faults"};
        QTest::newRow("with cpu and faults") << QStringList{"cpu", "faults"};
    }
    void waitsLastAsLongAsTheProgramsClocksMeasure() {
        QFETCH(QStringList, others);
        const auto& [profile, truth, rows] = waitsBeside(others);
        QCOMPARE(QString::fromStdString(check(profile)), "");
        QCOMPARE(lossesOf(profile), 0.0);
        const auto* table = tableOf(profile, "off-cpu");
        QVERIFY(table && table->lasts && table->kind == ValueKind::Duration);
        for (const auto* function : functions) {
            const auto waited = sumOf(rows, [&](const SampleRow& row) { return row.isIn(function); });
            QVERIFY(isNear(function, waited, truthOf(truth, function)["waited_ns"].toDouble(), 0.02,
                           stolenFrom(profile)));
        }
        // Checks that the frames of the tracing itself are left out.
        QVERIFY(std::ranges::none_of(rows, [](const SampleRow& row) {
            return std::ranges::any_of(
                row.functions, [](const std::string& function) { return function.starts_with("bpf_"); });
        }));
        QVERIFY(std::ranges::any_of(rows, [](const SampleRow& row) { return row.isIn("schedule"); }));
        const auto isMostly = [](const char* function, const char* state, const std::vector<SampleRow>& of) {
            const auto share = shareOf(of, function, "state", state);
            if (share < 0.9) qWarning("%s: %.1f %% %s", function, 100 * share, state);
            return share >= 0.9;
        };
        const auto blocked = blockedOnly(rows);
        QVERIFY(isMostly("wait_for_timer", "sleep", blocked));
        QVERIFY(isMostly("wait_for_disk", "disk", blocked));
        QVERIFY(isMostly("wait_for_processor", "runnable", rows));
    }

    void whoEndsAWaitIsKnown() {
        const auto& [profile, truth, rows] = waitsBeside({});
        for (const auto* function : {"wait_for_pipe", "wait_for_lock"}) {
            const auto waker = std::to_string(truthOf(truth, function)["waker"].toInt());
            QVERIFY(waker != "0");
            // A nap between two waits for the lock may end in a thread of the kernel, on a busy machine.
            const auto woken = [&](const SampleRow& row) {
                return row.isIn(function) && row.label("state") == "sleep" &&
                       row.label("waker") != "interrupt" && !hasPart(row, "nanosleep");
            };
            const auto all = sumOf(rows, woken);
            const auto right = sumOf(
                rows, [&](const SampleRow& row) { return woken(row) && row.label("waker.thread") == waker; });
            QVERIFY2(right > 0.98 * all && all > 0, function);
        }
        const auto blocked = blockedOnly(rows);
        QVERIFY(shareOf(blocked, "wait_for_pipe", "waker", "pipe_writer") > 0.9);
        // While the holder waits for a processor, the lock is free: most of the time may then be naps.
        auto locked = blocked;
        std::erase_if(locked, [](const SampleRow& row) { return hasPart(row, "nanosleep"); });
        QVERIFY(shareOf(locked, "wait_for_lock", "waker", "lock_holder") > 0.9);
        const auto interrupts = shareOf(blocked, "wait_for_timer", "waker", "interrupt");
        QVERIFY2(interrupts > 0.9, qPrintable(QString::number(interrupts)));
    }

    void whatWasWaitedForHasTheWakersStack() {
        QJsonObject truth;
        const auto profile = recordWaits({{"offcpu", {{"wakers", 1}}}}, truth);
        const auto* table = tableOf(profile, "waited-for");
        QVERIFY(table && table->kind == ValueKind::Flow);
        const auto waits = rowsOf(profile, *tableOf(profile, "off-cpu"));
        const auto wakeups = rowsOf(profile, *table);
        const auto waker = truthOf(truth, "wait_for_pipe")["waker"].toInt();
        const auto isIts = [&](const SampleRow& row) {
            return row.tid == waker && row.label("woken") == "pipe";
        };
        const auto waited = sumOf(
            waits, [&](const SampleRow& row) { return row.label("waker.thread") == std::to_string(waker); });
        // 0.6 s, less what the writer waits for while the other thread still waits for a processor.
        QVERIFY2(waited > 1e8, qPrintable(QString::number(waited)));
        QVERIFY(isNear("waited-for", sumOf(wakeups, isIts), waited, 0.01));
        const auto fromItsFunction =
            sumOf(wakeups, [&](const SampleRow& row) { return isIts(row) && hasPart(row, "pipeWaits"); });
        // The end of the thread closes its pipe: one wait of 300, but a long one if the thread waited for a
        // processor before its end.
        const auto fromItsEnd =
            sumOf(wakeups, [&](const SampleRow& row) { return isIts(row) && row.isIn("do_exit"); });
        QVERIFY2(fromItsFunction > 0.8 * waited, qPrintable(QString::number(fromItsFunction / waited)));
        QVERIFY2(fromItsFunction + fromItsEnd > 0.98 * waited,
                 qPrintable(QString("%1 and %2 of %3").arg(fromItsFunction).arg(fromItsEnd).arg(waited)));
        // A recording without this option does not have the value.
        QVERIFY(!tableOf(waitsBeside({}).profile, "waited-for"));
    }

    void runningAndWaitingAreTheThreadsTime() {
        const auto& [profile, truth, rows] = waitsBeside({"cpu"});
        QVERIFY(profile.hasCpuAccount);
        QVERIFY(truth["threads"].toArray().size() >= 7);
        for (const auto& entry : truth["threads"].toArray()) {
            const auto tid = entry.toObject()["tid"].toInt();
            auto time = sumOf(rows, [&](const SampleRow& row) { return row.tid == tid; });
            bool isFirst = false;
            for (const auto& thread : profile.threads) {
                if (thread.tid != tid) continue;
                time += static_cast<double>(thread.cpuTime);
                isFirst = isFirst || profile.processes[thread.process.row()].pid == tid;
            }
            if (isFirst) continue; // before the first wait, it waited for the test to release it
            const auto name = QString("thread %1").arg(tid).toUtf8();
            const auto inside = entry.toObject()["inside_ns"].toDouble();
            const auto around = entry.toObject()["around_ns"].toDouble();
            // The kernel no longer lists a thread a moment before it leaves its processor for the last time.
            constexpr double exiting = 2e7;
            QVERIFY(isNear(name.constData(), time, std::clamp(time, inside, around + exiting), 0.01,
                           stolenFrom(profile)));
        }
    }

    /// If most waits have no stack, their time still adds up, also by function.
    void fewStacksStandForAllWaits() {
        QJsonObject truth;
        const auto profile = recordWaits({{"offcpu", {{"stacks", 100}}}}, truth);
        const auto rows = rowsOf(profile, *tableOf(profile, "off-cpu"));
        for (const auto* function : {"wait_for_timer", "wait_for_pipe"}) {
            const auto isIn = [&](const SampleRow& row) { return row.isIn(function); };
            const auto samples = static_cast<double>(std::ranges::count_if(
                rows, [&](const SampleRow& row) { return isIn(row) && row.label("state") == "sleep"; }));
            const auto expected = truthOf(truth, function)["waited_ns"].toDouble();
            // Ten in each tenth of a second on each processor, but all in the first. The waits for the timer
            // and for the pipe, and the naps of the thread that writes to it, share these.
            const auto most = (20 + expected / 1e7) * static_cast<double>(processorsOf(profile));
            QVERIFY2(samples > 5 && samples < most + 4.5 * std::sqrt(most),
                     qPrintable(QString("%1, at most %2").arg(samples).arg(most)));
            const auto waited = sumOf(rows, isIn);
            // A sample stands for the waits of its thread since the last one. Those after the last one have
            // no stack: more than fifteen times their mean in one of 300,000 recordings.
            QVERIFY(isNear(function, waited, expected, std::max(0.1, 15 / samples)));
            const auto tid = truthOf(truth, function)["tid"].toInt();
            const auto withoutStack =
                sumOf(rows, [&](const SampleRow& row) { return row.tid == tid && row.functions.empty(); });
            QVERIFY2(waited + withoutStack > 0.98 * expected && waited + withoutStack < 1.1 * expected,
                     qPrintable(QString("%1 and %2 of %3").arg(waited).arg(withoutStack).arg(expected)));
        }
    }

    /// With two stacks in each tenth of a second on each processor, most waits have none, however many there
    /// are.
    void theLimitOfStacksHolds() {
        QJsonObject truth;
        const auto profile = recordWaits({{"offcpu", {{"stacks", 20}}}}, truth);
        const auto rows = rowsOf(profile, *tableOf(profile, "off-cpu"));
        for (const auto* function : {"wait_for_timer", "wait_for_pipe"}) {
            const auto samples = static_cast<double>(std::ranges::count_if(rows, [&](const SampleRow& row) {
                return row.isIn(function) && row.label("state") == "sleep";
            }));
            const auto seconds = truthOf(truth, function)["waited_ns"].toDouble() / 1e9;
            const auto most = (4 + 20 * seconds) * static_cast<double>(processorsOf(profile));
            QVERIFY2(samples > 0 && samples < most + 4.5 * std::sqrt(most),
                     qPrintable(QString("%1 of %2, at most %3").arg(function).arg(samples).arg(most)));
        }
    }

    void shortWaitsMayBeLeftOut() {
        QJsonObject truth;
        const auto profile = recordWaits({{"offcpu", {{"minimum", 3000}}}}, truth);
        const auto rows = rowsOf(profile, *tableOf(profile, "off-cpu"));
        const auto timer = sumOf(rows, [](const SampleRow& row) { return row.isIn("wait_for_timer"); });
        QVERIFY(
            isNear("wait_for_timer", timer, truthOf(truth, "wait_for_timer")["waited_ns"].toDouble(), 0.02));
        // Its waits last 2 ms and a little; on a busy machine, some last longer. A wait is a sample of sleep,
        // and one of the time for which the woken thread is runnable.
        const auto isPipe = [](const SampleRow& row) { return row.isIn("wait_for_pipe"); };
        const auto pipe = sumOf(rows, isPipe);
        const auto waits = std::ranges::count_if(
            rows, [&](const SampleRow& row) { return isPipe(row) && row.label("state") == "sleep"; });
        QVERIFY2(pipe >= 3e6 * static_cast<double>(waits),
                 qPrintable(QString("%1 ns in %2 waits").arg(pipe).arg(waits)));
        // The time of the others is recorded without stacks: nearly all of it on an idle machine, and none if
        // the machine is so busy that each wait lasts longer.
        const auto tid = truthOf(truth, "wait_for_pipe")["tid"].toInt();
        const auto stackless =
            sumOf(rows, [&](const SampleRow& row) { return row.tid == tid && row.functions.empty(); });
        const auto all = truthOf(truth, "wait_for_pipe")["waited_ns"].toDouble();
        QVERIFY2(stackless + pipe > 0.98 * all && stackless + pipe < 1.1 * all,
                 qPrintable(QString("%1 and %2 of %3").arg(stackless).arg(pipe).arg(all)));
    }
};

QTEST_GUILESS_MAIN(OffcpuRecordingTest)
#include "offcpu_recording_test.moc"
