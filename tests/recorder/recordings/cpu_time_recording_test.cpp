/// Real recordings compared with the scheduler's count of CPU time.
#include "model/base/file.h"
#include "tests/recorder/busy_machine.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <unistd.h>

using namespace candela;

namespace {

/// The kernel's count for the selected processes, in nanoseconds.
template<typename IsMeant>
std::int64_t countedOf(const Profile& profile, IsMeant&& isMeant) {
    std::int64_t sum = 0;
    for (const auto& thread : profile.threads) {
        if (isMeant(profile.processes[thread.process.row()])) sum += thread.cpuTime;
    }
    return sum;
}

/// A processor that can be taken offline; it is online again when the object ends.
class SecondProcessor {
public:
    SecondProcessor() = default;
    SecondProcessor(const SecondProcessor&) = delete;
    SecondProcessor& operator=(const SecondProcessor&) = delete;
    ~SecondProcessor() { goOnline(); }
    bool goOffline() { return write("0"); }
    bool goOnline() { return write("1"); }

private:
    static bool write(const char* text) {
        QFile file("/sys/devices/system/cpu/cpu1/online");
        return file.open(QFile::WriteOnly | QFile::Unbuffered) && file.write(text) > 0;
    }
};

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
        HeldProgram program({workloads + "rhythms", "sleep", "1.5"});
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
        QVERIFY(recorder.waitForSegments(2));
        recorder.stop();
        const auto profile = recorder.finish();
        const auto passed = used() - before;
        const auto counted = countedOf(profile, [](const Process&) { return true; });
        QVERIFY(counted > 0);
        QVERIFY2(counted <= passed, qPrintable(QString("%1 of %2").arg(counted).arg(passed)));
        // The process has one thread. Its host may stop the recorder's processor between its two clocks, and
        // not that of the program.
        QVERIFY2(counted <= profile.origin.duration * 11 / 10,
                 qPrintable(QString("%1 of %2").arg(counted).arg(profile.origin.duration)));
    }

    void aProcessorThatComesBackIsSampled() {
        constexpr std::uint32_t frequency = 1997; // as many samples as in 4 s with 997 Hz
        SecondProcessor processor;
        if (!processor.goOnline()) QSKIP("this system takes no processor offline");
        RecorderProgram recorder;
        recorder.startMachine(frequency);
        QVERIFY(recorder.waitForSegments(1));
        QVERIFY(processor.goOffline());
        ::usleep(300'000); // longer than a collection, so that the recorder misses it
        QVERIFY(processor.goOnline());
        QVERIFY(recorder.waitForSegments(3)); // the recorder checks for it once a second
        HeldProgram program({"taskset", "-c", "1", workloads + "two_builds_base", "2"});
        program.go();
        program.result();
        recorder.stop();
        const auto profile = recorder.finish();
        const auto counted = countedOf(
            profile, [&](const Process& process) { return profile.text(process.name) == "two_builds_base"; });
        // Enough that no sample is no chance; with many programs beside it, it has a tenth of the time.
        QVERIFY2(counted > 50'000'000, qPrintable(QString::number(counted)));
        QVERIFY(isSampled(static_cast<double>(weightOf(profile, "two_builds_base")),
                          static_cast<double>(counted), frequency, 0.1, profile));
    }

    void aProcessorThatComesBackJustBeforeTheEndIsReported() {
        SecondProcessor processor;
        if (!processor.goOnline()) QSKIP("this system takes no processor offline");
        RecorderProgram recorder;
        recorder.startMachine(997);
        QVERIFY(recorder.waitForSegments(2));
        QVERIFY(processor.goOffline());
        QVERIFY(processor.goOnline());
        ::usleep(100'000); // meanwhile the processor is not sampled
        recorder.stop();
        const auto profile = recorder.finish();
        QVERIFY(std::ranges::any_of(profile.warnings, [](const std::string& warning) {
            return warning.contains("processor 1 was brought online");
        }));
    }

    void allThatWasCountedAndIdleIsTheMachinesTime() {
        const BusyMachine busy;
        RecorderProgram recorder({"--stdio", "-a", "-d", "2", "-F", "99"});
        const auto profile = recorder.finish();
        const auto counted = countedOf(profile, [](const Process&) { return true; });
        const auto time = static_cast<double>(profile.origin.duration) * profile.origin.cpus -
                          static_cast<double>(profile.origin.idleTime + profile.origin.stolenTime);
        VERIFY_NEAR(static_cast<double>(counted) / time, 0.03);
    }
};

QTEST_GUILESS_MAIN(CpuTimeRecordingTest)
#include "cpu_time_recording_test.moc"
