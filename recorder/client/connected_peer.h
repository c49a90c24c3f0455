/// Who sits at the other end of a connected local socket, by the kernel's word.
#pragma once

#include "model/base/file.h"
#include "recorder/base/traced_user.h"

#include <cstdint>

namespace candela {

struct ConnectedPeer {
    TracedUser user; ///< when it connected
    std::int32_t pid = 0;
    std::uint64_t startTicks = 0;  ///< of the process of that number, read while it is sure to be the same
    bool isInOurNamespace = false; ///< of users
    FileDescriptor process;        ///< of the process itself (a pidfd)
};

/// Fails on what is no local socket, and where the process has ended: its number may be another's by now.
Result<ConnectedPeer> connectedPeer(int socket);
/// Only the user, also of a process that has ended.
Result<std::uint32_t> userOfPeer(int socket);

} // namespace candela
