/// One end of a connected local stream socket. All that the other side sent is received before closed() is
/// emitted.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>
#include <QString>

#include <memory>
#include <string_view>
#include <utility>

namespace candela {

class ByteChannel : public QObject {
    Q_OBJECT
public:
    /// A connected pair: a channel, and the descriptor for the other side.
    static Result<std::pair<std::unique_ptr<ByteChannel>, FileDescriptor>> createPair();
    /// Connects to a listening socket without waiting. NotPermitted if this user may not connect.
    static Result<std::unique_ptr<ByteChannel>> connectTo(const QString& path);
    /// Sends a request to a listening socket and waits for the whole answer, at most `milliseconds` for each
    /// part. What arrived until then is the answer. Errors as with connectTo().
    static Result<QByteArray> ask(const QString& path, std::string_view request, int milliseconds);

    /// Sends bytes without waiting. For short messages: they fit into the kernel's buffer unless the other
    /// side has stopped reading.
    void send(std::string_view bytes);
    /// Reads nothing until goOn(): the kernel's buffer fills, and the other side has to wait.
    void holdBack() { m_notifier.setEnabled(false); }
    void goOn() { m_notifier.setEnabled(!m_isClosed); }
    /// The other side sees the end of the stream; nothing more is received.
    void close();

signals:
    void received(const QByteArray& bytes);
    void closed();

private:
    explicit ByteChannel(FileDescriptor socket);
    void readSome();

    FileDescriptor m_socket;
    QSocketNotifier m_notifier;
    bool m_isClosed = false;
};

} // namespace candela
