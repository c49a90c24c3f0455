#include "recorder/sandbox/nursery.h"

#include "recorder/sandbox/given_up_rights.h"
#include "recorder/sandbox/symbol_worker.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
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

/// Ends a child that was not waited for yet, so that its number can't be another process's by now.
void endChildOfOurs(pid_t pid) {
    if (::waitpid(pid, nullptr, WNOHANG) != 0) return;
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

/// In the child: names places until the recorder closes the socket.
int runWorker(FileDescriptor socket) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NAME, "candela-symbols");
    limitResources();
    return SymbolWorker(PacketSocket(std::move(socket))).run();
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
    const std::array descriptors{theirs.descriptor()};
    std::string answer;
    std::vector<FileDescriptor> none;
    pid_t pid = 0;
    const bool isAnswered =
        m_socket.send(std::as_bytes(std::span(&request, 1)), descriptors, PacketSocket::Wait::Yes) ==
            PacketSocket::Outcome::Done &&
        m_socket.receive(answer, none, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done;
    if (isAnswered && answer.size() == sizeof pid) std::memcpy(&pid, answer.data(), sizeof pid);
    if (pid <= 0)
        return failure("the process that resolves names can't be started again", ErrorCode::NotPossible);
    return Child{std::move(ours), pid};
}

void Nursery::endChild(pid_t pid) {
    const NurseryRequest request{pid};
    m_socket.send(std::as_bytes(std::span(&request, 1)), {}, PacketSocket::Wait::No);
}

int Nursery::run() {
    ::prctl(PR_SET_NAME, "candela-nursery"); // else it is called "exe"
    if (::getpriority(PRIO_PROCESS, 0) < 0) ::setpriority(PRIO_PROCESS, 0, 0); // a service's unit may set it
    giveUpRights();
    ::signal(SIGINT, SIG_IGN); // the recorder ends on these, and we with it
    ::signal(SIGTERM, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    PacketSocket recorder{FileDescriptor(nurserySocket)};
    std::string packet;
    std::vector<FileDescriptor> descriptors;
    while (recorder.receive(packet, descriptors, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done) {
        NurseryRequest request;
        if (packet.size() != sizeof request) return 1;
        std::memcpy(&request, packet.data(), sizeof request);
        if (request.childToEnd != 0) {
            endChildOfOurs(request.childToEnd);
            continue;
        }
        if (descriptors.size() != 1) return 1;
        const pid_t pid = ::fork();
        if (pid == 0) {
            recorder.close();
            return runWorker(std::move(descriptors.front()));
        }
        descriptors.clear();
        const auto answer = std::as_bytes(std::span(&pid, 1));
        if (recorder.send(answer, {}, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done) break;
    }
    return 0;
}

} // namespace candela
