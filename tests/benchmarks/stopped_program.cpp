#include "tests/benchmarks/stopped_program.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#ifndef __x86_64__
#error "the benchmark knows the registers of x86-64 only: add those of this processor"
#endif

namespace candela {

namespace {

constexpr std::chrono::milliseconds timeToStart{50};
constexpr std::chrono::milliseconds timeBetweenStops{1};
constexpr std::size_t maximumStackMemory = 256 << 10;

/// Kills the traced program at the end of the scope.
class TracedProgram {
public:
    explicit TracedProgram(const std::vector<std::string>& command) {
        std::vector<char*> arguments;
        for (const auto& argument : command)
            arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        m_pid = ::fork();
        if (m_pid != 0) return;
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        ::dup2(nothing, STDOUT_FILENO);
        ::dup2(nothing, STDERR_FILENO);
        ::execvp(arguments.front(), arguments.data());
        ::_exit(127);
    }
    TracedProgram(const TracedProgram&) = delete;
    TracedProgram& operator=(const TracedProgram&) = delete;
    ~TracedProgram() {
        if (m_pid <= 0) return;
        ::kill(m_pid, SIGKILL);
        while (::waitpid(m_pid, nullptr, 0) == m_pid && ::kill(m_pid, 0) == 0) {
        }
    }

    pid_t pid() const { return m_pid; }
    bool seize() const { return m_pid > 0 && ::ptrace(PTRACE_SEIZE, m_pid, nullptr, nullptr) == 0; }
    bool stop() const {
        int status = 0;
        return ::ptrace(PTRACE_INTERRUPT, m_pid, nullptr, nullptr) == 0 &&
               ::waitpid(m_pid, &status, 0) == m_pid && WIFSTOPPED(status);
    }
    void go() const { ::ptrace(PTRACE_CONT, m_pid, nullptr, nullptr); }

private:
    pid_t m_pid = -1;
};

std::vector<SeenMapping> codeOf(pid_t pid) {
    std::vector<SeenMapping> mappings;
    std::ifstream lines(fmt::format("/proc/{}/maps", pid));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string rights, device, inode;
        SeenMapping mapping;
        char dash = 0;
        words >> std::hex >> mapping.start >> dash >> mapping.end >> rights >> mapping.fileOffset >> device >>
            inode >> mapping.path;
        if (mapping.path.starts_with('/') && rights.find('x') != std::string::npos)
            mappings.push_back(std::move(mapping));
    }
    return mappings;
}

Result<SeenStack> stackOf(pid_t pid) {
    user_regs_struct registers{};
    if (::ptrace(PTRACE_GETREGS, pid, nullptr, &registers) != 0) return failure("has no registers");
    SeenStack stack;
    stack.registers.pc = registers.rip;
    stack.registers.sp = registers.rsp;
    stack.registers.fp = registers.rbp;
    stack.memory.resize(maximumStackMemory);
    iovec local{stack.memory.data(), stack.memory.size()};
    iovec remote{reinterpret_cast<void*>(registers.rsp), stack.memory.size()};
    const auto copied = ::process_vm_readv(pid, &local, 1, &remote, 1, 0);
    if (copied <= 0) return failure("has a stack that can't be read");
    stack.memory.resize(static_cast<std::size_t>(copied));
    return stack;
}

} // namespace

Result<SeenProgram> stopAgainAndAgain(const std::vector<std::string>& command, std::size_t stacks) {
    const TracedProgram program(command);
    std::this_thread::sleep_for(timeToStart);
    if (!program.seize()) return failure("can't be stopped");
    SeenProgram seen;
    while (seen.stacks.size() < stacks) {
        std::this_thread::sleep_for(timeBetweenStops);
        if (!program.stop()) return failure("ended before it was seen often enough");
        seen.stacks.push_back(TRY(stackOf(program.pid())));
        if (seen.stacks.size() == stacks) seen.mappings = codeOf(program.pid());
        program.go();
    }
    return seen;
}

} // namespace candela
