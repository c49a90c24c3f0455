/// Real recordings against the clocks of the kernel: what the scheduler counted.
#include "model/base/file.h"
#include "tests/recorder/busy_machine.h"
#include "tests/recorder/recorded_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace candela;

namespace {

const QString workloads = PROGRAMS "/workloads/";

/// What the kernel counted of the processes that are meant, nanoseconds.
template<typename IsMeant>
std::int64_t countedOf(const Profile& profile, IsMeant&& isMeant) {
    std::int64_t sum = 0;
    for (const auto& thread : profile.threads) {
        if (isMeant(profile.processes[thread.process.row()])) sum += thread.cpuTime;
    }
    return sum;
}

double ratio(std::int64_t value, const QJsonValue& truth) {
    return static_cast<double>(value) / truth.toDouble();
}

#define VERIFY_NEAR(ratio, tolerance)                                                                        \
    QVERIFY2(std::abs((ratio)-1) < (tolerance), qPrintable(QString("%1 times the truth").arg(ratio)))

} // namespace

class CpuTimeRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void theKernelCountsAllOfAProgramThatSleepsBriefly() {
        HeldProgram program({workloads + "rhythms", "sleep", "4"});
        QJsonObject truth;
        const auto profile = recordToEnd(program, truth, 997);
        QVERIFY(profile.hasCpuAccount);
        QVERIFY(truth["cpu_ns"].toDouble() > 0);
        const auto counted =
            countedOf(profile, [&](const Process& process) { return process.pid == program.pid(); });
        VERIFY_NEAR(ratio(counted, truth["cpu_ns"]), 0.03);
    }

    void processesThatNoSampleMetAreCounted() {
        HeldProgram program({workloads + "rhythms", "crowd", "400"});
        QJsonObject truth;
        const auto profile = recordToEnd(program, truth, 49);
        const auto isChild = [&](const Process& process) { return process.pid != program.pid(); };
        VERIFY_NEAR(ratio(countedOf(profile, isChild), truth["children_ns"]), 0.05);
        std::size_t counted = 0;
        for (const auto& thread : profile.threads)
            counted += isChild(profile.processes[thread.process.row()]) && thread.cpuTime > 0 &&
                       profile.text(thread.name) == "rhythms";
        QCOMPARE(counted, 400u);
    }

    void whatAProgramUsedBeforeDoesNotCount() {
        HeldProgram program({workloads + "two_builds_base", "600"});
        program.go();
        clockid_t clock{};
        QCOMPARE(::clock_getcpuclockid(program.pid(), &clock), 0);
        const auto used = [clock] {
            timespec time{};
            ::clock_gettime(clock, &time);
            return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
        };
        QTRY_VERIFY_WITH_TIMEOUT(used() > 500'000'000, 60'000);
        const auto before = used();
        RecorderProgram recorder;
        recorder.startProcesses({program.pid()}, 997);
        QVERIFY(recorder.waitForSegments(3));
        recorder.stop();
        const auto profile = recorder.finish();
        const auto passed = used() - before;
        const auto counted = countedOf(profile, [](const Process&) { return true; });
        QVERIFY(counted > 0);
        QVERIFY2(counted <= passed, qPrintable(QString("%1 of %2").arg(counted).arg(passed)));
        QVERIFY(counted <= profile.origin.duration + 20'000'000); // it has one thread
    }

    void whoAttachesLaterCountsFromThen() {
        HeldProgram first({workloads + "two_builds_base", "600"});
        HeldProgram second({workloads + "two_builds_base", "600"});
        RecorderProgram recorder;
        recorder.startProcesses({first.pid()}, 997);
        QVERIFY(recorder.waitForSegments(1));
        first.go();
        second.go();
        const auto countedOfSecond = [&](const Profile& profile) {
            return countedOf(profile, [&](const Process& process) { return process.pid == second.pid(); });
        };
        QVERIFY(recorder.waitForSegments(4));
        QCOMPARE(countedOfSecond(recorder.reader().snapshot()), 0);
        const auto attachedAt = recorder.reader().progress().recordedTime;
        recorder.attach(second.pid());
        for (std::uint64_t count = 5; countedOfSecond(recorder.reader().snapshot()) == 0; ++count)
            QVERIFY(count < 20 && recorder.waitForSegments(count));
        recorder.stop();
        const auto profile = recorder.finish();
        QVERIFY(countedOfSecond(profile) <= profile.origin.duration - attachedAt + 20'000'000);
    }

    void allThatWasCountedAndIdleIsTheMachinesTime() {
        const BusyMachine busy;
        RecorderProgram recorder({"--stdio", "-a", "-d", "4", "-F", "99"});
        const auto profile = recorder.finish();
        const auto counted = countedOf(profile, [](const Process&) { return true; });
        const auto time = static_cast<double>(profile.origin.duration) * profile.origin.cpus -
                          static_cast<double>(profile.origin.idleTime + profile.origin.stolenTime);
        VERIFY_NEAR(static_cast<double>(counted) / time, 0.03);
    }
};

QTEST_GUILESS_MAIN(CpuTimeRecordingTest)
#include "cpu_time_recording_test.moc"
