/// Real recordings of programs with known true values.
#include "tests/file_bytes.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <sys/mman.h>

using namespace candela;

namespace {

std::int64_t ended(const Profile& profile, std::string_view name) {
    return std::count_if(profile.processes.begin(), profile.processes.end(), [&](const Process& process) {
        return profile.text(process.name) == name && process.endTime != noTime;
    });
}

} // namespace

namespace {

/// Of the weights of all samples: the variance of their sum if it is chance which samples are in it.
double sumOfSquares(const Profile& profile) {
    double sum = 0;
    for (const auto weight : profile.samples.front().weight)
        sum += static_cast<double>(weight) * static_cast<double>(weight);
    return sum;
}

/// Creates a function that runs until SIGUSR1 arrives, runs it, and returns its address.
std::uintptr_t runGeneratedCode() {
    static volatile int isOver = 0;
    ::signal(SIGUSR1, [](int) { isOver = 1; });
    auto* code = static_cast<unsigned char*>(
        ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
#if defined(__x86_64__)
    // 1: cmp dword [rdi], 0; je 1b; ret
    constexpr unsigned char loop[] = {0x83, 0x3f, 0x00, 0x74, 0xfb, 0xc3};
#elif defined(__aarch64__)
    // 1: ldr w1, [x0]; cbz w1, 1b; ret
    constexpr std::uint32_t loop[] = {0xb9400001, 0x34ffffe1, 0xd65f03c0};
#endif
    std::memcpy(code + 0x100, loop, sizeof loop);
    __builtin___clear_cache(reinterpret_cast<char*>(code), reinterpret_cast<char*>(code) + 4096);
    reinterpret_cast<void (*)(volatile int*)>(code + 0x100)(&isOver);
    return reinterpret_cast<std::uintptr_t>(code) + 0x100;
}

/// Records a child for some segments; the child is stopped before the recording. Empty if nothing arrived.
std::map<std::string, std::int64_t> weightsWhileItRuns(pid_t pid) {
    RecorderProgram recorder;
    recorder.startProcesses({pid}, 997);
    const bool isRecorded = recorder.waitForSegments(4);
    ::kill(pid, SIGUSR1);
    ::waitpid(pid, nullptr, 0);
    recorder.stop();
    const auto profile = recorder.finish();
    return isRecorded ? selfWeights(profile, isAny) : std::map<std::string, std::int64_t>();
}

} // namespace

class RecordingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void aWorkloadsSharesAreTrue() {
        HeldProgram program({workloads + "shares", "5"});
        QJsonObject truth;
        const auto profile = recordToEnd(program, truth, 997);
        QCOMPARE(QString::fromStdString(check(profile)), "");
        QVERIFY(profile.losses.empty());
        QVERIFY2(unexpectedWarnings(profile).empty(), unexpectedWarnings(profile).c_str());
        const auto weights = selfWeights(profile, isAny);
        const double total = static_cast<double>(sumOf(weights));
        QVERIFY(total > 0);
        const double trueTotal = truth["cpu_ns"].toDouble();
        for (const auto& function : truth["functions"].toArray()) {
            const auto name = function.toObject()["name"].toString();
            if (!function.toObject().contains("self_ns")) continue;
            const double trueShare = function.toObject()["self_ns"].toDouble() / trueTotal;
            const auto found = weights.find(name.toStdString());
            QVERIFY2(found != weights.end(), qPrintable(name));
            const double share = static_cast<double>(found->second) / total;
            // 4.5 standard errors, 0.022 for the largest share in 10,000 samples: one recording in 30,000 is
            // farther off in one of the five. And 0.003, because some time is in none of the functions.
            const auto tolerance =
                4.5 * std::sqrt(trueShare * (1 - trueShare) * sumOfSquares(profile)) / total + 0.003;
            QVERIFY2(std::abs(share - trueShare) < tolerance,
                     qPrintable(QString("%1: %2 instead of %3").arg(name).arg(share).arg(trueShare)));
        }
        // CPU time, not only its shares: each sample represents 1/997 s of the machine's time.
        QVERIFY(isSampled(total, trueTotal, 997, 0.05, profile));
    }

    void shortLivedProgramsHaveTheirNames() {
        HeldProgram program({workloads + "short_lived", "3"});
        QJsonObject truth;
        const auto profile = recordToEnd(program, truth, 997);
        const auto weights = selfWeights(profile, isAny);
        const auto spun = weights.contains("spin_briefly") ? weights.at("spin_briefly") : 0;
        const auto unnamed = weights.contains("[unnamed]") ? weights.at("[unnamed]") : 0;
        // The additional cost of starting programs depends on the machine.
        QVERIFY2(static_cast<double>(spun) > 0.4 * static_cast<double>(sumOf(weights)),
                 qPrintable(QString("%1 of %2").arg(spun).arg(sumOf(weights))));
        QVERIFY2(static_cast<double>(unnamed) < 0.05 * static_cast<double>(sumOf(weights)),
                 qPrintable(QString("%1 of %2").arg(unnamed).arg(sumOf(weights))));
        const auto processes = truth["processes"].toInt();
        QVERIFY(processes > 5);
        QVERIFY(profile.processes.size() >= static_cast<std::size_t>(processes) * 9 / 10);
    }

    void aForkWithoutExecIsAProcessOfItsOwn() {
        HeldProgram program({workloads + "fork_server", "4"});
        QJsonObject truth;
        const auto profile = recordToEnd(program, truth, 997);
        const auto parent =
            selfWeights(profile, [&](const Process& process) { return process.pid == program.pid(); });
        const auto children =
            selfWeights(profile, [&](const Process& process) { return process.pid != program.pid(); });
        QVERIFY(parent.contains("accept_request"));
        QVERIFY(!parent.contains("handle_request") && !parent.contains("run_worker"));
        QVERIFY(children.contains("handle_request") && children.contains("run_worker"));
        QVERIFY(!children.contains("accept_request"));
        QVERIFY(weightOf(profile, "fork-request") > 0);
        QVERIFY(ended(profile, "fork-request") > 0);
        // Compares the three functions only, because the cost of fork() depends on the machine.
        const auto handled = children.at("handle_request");
        const double share =
            static_cast<double>(handled) /
            static_cast<double>(handled + children.at("run_worker") + parent.at("accept_request"));
        const double trueShare =
            selfOf(truth, "handle_request") /
            (selfOf(truth, "handle_request") + selfOf(truth, "accept_request") + selfOf(truth, "run_worker"));
        QVERIFY2(std::abs(share - trueShare) < 0.1, qPrintable(QString("%1 %2").arg(share).arg(trueShare)));
        for (const auto& process : profile.processes) { // each process has its parent
            if (process.pid == program.pid()) continue;
            if (profile.text(process.name) == "fork-request") {
                QVERIFY(process.parent);
                QCOMPARE(profile.processes[process.parent.row()].pid, program.pid());
            }
        }
    }

    void theScopeHasChildrenAndNothingElse() {
        HeldProgram inside({"sh", "-c", "sh -c 'while :; do :; done' & while :; do :; done"});
        HeldProgram outside({"sh", "-c", "while :; do :; done"});
        outside.go();
        RecorderProgram recorder;
        recorder.startProcesses({inside.pid()}, 997);
        QVERIFY(recorder.waitForSegments(1));
        inside.go();
        QVERIFY(recorder.waitForSegments(4));
        recorder.stop();
        const auto profile = recorder.finish();
        std::set<std::int32_t> pids;
        selfWeights(profile, [&](const Process& process) { return pids.insert(process.pid), false; });
        QVERIFY(pids.contains(inside.pid()));
        QVERIFY(!pids.contains(outside.pid()));
        QCOMPARE(pids.size(), 2u); // the first process and its child
        for (const auto pid : pids) {
            if (pid != inside.pid()) ::kill(pid, SIGKILL);
        }
    }

    void childrenThatLiveAlreadyAreInTheScopeToo() {
        HeldProgram parent({"sh", "-c", "sh -c 'while :; do :; done; exit 1'; exit 1"});
        parent.go();
        const QString children = QString("/proc/%1/task/%1/children").arg(parent.pid());
        QTRY_VERIFY_WITH_TIMEOUT(!readBytes(children).isEmpty(), 20'000);
        RecorderProgram recorder;
        recorder.startProcesses({parent.pid()}, 997);
        QVERIFY(recorder.waitForSegments(3));
        recorder.stop();
        const auto profile = recorder.finish();
        std::set<std::int32_t> pids;
        selfWeights(profile, [&](const Process& process) { return pids.insert(process.pid), false; });
        pids.erase(parent.pid()); // the parent only waits
        QCOMPARE(pids.size(), 1u);
        ::kill(*pids.begin(), SIGKILL);
    }

    void aDeletedProgramStillHasNames() {
        QTemporaryDir folder;
        const auto path = folder.filePath("deleted_program");
        QVERIFY(QFile::copy(workloads + "two_builds_base", path));
        HeldProgram program({path, "20"});
        program.go();
        while (!QFile::symLinkTarget(QString("/proc/%1/exe").arg(program.pid())).endsWith("deleted_program"))
            ::usleep(10'000);
        QVERIFY(QFile::remove(path));
        RecorderProgram recorder;
        recorder.startProcesses({program.pid()}, 997);
        QVERIFY(recorder.waitForSegments(3));
        recorder.stop();
        const auto weights = selfWeights(recorder.finish(), isAny);
        QVERIFY(weights.contains("read_rows"));
        QVERIFY(weights.contains("transform_rows"));
    }

    void generatedCodeHasTheNamesOfItsPerfMap() {
        const auto pid = ::fork();
        if (pid == 0) {
            auto* code = static_cast<unsigned char*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
#if defined(__x86_64__)
            code[0x100] = 0xeb; // code that jumps to itself
            code[0x101] = 0xfe;
#elif defined(__aarch64__)
            *reinterpret_cast<std::uint32_t*>(code + 0x100) = 0x14000000; // b to itself
            __builtin___clear_cache(reinterpret_cast<char*>(code), reinterpret_cast<char*>(code) + 4096);
#endif
            QFile map(QString("/tmp/perf-%1.map").arg(::getpid()));
            if (map.open(QFile::WriteOnly))
                map.write(QString("%1 80 compiled_just_in_time\n")
                              .arg(reinterpret_cast<quintptr>(code) + 0xc0, 0, 16)
                              .toUtf8());
            map.close();
            reinterpret_cast<void (*)()>(code + 0x100)();
            ::_exit(0);
        }
        RecorderProgram recorder;
        recorder.startProcesses({pid}, 997);
        const bool isRecorded = recorder.waitForSegments(4);
        recorder.stop();
        const auto profile = recorder.finish();
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        QFile::remove(QString("/tmp/perf-%1.map").arg(pid));
        QVERIFY(isRecorded);
        const auto weights = selfWeights(profile, isAny);
        QVERIFY(weights.contains("compiled_just_in_time"));
        QVERIFY(weights.at("compiled_just_in_time") > sumOf(weights) / 2);
    }

    void namesThatAreWrittenAtAProcessesEndAreThoseOfItsEarlierSegmentsToo() {
        const auto pid = ::fork();
        if (pid == 0) {
            QFile map(QString("/tmp/perf-%1.map").arg(::getpid()));
            const bool isOpen = map.open(QFile::WriteOnly); // the map is still empty
            const auto code = runGeneratedCode();
            if (isOpen) map.write(QString("%1 80 written_at_the_end\n").arg(code - 0x40, 0, 16).toUtf8());
            map.close();
            ::_exit(0);
        }
        const auto weights = weightsWhileItRuns(pid);
        QFile::remove(QString("/tmp/perf-%1.map").arg(pid));
        QVERIFY(weights.contains("written_at_the_end"));
        QVERIFY(weights.at("written_at_the_end") > sumOf(weights) * 9 / 10);
    }

    void generatedCodeHasTheNamesOfTheDumpThatItsProcessMaps() {
        QTemporaryDir folder;
        const auto pid = ::fork();
        if (pid == 0) {
            QFile dump(folder.filePath(QString("jit-%1.dump").arg(::getpid())));
            if (!dump.open(QFile::ReadWrite)) ::_exit(1);
            const std::uint32_t header[] = {0x4a695444, 1, 40, 0, 0, 0, 0, 0, 0, 0};
            dump.write(reinterpret_cast<const char*>(header), sizeof header);
            dump.flush();
            ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, dump.handle(), 0);
            const std::uint64_t code = runGeneratedCode();
            const QByteArray name("written_into_a_dump", 20);
            const std::uint32_t prefix[] = {0, static_cast<std::uint32_t>(56 + name.size() + 4), 0, 0, 0, 0};
            const std::uint64_t load[] = {code, code, 0x40, 1};
            dump.write(reinterpret_cast<const char*>(prefix), sizeof prefix);
            dump.write(reinterpret_cast<const char*>(load), sizeof load);
            dump.write(name + "code");
            dump.close();
            ::_exit(0);
        }
        const auto weights = weightsWhileItRuns(pid);
        QVERIFY(weights.contains("written_into_a_dump"));
        QVERIFY(weights.at("written_into_a_dump") > sumOf(weights) * 9 / 10);
    }

    void timeThatIsNotSampledIsIdle() {
        RecorderProgram recorder({"--stdio", "-a", "-d", "3", "-F", "997"});
        const auto profile = recorder.finish();
        const double sampled = static_cast<double>(sumOf(selfWeights(profile, isAny)));
        const double all = static_cast<double>(profile.origin.duration) * profile.origin.cpus;
        const double accounted = (sampled + static_cast<double>(profile.origin.idleTime)) / all;
        // A virtual machine's processors may be taken away, but the account can't exceed all of their time.
        QVERIFY2(accounted > 0.5 && accounted < 1.1, qPrintable(QString::number(accounted)));
    }

    void theRecorderReportsItsOwnCost() {
        RecorderProgram recorder({"--stdio", "-a", "-d", "2"});
        const auto profile = recorder.finish();
        QVERIFY(profile.hasRecorderUsage);
        QVERIFY(profile.recorder.cpuTime > 0);
        QVERIFY(profile.recorder.peakMemory > 1 << 20);
        QVERIFY(profile.recorder.bpfRunCount > 0);
        QVERIFY(profile.recorder.bpfRunTime > 0);
        QVERIFY(!recorder.reader().progress().tables.empty());
        QVERIFY(recorder.reader().progress().hasEnded);
    }
};

QTEST_GUILESS_MAIN(RecordingTest)
#include "recording_test.moc"
