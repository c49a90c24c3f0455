#include "app/recording/byte_channel.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace candela {
namespace {

/// The maximum number of bytes in one read, so that a fast stream leaves time for the rest of the event loop.
constexpr qsizetype pieceSize = 1 << 20;

std::unexpected<Error> noConnection(int number) {
    const bool isDenied = number == EACCES || number == EPERM;
    return failure(systemErrorText(number), isDenied ? ErrorCode::NotPermitted : ErrorCode::NotPossible);
}

Result<FileDescriptor> connectedSocket(const QString& path) {
    const auto name = QFile::encodeName(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.size() >= static_cast<qsizetype>(sizeof address.sun_path)) return noConnection(ENAMETOOLONG);
    std::memcpy(address.sun_path, name.constData(), static_cast<std::size_t>(name.size()));
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.isOpen() ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return noConnection(errno);
    return socket;
}

void sendAll(const FileDescriptor& socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return; // timeouts notice a peer that does not read
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

} // namespace

ByteChannel::ByteChannel(FileDescriptor socket)
    : m_socket(std::move(socket)), m_notifier(m_socket.get(), QSocketNotifier::Read) {
    connect(&m_notifier, &QSocketNotifier::activated, this, &ByteChannel::readSome);
}

Result<std::pair<std::unique_ptr<ByteChannel>, FileDescriptor>> ByteChannel::createPair() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return noConnection(errno);
    FileDescriptor ours(ends[0]), theirs(ends[1]);
    return std::pair(std::unique_ptr<ByteChannel>(new ByteChannel(std::move(ours))), std::move(theirs));
}

Result<std::unique_ptr<ByteChannel>> ByteChannel::connectTo(const QString& path) {
    auto socket = TRY(connectedSocket(path));
    return std::unique_ptr<ByteChannel>(new ByteChannel(std::move(socket)));
}

Result<QByteArray> ByteChannel::ask(const QString& path, std::string_view request, int milliseconds) {
    const auto socket = TRY(connectedSocket(path));
    sendAll(socket, request);
    QByteArray answer;
    pollfd wanted{socket.get(), POLLIN, 0};
    while (::poll(&wanted, 1, milliseconds) > 0) {
        char part[16 << 10];
        const auto got = ::recv(socket.get(), part, sizeof part, 0);
        if (got <= 0) break;
        answer.append(part, got);
    }
    return answer;
}

void ByteChannel::send(std::string_view bytes) {
    sendAll(m_socket, bytes);
}

void ByteChannel::close() {
    m_isClosed = true;
    m_notifier.setEnabled(false);
    m_socket.reset();
}

void ByteChannel::readSome() {
    QByteArray bytes(pieceSize, Qt::Uninitialized);
    const auto got =
        ::recv(m_socket.get(), bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT);
    if (got > 0) {
        bytes.truncate(got);
        bytes.squeeze();
        emit received(bytes);
        return;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    m_isClosed = true;
    m_notifier.setEnabled(false);
    emit closed();
}

} // namespace candela

#include "moc_byte_channel.cpp"
