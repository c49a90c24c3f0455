/// The rights that the recorder's processes give up, tested in processes that gave them up through the same
/// functions.
#include <QTest>

#include "recorder/rights/file_rules.h"
#include "recorder/rights/forbidden_calls.h"
#include "recorder/rights/given_up_rights.h"
#include "recorder/rights/helper_filters.h"
#include "recorder/rights/own_rights.h"
#include "recorder/rights/own_user.h"
#include "recorder/rights/recorder_filter.h"

#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <functional>
#include <linux/openat2.h>
#include <linux/perf_event.h>
#include <map>
#include <sched.h>
#include <string>
#include <sys/capability.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace candela;

namespace {

enum class Outcome { Possible, Refused, Deadly, Odd };

/// The outcome of an action in a separate process, after its preparation.
Outcome outcomeOf(const std::function<void()>& prepare, const std::function<bool()>& attempt) {
    const auto pid = ::fork();
    if (pid == 0) {
        prepare();
        ::_exit(attempt() ? 0 : 1);
    }
    int status = -1;
    if (pid < 0 || ::waitpid(pid, &status, 0) != pid) return Outcome::Odd;
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGSYS ? Outcome::Deadly : Outcome::Odd;
    switch (WEXITSTATUS(status)) {
    case 0:
        return Outcome::Possible;
    case 1:
        return Outcome::Refused;
    default:
        return Outcome::Odd;
    }
}

bool call(long number, long first = 0, long second = 0, long third = 0) {
    return ::syscall(number, first, second, third) >= 0;
}

bool opens(const char* path, int flags) {
    return ::open(path, flags | O_CLOEXEC, 0600) >= 0;
}

bool maps(int protection, int flags) {
    return ::mmap(nullptr, 4096, protection, flags, -1, 0) != MAP_FAILED;
}

bool writesToMemory(pid_t pid) {
    char byte = 0;
    const iovec part{&byte, 1};
    return ::process_vm_writev(pid, &part, 1, &part, 1, 0) >= 0;
}

bool startsThread() {
    bool isDone = false;
    std::thread([&] { isDone = true; }).join();
    return isDone;
}

/// Whether a call passed the filter; it may fail afterwards.
bool isKnown(int result) {
    return result >= 0 || errno != ENOSYS;
}

bool raisesLimit() {
    rlimit limits{};
    return ::getrlimit(RLIMIT_CORE, &limits) == 0 && ::setrlimit(RLIMIT_CORE, &limits) == 0;
}

bool executes() {
    static char path[] = "/bin/true";
    static char* const arguments[] = {path, nullptr};
    return ::execv(path, arguments) == 0;
}

/// A filter can't see the arguments of openat2().
bool writesThroughProc() {
    static char byte = 0;
    open_how how{};
    how.flags = O_RDWR | O_CLOEXEC;
    const auto file = static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, "/proc/self/mem", &how, sizeof how));
    if (file < 0) return false;
    const auto offset = static_cast<off_t>(reinterpret_cast<std::intptr_t>(&byte));
    if (::lseek(file, offset, SEEK_SET) != offset) ::_exit(3);
    off_t start = 0;
    const FileDescriptor source(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    return ::write(file, "x", 1) == 1 || ::pwrite(file, "x", 1, offset) == 1 ||
           ::sendfile(file, source.get(), &start, 1) == 1;
}

std::string ofParent(const char* file) {
    return "/proc/" + std::to_string(::getppid()) + "/" + file;
}

/// Writes a file that its user may write, with the call that the filter can't inspect.
bool writesWithoutFilter() {
    open_how how{};
    how.flags = O_WRONLY | O_CLOEXEC;
    return ::syscall(SYS_openat2, AT_FDCWD, "/proc/self/comm", &how, sizeof how) >= 0;
}

/// Sends signals without a call that filters recognize by name.
bool hasSignalsSentToParent() {
    return ::fcntl(STDIN_FILENO, F_SETOWN, ::getppid()) == 0;
}

struct Attempt {
    std::function<bool()> attempt;
    Outcome atStart;
    Outcome whileRecording;
};

const std::map<std::string, Attempt>& attempts() {
    using enum Outcome;
    static const std::map<std::string, Attempt> table{
        {"nothing", {[] { return true; }, Possible, Possible}},
        {"read a file", {[] { return opens("/proc/self/stat", O_RDONLY); }, Possible, Possible}},
        {"open a file to write", {[] { return opens("/dev/null", O_WRONLY); }, Refused, Refused}},
        {"open a file to read and write", {[] { return opens("/dev/null", O_RDWR); }, Refused, Refused}},
        {"open a file to write by openat2", {writesWithoutFilter, Refused, Refused}},
        {"make a file", {[] { return opens("/tmp", O_TMPFILE | O_WRONLY); }, Refused, Refused}},
        {"cut a file", {[] { return opens("/dev/null", O_RDONLY | O_TRUNC); }, Refused, Refused}},
        {"make a folder", {[] { return ::mkdir("/tmp/never", 0700) == 0; }, Refused, Refused}},
        {"remove a file", {[] { return isKnown(::unlink("/tmp/never")); }, Refused, Refused}},
        {"map executable memory",
         {[] { return maps(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS); }, Refused, Refused}},
        {"start a thread", {startsThread, Possible, Possible}},
        {"make a TCP socket", {[] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }, Refused, Refused}},
        {"make a packet socket", {[] { return ::socket(AF_PACKET, SOCK_RAW, 0) >= 0; }, Refused, Refused}},
        {"copy a descriptor", {[] { return ::fcntl(0, F_DUPFD_CLOEXEC, 3) >= 0; }, Possible, Possible}},
        {"have signals sent to another", {hasSignalsSentToParent, Refused, Refused}},
        {"make memory a file", {[] { return ::memfd_create("file", 0) >= 0; }, Possible, Refused}},
        {"raise a limit", {raisesLimit, Possible, Refused}},
        {"set a process option", {[] { return ::prctl(PR_SET_DUMPABLE, 1) == 0; }, Possible, Refused}},
        {"change capabilities", {[] { return ::cap_set_proc(::cap_init()) == 0; }, Possible, Refused}},
        {"execute", {executes, Deadly, Deadly}},
        {"fork", {[] { return call(SYS_fork); }, Deadly, Deadly}},
        {"trace", {[] { return ::ptrace(PTRACE_ATTACH, ::getppid(), 0, 0) == 0; }, Deadly, Deadly}},
        {"write to another's memory", {[] { return writesToMemory(::getppid()); }, Deadly, Deadly}},
        {"signal another", {[] { return ::kill(::getppid(), 0) == 0; }, Deadly, Deadly}},
        {"mount", {[] { return ::mount("a", "/tmp", "tmpfs", 0, nullptr) == 0; }, Deadly, Deadly}},
        {"enter a user namespace", {[] { return ::unshare(CLONE_NEWUSER) == 0; }, Deadly, Deadly}},
        {"become root", {[] { return ::setresuid(0, 0, 0) == 0; }, Deadly, Deadly}},
        {"listen", {[] { return ::listen(0, 1) == 0; }, Deadly, Deadly}},
        {"load a kernel module", {[] { return call(SYS_init_module); }, Deadly, Deadly}},
    };
    return table;
}

} // namespace

Q_DECLARE_METATYPE(Outcome)
using Filter = MissingProtections (*)();
Q_DECLARE_METATYPE(Filter)
Q_DECLARE_METATYPE(std::function<bool()>)

class RightsTest : public QObject {
    Q_OBJECT
private slots:
    void anAttemptOfTheRecorder_data() {
        QTest::addColumn<bool>("isRecording");
        for (const auto& [name, attempt] : attempts()) {
            QTest::newRow((name + ", at the start").c_str()) << false;
            QTest::newRow((name + ", while it records").c_str()) << true;
        }
    }
    void anAttemptOfTheRecorder() {
        if (isSanitized) QSKIP("a build with sanitizers has no filter");
        QFETCH(bool, isRecording);
        const std::string tag = QTest::currentDataTag();
        const auto& attempt = attempts().at(tag.substr(0, tag.rfind(',')));
        const auto prepare = [&] {
            ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            if (!filterCallsOfStart().isEmpty()) ::_exit(2);
            if (isRecording && !filterCallsOfRecording().isEmpty()) ::_exit(2);
        };
        QCOMPARE(outcomeOf(prepare, attempt.attempt), isRecording ? attempt.whileRecording : attempt.atStart);
    }

    /// Checks that the recording continues and reports the call.
    void aCallThatIsOnNoListIsRefusedAndReported() {
        if (isSanitized) QSKIP("a build with sanitizers has no filter");
        const auto prepare = [] {
            ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            if (!filterCallsOfStart().isEmpty() || !filterCallsOfRecording().isEmpty()) ::_exit(2);
        };
        const auto isReportedOnce = [] {
            if (!ForbiddenCalls::take().empty()) return false;
            for (int turn = 0; turn < 3; ++turn) {
                errno = 0;
                if (::mkdir("/tmp/never", 0700) == 0 || errno != ENOSYS) return false;
            }
            bool isRefusedInThread = false;
            std::thread([&] { isRefusedInThread = ::chdir("/") != 0 && errno == ENOSYS; }).join();
            auto names = ForbiddenCalls::take();
            std::ranges::sort(names);
            return isRefusedInThread && names == std::vector<std::string>{"chdir", "mkdir"} &&
                   ForbiddenCalls::take().empty();
        };
        QCOMPARE(outcomeOf(prepare, isReportedOnce), Outcome::Possible);
    }

    void anAttemptOfAHelper_data() {
        QTest::addColumn<Filter>("filter");
        QTest::addColumn<std::function<bool()>>("attempt");
        QTest::addColumn<Outcome>("outcome");
        const auto add = [](const char* name, Filter filter, std::function<bool()> attempt, Outcome outcome) {
            QTest::newRow(name) << filter << std::move(attempt) << outcome;
        };
        using enum Outcome;
        const auto readsFile = [] { return opens("/proc/self/stat", O_RDONLY); };
        const auto writesFile = [] { return opens("/dev/null", O_WRONLY); };
        const auto followsItself = [] {
            perf_event_attr attributes{};
            attributes.size = sizeof attributes;
            return isKnown(static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0)));
        };
        const auto makesSocket = [] { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; };
        const auto writesMemory = [] { return writesToMemory(::getppid()); };
        add("the file opener reads a file", filterCallsOfFileOpener, readsFile, Possible);
        add("the file opener writes a file", filterCallsOfFileOpener, writesFile, Refused);
        add("the file opener writes through /proc/PID/mem", filterCallsOfFileOpener, writesThroughProc,
            Refused);
        add("the file opener writes memory", filterCallsOfFileOpener, writesMemory, Deadly);
        add("the file opener writes a file by openat2", filterCallsOfFileOpener, writesWithoutFilter,
            Refused);
        add("the fork server writes a file by openat2", filterCallsOfForkServer, writesWithoutFilter,
            Refused);
        add("the file opener executes", filterCallsOfFileOpener, executes, Deadly);
        add("the file opener has signals sent to another", filterCallsOfFileOpener, hasSignalsSentToParent,
            Refused);
        add("the fork server has signals sent to another", filterCallsOfForkServer, hasSignalsSentToParent,
            Refused);
        add("the file opener makes a socket", filterCallsOfFileOpener, makesSocket, Deadly);
        add("the file opener follows a process", filterCallsOfFileOpener, followsItself, Refused);
        add("the file keeper reads a file", filterCallsOfFileKeeper, readsFile, Possible);
        add("the file keeper writes a file", filterCallsOfFileKeeper, writesFile, Refused);
        add("the file keeper executes", filterCallsOfFileKeeper, executes, Deadly);
        add("the file keeper makes a socket", filterCallsOfFileKeeper, makesSocket, Deadly);
        add("the event opener reads a file", filterCallsOfEventOpener, readsFile, Refused);
        add("the event opener follows a process", filterCallsOfEventOpener, followsItself, Refused);
        add("the event opener executes", filterCallsOfEventOpener, executes, Deadly);
        add("the fork server executes", filterCallsOfForkServer, executes, Deadly);
        add("the fork server makes a socket", filterCallsOfForkServer, makesSocket, Refused);
        add("the fork server writes memory", filterCallsOfForkServer, writesMemory, Deadly);
    }
    void anAttemptOfAHelper() {
        if (isSanitized) QSKIP("a build with sanitizers has no filter");
        QFETCH(Filter, filter);
        QFETCH(std::function<bool()>, attempt);
        QFETCH(Outcome, outcome);
        const auto prepare = [&] {
            ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            if (!filter().isEmpty()) ::_exit(2);
        };
        QCOMPARE(outcomeOf(prepare, attempt), outcome);
    }

    void rootBecomesTheRecordersUserAndKeepsItsCapabilities() {
        if (::geteuid() != 0) QSKIP("only root can become another user");
        const auto user = recorderUser();
        QVERIFY(user.user != 0);
        QVERIFY(user.name == recorderUserName || user.name == "nobody");
        const auto hasAll = [&] {
            return ::getuid() == user.user && ::geteuid() == user.user && ::getegid() == user.group &&
                   ::getgroups(0, nullptr) == 0 && ::setresuid(0, 0, 0) == 0; // since CAP_SETUID is kept
        };
        const auto become = [&] {
            if (!becomeUser(user).isEmpty()) ::_exit(2);
        };
        QCOMPARE(outcomeOf(become, hasAll), Outcome::Possible);
        const auto giveUp = [&] {
            if (!becomeUser(user).isEmpty() || !giveUpRights().isEmpty()) ::_exit(2);
        };
        QCOMPARE(outcomeOf(giveUp, [] { return ::setresuid(0, 0, 0) == 0; }), Outcome::Refused);
    }

    /// All remaining rights of the recorder while it records.
    void whileItRecordsItReachesNothingOfOthers_data() {
        QTest::addColumn<std::function<bool()>>("attempt");
        QTest::addColumn<Outcome>("outcome");
        const auto add = [](const char* name, std::function<bool()> attempt, Outcome outcome) {
            QTest::newRow(name) << std::move(attempt) << outcome;
        };
        using enum Outcome;
        add(
            "the system's state", [] { return opens("/proc/stat", O_RDONLY); }, Possible);
        add(
            "processors", [] { return opens("/sys/devices/system/cpu/online", O_RDONLY); }, Possible);
        add(
            "users", [] { return opens("/etc/passwd", O_RDONLY); }, Possible);
        add(
            "passwords", [] { return opens("/etc/shadow", O_RDONLY); }, Refused);
        add(
            "a file of others", [] { return opens("/tmp", O_RDONLY | O_DIRECTORY); }, Refused);
        add(
            "another's memory", [] { return opens(ofParent("mem").c_str(), O_RDONLY); }, Refused);
        add(
            "another's root", [] { return opens(ofParent("root/etc/passwd").c_str(), O_RDONLY); }, Refused);
        add(
            "a device", [] { return opens("/dev/null", O_RDONLY); }, Refused);
        add("write to a file", writesWithoutFilter, Refused);
        add("execute", executes, Deadly);
    }
    void whileItRecordsItReachesNothingOfOthers() {
        if (::geteuid() != 0) QSKIP("only root can become another user");
        if (isSanitized) QSKIP("a build with sanitizers has no filter");
        QFETCH(std::function<bool()>, attempt);
        QFETCH(Outcome, outcome);
        const auto prepare = [] {
            auto missing = keepStartingRights();
            missing.add(keepRunningRights());
            if (!missing.isEmpty()) ::_exit(3);
        };
        if (outcomeOf(prepare, [] { return true; }) != Outcome::Possible)
            QSKIP("this kernel lacks a protection");
        QCOMPARE(outcomeOf(prepare, attempt), outcome);
    }

    void aFileThatNoRuleAllowsIsClosed_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<Outcome>("outcome");
        QTest::newRow("read in the folder") << "read" << Outcome::Possible;
        QTest::newRow("write in the folder") << "write" << Outcome::Refused;
        QTest::newRow("read outside") << "outside" << Outcome::Refused;
        QTest::newRow("give a name in the folder") << "name" << Outcome::Possible;
        QTest::newRow("give a name outside") << "name outside" << Outcome::Refused;
        QTest::newRow("make a folder") << "folder" << Outcome::Refused;
        QTest::newRow("execute") << "execute" << Outcome::Refused;
        QTest::newRow("look at another's memory") << "memory" << Outcome::Refused;
    }
    void aFileThatNoRuleAllowsIsClosed() {
        QFETCH(QString, what);
        QFETCH(Outcome, outcome);
        const QTemporaryDir folder;
        const auto path = folder.path().toStdString();
        const auto file = path + "/file";
        QVERIFY(QFile(QString::fromStdString(file)).open(QFile::WriteOnly));
        const auto prepare = [&] {
            const FileDescriptor opened(::open(path.c_str(), O_PATH | O_DIRECTORY));
            FileRules rules;
            rules.allowReading(path.c_str());
            rules.allowNaming(opened.get());
            ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            if (!rules.enforce()) ::_exit(3);
        };
        if (outcomeOf(prepare, [] { return true; }) != Outcome::Possible)
            QSKIP("this kernel has no Landlock");
        const auto own = "/proc/" + std::to_string(::getpid()) + "/mem";
        const std::map<QString, std::function<bool()>> attempts{
            {"read", [&] { return opens(file.c_str(), O_RDONLY); }},
            {"write", [&] { return opens(file.c_str(), O_WRONLY); }},
            {"outside", [] { return opens("/etc/passwd", O_RDONLY); }},
            {"name", [&] { return ::link(file.c_str(), (path + "/second").c_str()) == 0; }},
            {"name outside", [&] { return ::link(file.c_str(), "/tmp/never") == 0; }},
            {"folder", [&] { return ::mkdir((path + "/folder").c_str(), 0700) == 0; }},
            {"execute", executes},
            {"memory", [&] { return opens(own.c_str(), O_RDONLY); }},
        };
        QCOMPARE(outcomeOf(prepare, attempts.at(what)), outcome);
    }
};

QTEST_GUILESS_MAIN(RightsTest)
#include "rights_test.moc"
