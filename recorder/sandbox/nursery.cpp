#include "recorder/sandbox/nursery.h"

#include "recorder/proc_files.h"
#include "recorder/sandbox/given_up_rights.h"
#include "recorder/sandbox/own_namespaces.h"
#include "recorder/sandbox/system_call_filter.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr int nurserySocket = 3;

/// In the forked process: only async-signal-safe calls.
[[noreturn]] void becomeNursery(const char* program, int socket) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (socket == nurserySocket)
        ::fcntl(socket, F_SETFD, 0);
    else
        ::dup2(socket, nurserySocket);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing >= 0) {
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(nothing, STDOUT_FILENO);
    }
    ::close_range(nurserySocket + 1, ~0u, 0);
    const char* arguments[] = {"candela-recorder", Nursery::argument, nullptr};
    const char* environment[] = {nullptr};
    ::execve(program, const_cast<char**>(arguments), const_cast<char**>(environment));
    ::_exit(127);
}

/// What the recorder asks for; a new child's socket rides along.
struct NurseryRequest {
    pid_t childToEnd = 0; // 0: start one instead
};

/// The answer to the start of a child; a descriptor of the process rides along where the kernel has such.
struct NurseryAnswer {
    pid_t child = 0; // as the nursery sees it
};

/// A child's first packet.
struct ChildReport {
    std::uint32_t missingProtections = 0;
};

template<typename T>
std::span<const std::byte> packetOf(const T& message) {
    return std::as_bytes(std::span(&message, 1));
}

template<typename T>
bool readPacket(const std::string& packet, T& message) {
    if (packet.size() != sizeof message) return false;
    std::memcpy(&message, packet.data(), sizeof message);
    return true;
}

/// The nursery's children by number, as long as they live. They are never waited for: one that reads from a
/// file system that does not answer can't be ended, and is left behind.
class Children {
public:
    Children() { ::signal(SIGCHLD, SIG_IGN); } // the kernel clears them away

    /// Without a descriptor where the kernel gives none.
    int add(pid_t pid) {
        m_processes.push_back({pid, FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))});
        return m_processes.back().descriptor.get();
    }
    /// By its descriptor, since the number may be another child's by now.
    void end(pid_t pid) {
        std::erase_if(m_processes, [pid](const Process& process) {
            if (process.pid != pid) return false;
            ::syscall(SYS_pidfd_send_signal, process.descriptor.get(), SIGKILL, nullptr, 0);
            return true;
        });
    }

private:
    struct Process {
        pid_t pid = 0;
        FileDescriptor descriptor;
    };
    std::vector<Process> m_processes;
};

/// In the child: nothing is open but the socket and /dev/null, nothing can be opened from now on.
int runChild(FileDescriptor socket, MissingProtections missing, Nursery::Work work) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NAME, "candela-symbols");
    ::dup2(STDIN_FILENO, STDERR_FILENO);
    PacketSocket recorder{FileDescriptor(::dup2(socket.get(), nurserySocket))};
    ::close_range(nurserySocket + 1, ~0u, 0);
    static_cast<void>(socket.release());
    missing.add(limitResources());
    missing.add(filterSystemCalls());
    const ChildReport report{missing.bits()};
    if (recorder.send(packetOf(report), {}, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done) return 1;
    return work(std::move(recorder));
}

/// Starts and ends children until the recorder is gone.
int serve(PacketSocket recorder, MissingProtections missing, Nursery::Work work) {
    std::string packet;
    std::vector<FileDescriptor> descriptors;
    Children children;
    while (recorder.receive(packet, descriptors, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done) {
        NurseryRequest request;
        if (!readPacket(packet, request)) return 1;
        if (request.childToEnd != 0) {
            children.end(request.childToEnd);
            continue;
        }
        if (descriptors.size() != 1) return 1;
        const NurseryAnswer answer{::fork()};
        if (answer.child == 0) {
            recorder.close();
            return runChild(std::move(descriptors.front()), missing, work);
        }
        descriptors.clear();
        const std::array numbers{children.add(answer.child)};
        const auto given = std::span(numbers).first(numbers.front() >= 0 ? 1 : 0);
        if (recorder.send(packetOf(answer), given, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done)
            break;
    }
    return 0;
}

/// The number that a process has here, whatever it is elsewhere; 0 if that is not known.
pid_t numberOf(const FileDescriptor& process) {
    const auto text = readSystemFile(fmt::format("/proc/self/fdinfo/{}", process.get()));
    const auto place = text.find("\nPid:");
    return place == std::string::npos ? 0 : static_cast<pid_t>(std::atoi(text.c_str() + place + 5));
}

} // namespace

Result<Nursery> Nursery::start(const char* program) {
    auto [ours, theirs] = TRY(PacketSocket::pair());
    const pid_t pid = ::fork();
    if (pid < 0)
        return failure("the process that resolves names can't be started: " + systemErrorText(errno),
                       ErrorCode::NotPossible);
    if (pid == 0) becomeNursery(program, theirs.descriptor());
    return Nursery(std::move(ours));
}

Result<Nursery::Child> Nursery::createChild() {
    auto [ours, theirs] = TRY(PacketSocket::pair());
    const NurseryRequest request;
    NurseryAnswer answer;
    ChildReport report;
    std::string packet;
    std::vector<FileDescriptor> process;
    std::vector<FileDescriptor> none;
    using enum PacketSocket::Outcome;
    using enum PacketSocket::Wait;
    const std::array descriptors{theirs.descriptor()};
    m_isGone = m_isGone || m_socket.send(packetOf(request), descriptors, Yes) != Done ||
               m_socket.receive(packet, process, Yes) != Done;
    const bool isStarted = !m_isGone && readPacket(packet, answer) && answer.child > 0;
    theirs.close();
    // It has seen nothing foreign yet, so it can be waited for.
    if (!isStarted || ours.receive(packet, none, Yes) != Done || !readPacket(packet, report))
        return failure("the process that resolves names can't be started again", ErrorCode::NotPossible);
    Child child{std::move(ours), 0, answer.child, MissingProtections(report.missingProtections)};
    if (!process.empty()) child.pid = numberOf(process.front());
    if (child.pid == 0) child.pid = answer.child;
    return child;
}

void Nursery::endChild(const Child& child) {
    const NurseryRequest request{child.numberInNursery};
    m_socket.send(packetOf(request), {}, PacketSocket::Wait::No);
}

int Nursery::run(Work work) {
    ::prctl(PR_SET_NAME, "candela-nursery");                                   // else it is called "exe"
    if (::getpriority(PRIO_PROCESS, 0) < 0) ::setpriority(PRIO_PROCESS, 0, 0); // a service's unit may set it
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) // the recorder ends on these, and we with it
        ::signal(signal, SIG_IGN);
    auto missing = becomeNobody();
    missing.add(enterOwnNamespaces());
    // Only what is forked now has processes of its own. When the first of these ends, the kernel ends the
    // others.
    const pid_t first = ::fork();
    missing.add(giveUpRights());
    PacketSocket recorder{FileDescriptor(nurserySocket)};
    if (first == 0) return serve(std::move(recorder), missing, work);
    recorder.close();
    ::prctl(PR_SET_NAME, "candela-sandbox");
    int status = 1;
    while (first > 0 && ::waitpid(first, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0 ? 0 : 1;
}

} // namespace candela
