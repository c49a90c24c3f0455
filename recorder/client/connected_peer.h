/// The process and user at the other end of a connected local socket, as the kernel reports them.
#pragma once

#include "model/base/file.h"
#include "recorder/base/traced_user.h"

#include <cstdint>

namespace candela {

struct ConnectedPeer {
    TracedUser user; ///< the user when it connected
    std::int32_t pid = 0;
    std::uint64_t startTicks = 0;  ///< the start of that process, read while no other process can have its
                                   ///< number
    bool isInOurNamespace = false; ///< in the user namespace of the recorder
    FileDescriptor process;        ///< the process itself (a pidfd)
};

/// The peer of a local socket. Fails if it is none, or if the process has ended: another may have its number.
Result<ConnectedPeer> connectedPeer(int socket);
/// The user of the peer; works for a process that has ended, too.
Result<std::uint32_t> userOfPeer(int socket);

} // namespace candela
