/// Starts replaceable children: a process that is started before anything privileged is open, gives up the
/// rights that its children do not need, and from then on only forks. So a child that crashed or hangs can be
/// replaced even after the recorder has given up its rights. The fork server never reads an untrusted file; a
/// child is confined further before it reads one.
#pragma once

#include "model/base/result.h"
#include "recorder/base/packet_socket.h"
#include "recorder/rights/protections.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <sys/types.h>

namespace candela {

class ForkServer {
public:
    /// The tasks of children. Each kind has a fork server of its own.
    enum class Kind : std::uint8_t {
        Symbols, ///< read untrusted files: no rights, nothing to open
        Openers, ///< open files of other processes, with only the rights for that
    };
    /// The argument with which main() calls run() of a fork server.
    static constexpr const char* argument = "--symbol-fork-server";
    static constexpr const char* openersArgument = "--opener-fork-server";
    /// The program to start as the fork server, which must know the argument. Tests pass the recorder's path.
    static constexpr const char* thisProgram = "/proc/self/exe";

    /// Starts a fork server. To be called before anything else is opened.
    static Result<ForkServer> start(const char* program = thisProgram, Kind kind = Kind::Symbols);
    /// Starts it for the service, whose unit may not create namespaces: connects to the fork server of symbol
    /// children that has its own unit (candela-sandbox@.service). If there is none, does the same as start(),
    /// with weaker protection of the children.
    static Result<ForkServer> startAsService();
    /// The work of a child with its end of the socket; returns its exit status.
    using Work = int (*)(PacketSocket recorder);
    /// Runs in the fork server's process; returns its exit status. The recorder is at standard input if that
    /// is a socket, else at descriptor 3. Each child reports `lacksDisassembler`.
    static int run(Work work, Kind kind = Kind::Symbols, bool lacksDisassembler = false);

    struct Child {
        PacketSocket socket;
        pid_t pid = 0;                  ///< the pid in the recorder's namespace
        pid_t pidInForkServer = 0;      ///< the pid in the fork server's namespace, if that is another one
        MissingProtections missing;     ///< the protections that the child lacks
        bool lacksDisassembler = false; ///< it can't read the code of functions with rare instructions
        FileDescriptor process;         ///< readable once the child has ended; not open if the kernel has no
                                        ///< pidfd
    };
    /// Starts a new child, which ends when its socket is closed. Fails if the fork server has exited, or if
    /// the child died at once. Thread-safe.
    Result<Child> createChild();
    /// Whether no more children can be created.
    bool hasExited() const { return m_hasExited; }
    /// Ends a child that may not notice that its socket was closed.
    void endChild(const Child& child);

private:
    explicit ForkServer(PacketSocket socket) : m_socket(std::move(socket)) {}

    PacketSocket m_socket;
    std::unique_ptr<std::mutex> m_mutex = std::make_unique<std::mutex>(); // one request at a time
    bool m_hasExited = false;
};

} // namespace candela
