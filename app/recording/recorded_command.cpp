#include "app/recording/recorded_command.h"

#include "app/recording/exact_text.h"
#include "model/base/text/model_text.h"

#include <QFileInfo>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace candela {
namespace {

/// A socket pair, not a pipe: writing to a child that was killed must not raise SIGPIPE.
struct Channel {
    FileDescriptor parentEnd, childEnd;

    static Result<Channel> create() {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            return failure(
                ModelText::tr("no connection to the command could be made: {}", systemErrorText(errno)),
                ErrorCode::NotPossible);
        return Channel{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
    }
};

bool isProgram(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// Searches like execvp(), but before the fork, so that a missing program is noticed early; empty if there is
/// none.
std::string inSearchPath(const std::string& name) {
    const char* folders = std::getenv("PATH");
    std::istringstream list(folders ? folders : "/usr/local/bin:/usr/bin:/bin");
    for (std::string folder; std::getline(list, folder, ':');) {
        auto path = (folder.empty() ? "." : folder) + "/" + name;
        if (std::error_code problem; isProgram(path))
            return std::filesystem::absolute(path, problem).string();
    }
    return {};
}

Result<QByteArray> findProgram(const QString& word, const QString& workingFolder) {
    const auto name = exactPath(word);
    if (name.empty()) return failure(ModelText::tr("there is no command to record"), ErrorCode::Usage);
    if (!name.contains('/')) {
        const auto found = inSearchPath(name);
        if (found.empty())
            return failure(ModelText::tr("the command \"{}\" was not found", name), ErrorCode::Usage,
                           ModelText::tr("Check its spelling, or give its whole path."));
        return QByteArray::fromStdString(found);
    }
    std::error_code problem; // the current folder may have been removed
    const auto path = std::filesystem::current_path(problem) / exactPath(workingFolder) / name;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        return failure(ModelText::tr("the command \"{}\" was not found", name), ErrorCode::Usage);
    if (S_ISDIR(status.st_mode))
        return failure(ModelText::tr("the command \"{}\" is a folder", name), ErrorCode::Usage);
    if (!isProgram(path))
        return failure(ModelText::tr("the command \"{}\" may not be run by this user", name),
                       ErrorCode::NotPermitted, ModelText::tr("Its file has no permission to be executed."));
    return QByteArray::fromStdString(path.string());
}

/// Everything that the child needs, prepared before the fork: after it only async-signal-safe calls are
/// allowed, because another thread may have held any lock.
struct ChildPlan {
    QByteArray program;
    QByteArray folder;
    std::vector<QByteArray> words;
    std::vector<char*> arguments; // into words, then null
    CommandHome home = CommandHome::Terminal;
    Channel gate, refusal;
    FileDescriptor nothing; // /dev/null
};

void resetSignals() {
    struct sigaction defaultAction {};
    defaultAction.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction now {};
        // Under nohup, a command expects that SIGHUP stays ignored.
        const bool isNohup =
            number == SIGHUP && ::sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
        if (!isNohup) ::sigaction(number, &defaultAction, nullptr);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void refuse(int refusal) {
    const int number = errno;
    [[maybe_unused]] const auto written = ::write(refusal, &number, sizeof number);
    ::_exit(127);
}

[[noreturn]] void runChild(const ChildPlan& plan) {
    // If the child kept its copy of the gate's other end open, the child would wait forever after the
    // parent's exit.
    ::close(plan.gate.parentEnd.get());
    if (plan.home == CommandHome::Window) {
        ::setpgid(0, 0);
        ::dup2(plan.nothing.get(), STDIN_FILENO);
        ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    }
    resetSignals();
    char byte = 0;
    if (::read(plan.gate.childEnd.get(), &byte, 1) != 1) ::_exit(127);
    if (!plan.folder.isEmpty() && ::chdir(plan.folder.constData()) != 0) refuse(plan.refusal.childEnd.get());
    ::execve(plan.program.constData(), plan.arguments.data(), environ);
    refuse(plan.refusal.childEnd.get());
}

Result<ChildPlan> planFor(const CommandLine& command) {
    if (!command.workingFolder.isEmpty() && !QFileInfo(command.workingFolder).isDir())
        return failure(
            ModelText::tr("the working folder \"{}\" does not exist", command.workingFolder.toStdString()),
            ErrorCode::Usage);
    ChildPlan plan;
    plan.program = TRY(findProgram(command.words.value(0), command.workingFolder));
    plan.folder = exactBytes(command.workingFolder);
    plan.home = command.home;
    for (const auto& word : command.words)
        plan.words.push_back(exactBytes(word));
    for (auto& word : plan.words)
        plan.arguments.push_back(word.data());
    plan.arguments.push_back(nullptr);
    plan.gate = TRY(Channel::create());
    plan.refusal = TRY(Channel::create());
    plan.nothing = FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return plan;
}

} // namespace

Result<std::unique_ptr<RecordedCommand>> RecordedCommand::create(const CommandLine& command) {
    auto plan = TRY(planFor(command));
    // No signal handler of this program may run in the child before the child has reset them.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0) runChild(plan);
    const int forkError = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0)
        return failure(
            ModelText::tr("no process for the command could be made: {}", systemErrorText(forkError)),
            ErrorCode::NotPossible);
    // Called through syscall(), because glibc 2.36 declares these two functions for C only.
    FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!process.isOpen()) {
        const int number = errno;
        plan.gate.parentEnd.reset(); // ends the child
        ::waitpid(pid, nullptr, 0);
        return failure(ModelText::tr("the command can't be watched: {}", systemErrorText(number)),
                       ErrorCode::NotPossible);
    }
    return std::unique_ptr<RecordedCommand>(new RecordedCommand(pid, plan.home, std::move(process),
                                                                std::move(plan.gate.parentEnd),
                                                                std::move(plan.refusal.parentEnd)));
}

RecordedCommand::RecordedCommand(pid_t pid, CommandHome home, FileDescriptor process, FileDescriptor gate,
                                 FileDescriptor refusal)
    : m_pid(pid), m_home(home), m_process(std::move(process)), m_gate(std::move(gate)),
      m_refusal(std::move(refusal)), m_endNotifier(m_process.get(), QSocketNotifier::Read) {
    connect(&m_endNotifier, &QSocketNotifier::activated, this, &RecordedCommand::reap);
}

RecordedCommand::~RecordedCommand() {
    m_endNotifier.setEnabled(false);
    m_gate.reset();
    if (!m_isResumed && !m_hasEnded) ::waitpid(m_pid, nullptr, 0); // the child sees the closed gate and exits
}

Result<void> RecordedCommand::resume() {
    const char byte = 1;
    if (::send(m_gate.get(), &byte, 1, MSG_NOSIGNAL) != 1)
        return failure(ModelText::tr("the command ended before it was started"), ErrorCode::NotPossible);
    m_gate.reset();
    m_isResumed = true;
    int number = 0;
    ssize_t got = 0;
    do
        got = ::read(m_refusal.get(), &number, sizeof number); // a successful exec closes it
    while (got < 0 && errno == EINTR);
    m_refusal.reset();
    if (got != sizeof number) return {};
    if (number == ENOEXEC)
        return failure(ModelText::tr("the command is not a program that this machine can run"),
                       ErrorCode::Usage, ModelText::tr("A script needs a first line such as \"#!/bin/sh\"."));
    return failure(ModelText::tr("the command can't be run: {}", systemErrorText(number)), ErrorCode::Usage);
}

void RecordedCommand::terminate() {
    if (m_hasEnded || !m_isResumed) return;
    if (m_home == CommandHome::Window)
        ::kill(-m_pid, SIGTERM);
    else
        ::syscall(SYS_pidfd_send_signal, m_process.get(), SIGTERM, nullptr, 0);
}

void RecordedCommand::reap() {
    siginfo_t how{};
    if (::waitid(P_PID, static_cast<id_t>(m_pid), &how, WEXITED | WNOHANG) != 0 || how.si_pid == 0) return;
    m_endNotifier.setEnabled(false);
    m_hasEnded = true;
    if (how.si_code == CLD_EXITED)
        m_exit.status = how.si_status;
    else
        m_exit.signal = how.si_status;
    emit ended(m_exit);
}

} // namespace candela

#include "moc_recorded_command.cpp"
