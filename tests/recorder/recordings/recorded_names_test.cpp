/// Real recordings of code whose names are not simply in the file of its program: generated code, deleted
/// programs, programs that exit at once.
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <sys/mman.h>

using namespace candela;

namespace {

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

/// Records a child for some segments, of which two are in its life. Empty if nothing arrived.
std::map<std::string, std::int64_t> weightsWhileItRuns(pid_t pid) {
    RecorderProgram recorder;
    recorder.startProcesses({pid}, 997);
    const bool isRecorded = recorder.waitForSegments(3);
    ::kill(pid, SIGUSR1);
    ::waitpid(pid, nullptr, 0);
    recorder.stop();
    const auto profile = recorder.finish();
    return isRecorded ? selfWeights(profile, isAny) : std::map<std::string, std::int64_t>();
}

} // namespace

class RecordedNamesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void shortLivedProgramsHaveTheirNames() {
        HeldProgram program({workloads + "short_lived", "2"});
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
        QVERIFY(processes > 50);
        QVERIFY(profile.processes.size() >= static_cast<std::size_t>(processes) * 9 / 10);
    }

    void aDeletedProgramStillHasNames() {
        QTemporaryDir folder;
        const auto path = folder.filePath("deleted_program");
        QVERIFY(QFile::copy(workloads + "two_builds_base", path));
        HeldProgram program({path, "20"});
        program.go();
        const auto link = QString("/proc/%1/exe").arg(program.pid());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::symLinkTarget(link).endsWith("deleted_program"), 20'000);
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
        const bool isRecorded = recorder.waitForSegments(3);
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
};

QTEST_GUILESS_MAIN(RecordedNamesTest)
#include "recorded_names_test.moc"
