/// Where expendable children come from: a process that is started before anything privileged is open, gives
/// up the rights that its children do without, and from then on only forks. So a child that crashed or hangs
/// can be replaced although the recorder itself may no longer make such processes. The fork server never sees
/// a foreign file; a child is locked in further before it sees one.
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
    /// What children are for. Each kind has a fork server of its own.
    enum class Kind : std::uint8_t {
        Symbols, ///< read untrusted files: no rights, nothing to open
        Openers, ///< open the files of other processes: no rights but those that this needs
    };
    /// The arguments by which main() knows that it is to run() a fork server.
    static constexpr const char* argument = "--symbol-fork-server";
    static constexpr const char* openersArgument = "--opener-fork-server";
    /// The program to start as the fork server; it must know the argument. Tests give the recorder's path.
    static constexpr const char* thisProgram = "/proc/self/exe";

    /// Call it before anything else is opened.
    static Result<ForkServer> start(const char* program = thisProgram, Kind kind = Kind::Symbols);
    /// For the service, whose unit may make no namespaces: connects to the fork server of symbol children
    /// that has a unit of its own (candela-sandbox@.service). Where there is none, as start(); the children
    /// are locked in less then.
    static Result<ForkServer> startAsService();
    /// What a child does with its end of the socket; returns its exit status.
    using Work = int (*)(PacketSocket recorder);
    /// In the fork server's own process; returns its exit status. The recorder is at standard input where
    /// that is a socket, else at descriptor 3.
    static int run(Work work, Kind kind = Kind::Symbols);

    struct Child {
        PacketSocket socket;
        pid_t pid = 0;              ///< as we see it
        pid_t pidInForkServer = 0;  ///< where it has another
        MissingProtections missing; ///< what it could not be locked in with
        FileDescriptor process;     ///< readable once it has ended; not open where the kernel gives none
    };
    /// Threads may call these at the same time. Asks for a new symbol child, which ends when its socket is
    /// closed. Fails if the fork server is gone, or the child died at once.
    Result<Child> createChild();
    /// No child can be created any more.
    bool hasExited() const { return m_hasExited; }
    /// Ends a child that may not notice by itself that its socket is closed.
    void endChild(const Child& child);

private:
    explicit ForkServer(PacketSocket socket) : m_socket(std::move(socket)) {}

    PacketSocket m_socket;
    std::unique_ptr<std::mutex> m_mutex = std::make_unique<std::mutex>(); // one request at a time
    bool m_hasExited = false;
};

} // namespace candela
