/// The recorder's fork server with children that do not read files but try forbidden actions: the packet
/// names the action, the answer is the error number, 0 if it was possible. For requests of a SymbolClient,
/// opening takes forever and unwinding kills the child. Never part of the recorder.
#include "recorder/sandbox/conversation.pb.h"
#include "recorder/sandbox/fork_server.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <functional>
#include <map>
#include <sched.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace candela;

bool allocate(std::size_t bytes) {
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && ::munmap(memory, bytes) == 0;
}

bool map(int protection, int flags) {
    return ::mmap(nullptr, 4096, protection, flags | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

const std::map<std::string, std::function<bool()>>& attempts() {
    static char path[] = "/bin/true";
    static char* const arguments[] = {path, nullptr};
    static const std::map<std::string, std::function<bool()>> table{
        {"nothing", [] { return true; }},
        {"allocate a megabyte", [] { return allocate(1 << 20); }},
        {"allocate two gigabytes", [] { return allocate(std::size_t{2} << 30); }},
        {"map executable memory", [] { return map(PROT_READ | PROT_EXEC, MAP_PRIVATE); }},
        {"map shared memory", [] { return map(PROT_READ | PROT_WRITE, MAP_SHARED); }},
        {"open a file", [] { return ::open("/etc/passwd", O_RDONLY) >= 0; }},
        {"open a file of the old root", [] { return ::openat(STDIN_FILENO, "..", O_RDONLY) >= 0; }},
        {"make a file", [] { return ::open("/file", O_RDWR | O_CREAT, 0600) >= 0; }},
        {"look at a file",
         [] {
             struct stat status {};
             return ::stat("/etc/passwd", &status) == 0;
         }},
        {"make memory a file", [] { return ::memfd_create("file", 0) >= 0; }},
        {"write to standard output", [] { return ::write(STDOUT_FILENO, "text", 4) == 4; }},
        {"make a socket", [] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }},
        {"make a local socket", [] { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }},
        {"execute", [] { return ::execve(path, arguments, nullptr) == 0; }},
        {"fork", [] { return ::fork() >= 0; }},
        {"trace", [] { return ::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr) == 0; }},
        {"trace itself", [] { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }},
        {"kill the fork server", [] { return ::kill(1, SIGKILL) == 0; }},
        {"mount", [] { return ::mount("none", "/", "tmpfs", 0, nullptr) == 0; }},
        {"enter a user namespace", [] { return ::unshare(CLONE_NEWUSER) == 0; }},
        {"become root", [] { return ::setuid(0) == 0; }},
        {"load a BPF program", [] { return ::syscall(SYS_bpf, 5, nullptr, 0) == 0; }},
        {"set a process option", [] { return ::prctl(PR_SET_DUMPABLE, 1) == 0; }},
        {"raise a limit",
         [] {
             const rlimit limits{100, 100};
             return ::setrlimit(RLIMIT_NPROC, &limits) == 0;
         }},
        {"use memory that is not there", [] { return *static_cast<volatile char*>(nullptr) == 0; }},
        {"go on for ever",
         [] {
             const volatile bool isEndless = true;
             while (isEndless) {
             }
             return true;
         }},
    };
    return table;
}

int attempt(PacketSocket recorder) {
    std::string packet;
    std::vector<FileDescriptor> descriptors;
    while (recorder.receive(packet, descriptors, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done) {
        sandbox::Request request;
        if (!attempts().contains(packet) && request.ParseFromString(packet)) {
            if (request.has_open()) packet = "go on for ever";
            if (request.has_unwind()) packet = "use memory that is not there";
        }
        const auto found = attempts().find(packet);
        std::int32_t answer = -1; // the error for an unknown attempt
        if (found != attempts().end()) answer = found->second() ? 0 : errno;
        const auto bytes = std::as_bytes(std::span(&answer, 1));
        if (recorder.send(bytes, {}, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done) break;
    }
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    if (count == 2 && std::string_view(arguments[1]) == ForkServer::argument)
        return ForkServer::run(&attempt, ForkServer::Kind::Symbols, true);
    return 2;
}
