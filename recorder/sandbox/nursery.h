/// Where symbol children come from: a process that is started before anything privileged is open, gives up
/// all rights, and from then on only forks. So a child that crashed can be replaced although the recorder
/// itself may no longer make unprivileged processes. The nursery never sees a foreign file.
#pragma once

#include "model/base/result.h"
#include "recorder/sandbox/packet_socket.h"

#include <sys/types.h>

namespace candela {

class Nursery {
public:
    /// The argument by which main() knows that it is to run() the nursery.
    static constexpr const char* argument = "--symbol-nursery";
    /// The program to start as the nursery; it must know the argument. Tests give the recorder's path.
    static constexpr const char* thisProgram = "/proc/self/exe";

    /// Call it before anything else is opened.
    static Result<Nursery> start(const char* program = thisProgram);
    /// In the nursery's own process; returns its exit status.
    static int run();

    struct Child {
        PacketSocket socket;
        pid_t pid = 0;
    };
    /// Asks for a new symbol child, which ends when its socket is closed. Fails if the nursery is gone.
    Result<Child> createChild();
    /// Ends a child that may not notice by itself that its socket is closed.
    void endChild(pid_t pid);

private:
    explicit Nursery(PacketSocket socket) : m_socket(std::move(socket)) {}

    PacketSocket m_socket;
};

} // namespace candela
