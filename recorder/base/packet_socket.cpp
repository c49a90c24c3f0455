#include "recorder/base/packet_socket.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace candela {

Result<std::pair<PacketSocket, PacketSocket>> PacketSocket::pair() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return failure("a socket pair can't be made: " + systemErrorText(errno), ErrorCode::NotPossible);
    std::pair sockets{PacketSocket(FileDescriptor(ends[0])), PacketSocket(FileDescriptor(ends[1]))};
    const int room = 4 * maximumPacket;
    for (const int end : ends) {
        if (::setsockopt(end, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof room) != 0)
            ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room, sizeof room); // if this fails, the default size
                                                                          // has to suffice
    }
    return sockets;
}

PacketSocket::Outcome PacketSocket::send(std::span<const std::byte> packet, std::span<const int> descriptors,
                                         Wait wait) {
    iovec part{const_cast<std::byte*>(packet.data()), packet.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(maximumDescriptors * sizeof(int))] = {};
    if (!descriptors.empty()) {
        const auto size = descriptors.size() * sizeof(int);
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(size);
        auto* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        std::memcpy(CMSG_DATA(header), descriptors.data(), size);
    }
    const int flags = MSG_NOSIGNAL | (wait == Wait::No ? MSG_DONTWAIT : 0);
    while (::sendmsg(m_socket.get(), &message, flags) < 0) {
        if (errno == EINTR) continue;
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS ? Outcome::NotNow
                                                                           : Outcome::Closed;
    }
    return Outcome::Done;
}

PacketSocket::Outcome PacketSocket::receive(std::string& packet, std::vector<FileDescriptor>& descriptors,
                                            Wait wait) {
    descriptors.clear();
    iovec part{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(maximumDescriptors * sizeof(int))];
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const int flags = MSG_CMSG_CLOEXEC | (wait == Wait::No ? MSG_DONTWAIT : 0);
    ssize_t size = 0;
    int error = 0;
    // Without zeroing the buffer first: most packets are a thousandth of the largest.
    packet.resize_and_overwrite(maximumPacket, [&](char* bytes, std::size_t room) {
        part = {bytes, room};
        do
            size = ::recvmsg(m_socket.get(), &message, flags);
        while (size < 0 && errno == EINTR);
        error = errno;
        return size < 0 ? std::size_t(0) : static_cast<std::size_t>(size);
    });
    if (size < 0) return error == EAGAIN || error == EWOULDBLOCK ? Outcome::NotNow : Outcome::Closed;
    for (auto* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        const auto count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int number = -1;
            std::memcpy(&number, CMSG_DATA(header) + i * sizeof(int), sizeof number);
            descriptors.emplace_back(number);
        }
    }
    const bool isCut = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
    return size == 0 || isCut ? Outcome::Closed : Outcome::Done;
}

} // namespace candela
