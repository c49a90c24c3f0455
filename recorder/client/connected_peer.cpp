#include "recorder/client/connected_peer.h"

#include "recorder/base/proc_files.h"

#include <cerrno>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD // Linux 6.5
#define SO_PEERPIDFD 77
#endif

namespace candela {

namespace {

Result<ucred> credentialsOfPeer(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0)
        return failure("standard input is not a local socket", ErrorCode::Usage,
                       "--service is for the socket unit of systemd");
    return peer;
}

std::unexpected<Error> hasLeft() {
    return failure("the program that connected has exited", ErrorCode::NotPermitted,
                   "it must not exit before it gets an answer");
}

/// The pidfd of the peer. Not open on kernels that lack this option; fails if the process has ended.
Result<FileDescriptor> processOfPeer(int socket) {
    int number = -1;
    socklen_t size = sizeof number;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &number, &size) == 0) return FileDescriptor(number);
    if (errno == ENOPROTOOPT) return FileDescriptor();
    return hasLeft();
}

} // namespace

Result<ConnectedPeer> connectedPeer(int socket) {
    const auto credentials = TRY(credentialsOfPeer(socket));
    ConnectedPeer peer;
    peer.user = {credentials.uid, credentials.gid};
    peer.pid = credentials.pid;
    peer.process = TRY(processOfPeer(socket));
    const bool isByNumber = !peer.process.isOpen();
    if (isByNumber)
        peer.process = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, credentials.pid, 0)));
    peer.startTicks = startTicks(credentials.pid);
    peer.isInOurNamespace = isInOurUserNamespace(credentials.pid);
    // If the process still lives, the facts above are about it: until now no other process can have had its
    // number.
    if (peer.startTicks == 0 || hasExited(peer.process)) return hasLeft();
    // An earlier process with that number may have connected. The connection started the recorder, so a
    // process that is younger than the recorder can't be the one that connected.
    if (isByNumber && peer.startTicks > startTicks(::getpid())) return hasLeft();
    return peer;
}

Result<std::uint32_t> userOfPeer(int socket) {
    return TRY(credentialsOfPeer(socket)).uid;
}

} // namespace candela
