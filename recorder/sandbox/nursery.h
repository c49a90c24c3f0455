/// Where symbol children come from: a process that is started before anything privileged is open, locks
/// itself in, gives up all rights, and from then on only forks. So a child that crashed can be replaced
/// although the recorder itself may no longer make unprivileged processes. The nursery never sees a foreign
/// file; a child is locked in further before it sees one.
#pragma once

#include "model/base/result.h"
#include "recorder/sandbox/packet_socket.h"
#include "recorder/sandbox/protections.h"

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
    /// What a child does with its end of the socket; returns its exit status.
    using Work = int (*)(PacketSocket recorder);
    /// In the nursery's own process; returns its exit status.
    static int run(Work work);

    struct Child {
        PacketSocket socket;
        pid_t pid = 0;              ///< as we see it
        pid_t numberInNursery = 0;  ///< where it has another
        MissingProtections missing; ///< what it could not be locked in with
    };
    /// Asks for a new symbol child, which ends when its socket is closed. Fails if the nursery is gone, or
    /// the child died at once.
    Result<Child> createChild();
    /// No child can be created any more.
    bool isGone() const { return m_isGone; }
    /// Ends a child that may not notice by itself that its socket is closed.
    void endChild(const Child& child);

private:
    explicit Nursery(PacketSocket socket) : m_socket(std::move(socket)) {}

    PacketSocket m_socket;
    bool m_isGone = false;
};

} // namespace candela
