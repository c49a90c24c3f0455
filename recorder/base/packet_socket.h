/// One end of a socket pair that carries packets (messages with boundaries) and open descriptors.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace candela {

class PacketSocket {
public:
    static constexpr std::size_t maximumPacket = 128 << 10;
    static constexpr std::size_t maximumDescriptors = 4;

    explicit PacketSocket(FileDescriptor socket) : m_socket(std::move(socket)) {}
    /// Two ends that are connected; both close on exec.
    static Result<std::pair<PacketSocket, PacketSocket>> pair();

    enum class Outcome : std::uint8_t {
        Done,
        NotNow, ///< nothing to read, or no room to write; only with Wait::No
        Closed, ///< the other end closed, or broke the protocol
    };
    enum class Wait : std::uint8_t { No, Yes };

    /// Sends the whole packet or nothing.
    Outcome send(std::span<const std::byte> packet, std::span<const int> descriptors, Wait wait);
    /// Replaces both arguments. A packet or descriptors beyond the limits count as Closed.
    Outcome receive(std::string& packet, std::vector<FileDescriptor>& descriptors, Wait wait);

    int descriptor() const { return m_socket.get(); }
    void close() { m_socket.reset(); }

private:
    FileDescriptor m_socket;
};

} // namespace candela
