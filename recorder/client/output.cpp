#include "recorder/client/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {

/// As Output::problem(); empty if the client disconnected.
std::string problemOf(int errorNumber) {
    const bool hasLeft = errorNumber == EPIPE || errorNumber == ECONNRESET;
    return hasLeft ? std::string() : "can't be written: " + systemErrorText(errorNumber);
}

} // namespace

std::unique_ptr<Output> Output::toFile(FileKeeper file, std::function<void()> onClosed) {
    std::unique_ptr<Output> output(new Output());
    output->m_onClosed = std::move(onClosed);
    output->m_descriptor = file.descriptor();
    output->m_file.emplace(std::move(file));
    return output;
}

Result<std::unique_ptr<Output>> Output::toClient(int descriptor, EventLoop& loop,
                                                 std::function<void()> onClosed) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0)
        return failure("standard output can't be written: " + systemErrorText(errno), ErrorCode::Usage);
    std::unique_ptr<Output> output(new Output());
    output->m_descriptor = descriptor;
    if (S_ISREG(status.st_mode) || S_ISBLK(status.st_mode)) return output;
    output->m_isSocket = S_ISSOCK(status.st_mode);
    if (output->m_isSocket) {
        // A duplicate, because requests are waited for on the original descriptor.
        output->m_owned = FileDescriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
        output->m_descriptor = output->m_owned.get();
    } else {
        // Opened anew, so that programs that share the original open file do not find it non-blocking.
        const auto path = fmt::format("/proc/self/fd/{}", descriptor);
        output->m_owned = FileDescriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
        if (output->m_owned.isOpen())
            output->m_descriptor = output->m_owned.get();
        else if (::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK) != 0)
            return failure("standard output can't be written: " + systemErrorText(errno), ErrorCode::Usage);
    }
    output->m_loop = &loop;
    output->m_onClosed = std::move(onClosed);
    output->watch();
    return output;
}

Output::~Output() {
    if (m_isWatched) m_loop->remove(m_descriptor);
}

Output::Sent Output::send(std::span<const std::byte> bytes) {
    if (m_isBroken) return Sent::Broken;
    if (waitingBytes() + bytes.size() > maximumWaiting && m_loop) return Sent::ClientTooSlow;
    m_waiting.erase(0, m_done);
    m_done = 0;
    m_waiting.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    m_sentBytes += bytes.size();
    flush();
    return m_isBroken ? Sent::Broken : Sent::Accepted;
}

void Output::keep() {
    if (!m_file || m_isBroken) return;
    if (const auto named = m_file->takeName(); !named) becomeBroken(named.error().message);
}

void Output::flush() {
    while (m_done < m_waiting.size()) {
        const char* begin = m_waiting.data() + m_done;
        const auto size = m_waiting.size() - m_done;
        const auto written = m_isSocket ? ::send(m_descriptor, begin, size, MSG_DONTWAIT | MSG_NOSIGNAL)
                                        : ::write(m_descriptor, begin, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && m_loop) break;
        if (written < 0) return becomeBroken(problemOf(errno));
        m_done += static_cast<std::size_t>(written);
    }
    if (m_done == m_waiting.size()) {
        m_waiting.clear();
        m_done = 0;
    }
    watch();
}

void Output::watch() {
    if (!m_loop || m_isBroken) return;
    const std::uint32_t events = m_waiting.empty() ? 0 : static_cast<std::uint32_t>(EPOLLOUT);
    if (!m_isWatched) {
        // Descriptors that can't be waited on (/dev/null) never block and never close.
        m_isWatched = m_loop
                          ->add(m_descriptor, events,
                                [this](std::uint32_t happened) {
                                    if (happened & (EPOLLERR | EPOLLHUP)) return becomeBroken({});
                                    flush();
                                })
                          .has_value();
    } else if (events != m_watchedEvents) {
        m_loop->change(m_descriptor, events);
    }
    m_watchedEvents = events;
}

void Output::becomeBroken(std::string problem) {
    if (m_isBroken) return;
    m_isBroken = true;
    m_waiting.clear();
    m_done = 0;
    if (m_isWatched) m_loop->remove(m_descriptor);
    m_isWatched = false;
    m_problem = std::move(problem);
    if (m_onClosed) m_onClosed();
}

} // namespace candela
