/// Real recordings of programs whose files are not at their paths: in another mount namespace, deleted,
/// replaced, in memory only; and of one without any library.
#include "tests/recorder/held_program.h"
#include "tests/recorder/own_mounts.h"
#include "tests/recorder/recorder_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <sys/mman.h>

using namespace candela;

namespace {

const std::set<std::string> functionsOfTwoBuilds{"read_rows", "transform_rows", "write_rows"};

QString exeOf(pid_t pid) {
    return QFile::symLinkTarget(QString("/proc/%1/exe").arg(pid));
}

/// Waits until the process runs that program.
bool waitForProgram(pid_t pid, const QString& end) {
    for (int turn = 0; turn < 1000 && !exeOf(pid).endsWith(end); ++turn)
        ::usleep(10'000);
    return exeOf(pid).endsWith(end);
}

Profile record(pid_t pid) {
    RecorderProgram recorder;
    recorder.startProcesses({pid}, 997);
    recorder.waitForSegments(4);
    recorder.stop();
    return recorder.finish();
}

/// Nearly all of a process's self time is in these functions, each of which has a part, and in a module with
/// that path; and stacks reach main().
void requireResolved(const Profile& profile, const std::set<std::string>& functions, std::string_view path) {
    const auto weights = selfWeights(profile, [](const auto&) { return true; });
    const auto all = sumOf(weights);
    QVERIFY(all > 0);
    std::int64_t named = 0;
    for (const auto& name : functions) {
        QVERIFY2(weights.contains(name), name.c_str());
        named += weights.at(name);
    }
    QVERIFY2(named > all * 9 / 10, qPrintable(QString("%1 of %2").arg(named).arg(all)));
    std::int64_t below = 0;
    for (const auto& table : profile.samples) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            bool isBelowMain = false;
            for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()]) {
                const auto frame = profile.stacks.frame[stack.row()].row();
                const auto function = profile.frames.function[frame];
                if (!function) continue;
                const auto name = profile.text(profile.functions[function.row()].name);
                isBelowMain = isBelowMain || name == "main";
                if (functions.contains(std::string(name)))
                    QCOMPARE(
                        profile.text(profile.mappings[profile.functions[function.row()].mapping.row()].path),
                        path);
            }
            if (isBelowMain) below += table.weight[row];
        }
    }
    QVERIFY2(below > all * 9 / 10, qPrintable(QString("%1 of %2 below main").arg(below).arg(all)));
}

} // namespace

class MovedModulesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void aProgramInAnotherMountNamespace() {
        QTemporaryDir folder;
        // The program's file system exists in its own mount namespace only: no path of the test leads to it.
        const auto commands =
            QString("mount -t tmpfs none %1 && cp %2 %1/program && exec chroot %1 /program 60")
                .arg(folder.path(), workloads + "two_builds_static");
        HeldProgram program(withOwnMounts(commands));
        program.go();
        QVERIFY(waitForProgram(program.pid(), "/program"));
        QVERIFY(!QFile::exists(folder.filePath("program")));
        requireResolved(record(program.pid()), functionsOfTwoBuilds, "/program");
    }

    /// A container may have layers on several file systems: events and programs see different inodes.
    void aProgramOnLayersOfSeveralFileSystems() {
        QTemporaryDir folder;
        const auto commands = QString("cd %1 && mkdir lower upper root && mount -t tmpfs none lower && "
                                      "mount -t tmpfs none upper && mkdir upper/data upper/work && "
                                      "cp %2 lower/program && mount -t overlay none -o "
                                      "lowerdir=lower,upperdir=upper/data,workdir=upper/work root && "
                                      "exec chroot root /program 60")
                                  .arg(folder.path(), workloads + "two_builds_static");
        HeldProgram program(withOwnMounts(commands));
        program.go();
        QVERIFY(waitForProgram(program.pid(), "/program"));
        requireResolved(record(program.pid()), functionsOfTwoBuilds, "/program");
    }

    void aProgramThatWasDeleted() {
        QTemporaryDir folder;
        const auto path = folder.filePath("program");
        QVERIFY(QFile::copy(workloads + "two_builds_base", path));
        HeldProgram program({path, "60"});
        program.go();
        QVERIFY(waitForProgram(program.pid(), "/program"));
        QVERIFY(QFile::remove(path));
        requireResolved(record(program.pid()), functionsOfTwoBuilds, path.toStdString());
    }

    void aProgramThatWasReplacedByAnother() {
        QTemporaryDir folder;
        const auto path = folder.filePath("program");
        QVERIFY(QFile::copy(workloads + "two_builds_base", path));
        HeldProgram program({path, "60"});
        program.go();
        QVERIFY(waitForProgram(program.pid(), "/program"));
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::copy(workloads + "shares", path));
        requireResolved(record(program.pid()), functionsOfTwoBuilds, path.toStdString());
    }

    void aProgramThatIsDeletedWhileItIsRecordedAndEnds() {
        QTemporaryDir folder;
        const auto path = folder.filePath("program");
        QVERIFY(QFile::copy(workloads + "two_builds_base", path));
        HeldProgram program({path, "3"});
        RecorderProgram recorder;
        recorder.startProcesses({program.pid()}, 997);
        QVERIFY(recorder.waitForSegments(1));
        program.go();
        QVERIFY(waitForProgram(program.pid(), "/program"));
        QVERIFY(QFile::remove(path));
        QVERIFY(!program.result().isEmpty()); // the program has ended
        QVERIFY(recorder.waitForSegments(6));
        recorder.stop();
        requireResolved(recorder.finish(), functionsOfTwoBuilds, path.toStdString());
    }

    void aProgramThatIsInMemoryOnly() {
        QFile file(workloads + "two_builds_base");
        QVERIFY(file.open(QFile::ReadOnly));
        const auto bytes = file.readAll();
        const int memory = ::memfd_create("program", MFD_CLOEXEC);
        QCOMPARE(::write(memory, bytes.constData(), static_cast<std::size_t>(bytes.size())), bytes.size());
        const auto pid = ::fork();
        if (pid == 0) {
            char name[] = "program", seconds[] = "60";
            char* const arguments[] = {name, seconds, nullptr};
            char* const environment[] = {nullptr};
            ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
            ::fexecve(memory, arguments, environment);
            ::_exit(127);
        }
        ::close(memory);
        const bool isRunning = waitForProgram(pid, "program (deleted)");
        const auto profile = isRunning ? record(pid) : Profile();
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        QVERIFY(isRunning);
        requireResolved(profile, functionsOfTwoBuilds, "/memfd:program");
    }

    void aStaticProgram() {
        HeldProgram program({workloads + "two_builds_static", "60"});
        program.go();
        QVERIFY(waitForProgram(program.pid(), "/two_builds_static"));
        requireResolved(record(program.pid()), functionsOfTwoBuilds,
                        (workloads + "two_builds_static").toStdString());
    }
};

QTEST_GUILESS_MAIN(MovedModulesTest)
#include "moved_modules_test.moc"
