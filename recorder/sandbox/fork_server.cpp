#include "recorder/sandbox/fork_server.h"

#include "recorder/base/proc_files.h"
#include "recorder/rights/given_up_rights.h"
#include "recorder/rights/helper_filters.h"
#include "recorder/rights/own_rights.h"
#include "recorder/rights/own_user.h"
#include "recorder/rights/sandbox_filter.h"
#include "recorder/sandbox/own_namespaces.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr int forkServerSocket = 3;
constexpr int priorityAhead = -10; // before other programs, but after the recorder
constexpr auto servicePath = "/run/candela/sandbox.sock";

/// Runs in the forked process: only async-signal-safe calls.
[[noreturn]] void becomeForkServer(const char* program, const char* argument, int socket) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (socket == forkServerSocket)
        ::fcntl(socket, F_SETFD, 0);
    else
        ::dup2(socket, forkServerSocket);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing >= 0) {
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(nothing, STDOUT_FILENO);
    }
    ::close_range(forkServerSocket + 1, ~0u, 0);
    const char* arguments[] = {"candela-recorder", argument, nullptr};
    const char* environment[] = {nullptr};
    ::execve(program, const_cast<char**>(arguments), const_cast<char**>(environment));
    ::_exit(127);
}

/// Runs in the fork server: a unit passes the recorder's
/// socket as standard input, where it must not stay.
void takeServiceSocket() {
    struct stat status {};
    if (::fstat(STDIN_FILENO, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    ::dup2(STDIN_FILENO, forkServerSocket);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::close_range(forkServerSocket + 1, ~0u, 0);
}

/// A request of the recorder; the socket for a new child is sent with it.
struct ForkServerRequest {
    pid_t childToEnd = 0; // 0: start one instead
};

/// The answer to the start of a child; a descriptor of the process is sent with it if the kernel has them.
struct ForkServerAnswer {
    pid_t child = 0; // the pid that the fork server sees
};

/// A child's first packet.
struct ChildReport {
    std::uint32_t missingProtections = 0;
    std::uint32_t lacksDisassembler = 0; // 0 or 1
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

/// The living children of the fork server, by number. They are never waited for: a child that reads from a
/// file system that does not answer can't be killed, and is left behind.
class Children {
public:
    Children() { ::signal(SIGCHLD, SIG_IGN); } // the kernel reaps the children

    /// Returns no descriptor if the kernel has none.
    int add(pid_t pid) {
        m_processes.push_back({pid, FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))});
        return m_processes.back().descriptor.get();
    }
    /// Kills the child through its descriptor, since another child may have the number by now.
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

/// The kind of the fork server's children, and their work.
struct ChildSetup {
    ForkServer::Kind kind = ForkServer::Kind::Symbols;
    ForkServer::Work work = nullptr;
    bool lacksDisassembler = false;
    MissingProtections missing; // protections that the fork server itself lacks
};

/// Runs in the child: nothing is open but the socket and /dev/null. Symbol children can't open anything from
/// now on.
int runChild(FileDescriptor socket, const ChildSetup& setup) {
    const bool isOpener = setup.kind == ForkServer::Kind::Openers;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NAME, isOpener ? "candela-opener" : "candela-symbols");
    ::dup2(STDIN_FILENO, STDERR_FILENO);
    PacketSocket recorder{FileDescriptor(::dup2(socket.get(), forkServerSocket))};
    ::close_range(forkServerSocket + 1, ~0u, 0);
    static_cast<void>(socket.release());
    auto missing = setup.missing;
    if (isOpener) {
        missing.add(limitOpener());
        missing.add(filterCallsOfFileOpener());
    } else {
        missing.add(limitResources());
        missing.add(filterSystemCalls());
    }
    const ChildReport report{missing.bits(), setup.lacksDisassembler ? 1u : 0u};
    if (recorder.send(packetOf(report), {}, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done) return 1;
    return setup.work(std::move(recorder));
}

/// Starts and ends children until the recorder disconnects.
int serve(PacketSocket recorder, const ChildSetup& setup) {
    std::string packet;
    std::vector<FileDescriptor> descriptors;
    Children children;
    while (recorder.receive(packet, descriptors, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done) {
        ForkServerRequest request;
        if (!readPacket(packet, request)) return 1;
        if (request.childToEnd != 0) {
            children.end(request.childToEnd);
            continue;
        }
        if (descriptors.size() != 1) return 1;
        const ForkServerAnswer answer{::fork()};
        if (answer.child == 0) {
            recorder.close();
            return runChild(std::move(descriptors.front()), setup);
        }
        descriptors.clear();
        const std::array numbers{children.add(answer.child)};
        const auto given = std::span(numbers).first(numbers.front() >= 0 ? 1 : 0);
        if (recorder.send(packetOf(answer), given, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done)
            break;
    }
    return 0;
}

/// The number of a process in the recorder's own namespace; 0 if it is not known.
pid_t numberOf(const FileDescriptor& process) {
    const auto text = readSystemFile(fmt::format("/proc/self/fdinfo/{}", process.get()));
    const auto position = text.find("\nPid:");
    return position == std::string::npos ? 0 : static_cast<pid_t>(std::atoi(text.c_str() + position + 5));
}

} // namespace

Result<ForkServer> ForkServer::start(const char* program, Kind kind) {
    auto [ours, theirs] = TRY(PacketSocket::pair());
    const pid_t pid = ::fork();
    if (pid < 0)
        return failure("the process that reads files of others can't be started: " + systemErrorText(errno),
                       ErrorCode::NotPossible);
    if (pid == 0)
        becomeForkServer(program, kind == Kind::Openers ? openersArgument : argument, theirs.descriptor());
    return ForkServer(std::move(ours));
}

Result<ForkServer> ForkServer::startAsService() {
    FileDescriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, servicePath);
    if (!socket.isOpen() ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return start();
    return ForkServer(PacketSocket(std::move(socket)));
}

Result<ForkServer::Child> ForkServer::createChild() {
    auto [ours, theirs] = TRY(PacketSocket::pair());
    const ForkServerRequest request;
    ForkServerAnswer answer;
    ChildReport report;
    std::string packet;
    std::vector<FileDescriptor> process;
    std::vector<FileDescriptor> none;
    using enum PacketSocket::Outcome;
    using enum PacketSocket::Wait;
    const std::array descriptors{theirs.descriptor()};
    const std::lock_guard lock(*m_mutex);
    m_hasExited = m_hasExited || m_socket.send(packetOf(request), descriptors, Yes) != Done ||
                  m_socket.receive(packet, process, Yes) != Done;
    const bool isStarted = !m_hasExited && readPacket(packet, answer) && answer.child > 0;
    theirs.close();
    // Waiting is safe, because the child has read nothing untrusted yet.
    if (!isStarted || ours.receive(packet, none, Yes) != Done || !readPacket(packet, report))
        return failure("the process that reads files of others can't be started again",
                       ErrorCode::NotPossible);
    Child child{std::move(ours),
                0,
                answer.child,
                MissingProtections(report.missingProtections),
                report.lacksDisassembler != 0,
                {}};
    if (!process.empty()) child.process = std::move(process.front());
    if (child.process.isOpen()) child.pid = numberOf(child.process);
    if (child.pid == 0) child.pid = answer.child;
    return child;
}

void ForkServer::endChild(const Child& child) {
    const ForkServerRequest request{child.pidInForkServer};
    const std::lock_guard lock(*m_mutex);
    m_socket.send(packetOf(request), {}, PacketSocket::Wait::No);
}

int ForkServer::run(Work work, Kind kind, bool lacksDisassembler) {
    takeServiceSocket();
    const bool isForOpeners = kind == Kind::Openers;
    ::prctl(PR_SET_NAME, isForOpeners ? "candela-openers" : "candela-forker"); // without this, the process is
                                                                               // called "exe"
    // A service's unit may have set a priority. The recorder waits for openers, but not for other children.
    const int priority = ::getpriority(PRIO_PROCESS, 0);
    if (isForOpeners && priority > priorityAhead) ::setpriority(PRIO_PROCESS, 0, priorityAhead);
    if (!isForOpeners && priority < 0) ::setpriority(PRIO_PROCESS, 0, 0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) // the recorder ends on these signals, and the fork
                                                       // server ends with it
        ::signal(signal, SIG_IGN);
    ChildSetup setup{kind, work, lacksDisassembler, {}};
    PacketSocket recorder{FileDescriptor(forkServerSocket)};
    if (isForOpeners) {
        setup.missing = keepOpeningRights();
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // changing user and capabilities cleared it
        setup.missing.add(filterCallsOfForkServer());
        return serve(std::move(recorder), setup);
    }
    setup.missing = becomeUser(unprivilegedUser());
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    setup.missing.add(enterOwnNamespaces());
    // Only processes forked from now on are in the new namespace. When the first of these ends, the kernel
    // kills the others.
    const pid_t first = ::fork();
    setup.missing.add(giveUpRights());
    setup.missing.add(filterCallsOfForkServer());
    if (first == 0) return serve(std::move(recorder), setup);
    recorder.close();
    ::prctl(PR_SET_NAME, "candela-sandbox");
    int status = 1;
    while (first > 0 && ::waitpid(first, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0 ? 0 : 1;
}

} // namespace candela
