#include "tests/benchmarks/measured_run.h"

#include "model/base/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::chrono::milliseconds timeBetweenLooks{20};
constexpr std::chrono::milliseconds timeBetweenMemoryLooks{5};

/// The processor time of a process with all its threads; none if it has exited.
double secondsOf(pid_t pid) {
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// The peak memory of the current program only: getrusage() would include the memory of its parent at the
/// fork.
double peakMemoryOf(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    for (std::string word; file >> word;) {
        double kilobytes = 0;
        if (word == "VmHWM:" && file >> kilobytes) return kilobytes * 1024;
    }
    return 0;
}

std::vector<pid_t> childrenOf(pid_t pid) {
    std::vector<pid_t> children;
    std::error_code error;
    for (const auto& task : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", pid), error)) {
        std::ifstream file(task.path() / "children");
        children.insert(children.end(), std::istream_iterator<pid_t>(file), std::istream_iterator<pid_t>());
    }
    return children;
}

/// Keeps the last value of each descendant.
void look(pid_t pid, std::map<pid_t, double>& seconds) {
    for (const auto child : childrenOf(pid)) {
        seconds[child] = std::max(seconds[child], secondsOf(child));
        look(child, seconds);
    }
}

bool hasEnded(pid_t pid) {
    siginfo_t information{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &information, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           information.si_pid == pid;
}

std::string readAll(int pipe) {
    std::string all;
    char text[4096];
    for (ssize_t size = 0; (size = ::read(pipe, text, sizeof text)) > 0;)
        all.append(text, static_cast<std::size_t>(size));
    return all;
}

pid_t start(const std::vector<std::string>& command, int messages) {
    std::vector<char*> arguments;
    for (const auto& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid != 0) return pid;
    ::dup2(messages, STDERR_FILENO);
    ::dup2(::open("/dev/null", O_RDWR), STDOUT_FILENO);
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
}

} // namespace

Result<MeasuredRun> runMeasured(const std::vector<std::string>& command, int maximumSeconds) {
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC | O_NONBLOCK) != 0) return failure("no pipe can be made");
    const pid_t pid = start(command, pipe[1]);
    ::close(pipe[1]);
    if (pid < 0) return failure("no process can be started");
    MeasuredRun run;
    std::map<pid_t, double> descendants;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(maximumSeconds);
    bool isLate = false;
    while (!hasEnded(pid)) {
        look(pid, descendants);
        run.messages += readAll(pipe[0]);
        isLate = isLate || std::chrono::steady_clock::now() > end;
        if (isLate) ::kill(pid, SIGKILL);
        std::this_thread::sleep_for(timeBetweenLooks);
    }
    run.messages += readAll(pipe[0]);
    ::close(pipe[0]);
    run.cpuSeconds = secondsOf(pid); // still exact, because the process was not waited for
    for (const auto& [child, seconds] : descendants)
        run.cpuSeconds += seconds;
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (isLate) return failure("did not end in time");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return run;
    return failure(run.messages.substr(0, run.messages.find('\n')));
}

Result<TimedRun> runTimed(const std::vector<std::string>& command) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const FileDescriptor messages(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const pid_t pid = start(command, messages.get());
    if (pid < 0) return failure("no process can be started");
    double memory = 0;
    std::jthread watcher([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            // Takes the last value instead of the largest: the first one may be from before the program
            // replaced the copy of this process.
            if (const auto now = peakMemoryOf(pid); now > 0) memory = now;
            std::this_thread::sleep_for(timeBetweenMemoryLooks);
        }
    });
    int status = 0;
    ::waitpid(pid, &status, 0);
    const std::chrono::duration<double> wall = Clock::now() - begin;
    watcher.request_stop();
    watcher.join();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return failure(fmt::format("{} failed", command.front()), ErrorCode::NotPossible);
    return TimedRun{wall.count(), memory};
}

} // namespace candela
