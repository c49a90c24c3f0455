#include "recorder/opener/opener_process.h"

#include "model/base/byte_reader.h"
#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <poll.h>
#include <utility>

namespace candela {

void OpenerProcess::add(OpeningRequest request) {
    if (m_requests.empty()) m_since = monotonicTime();
    m_requests.push_back(std::move(request));
    sendWaiting();
}

void OpenerProcess::sendWaiting() {
    while (!m_isBroken && m_sent < std::min(maximumSent, m_requests.size())) {
        const auto packet = m_requests[m_sent].message.SerializeAsString();
        const auto sent = m_child.socket.send(asBytes(packet), {}, PacketSocket::Wait::No);
        if (sent == PacketSocket::Outcome::NotNow && m_sent > 0) return;
        m_isBroken = sent != PacketSocket::Outcome::Done;
        ++m_sent;
        ++m_unanswered;
    }
}

bool OpenerProcess::receive() {
    std::vector<FileDescriptor> files;
    while (!m_isBroken) {
        switch (m_child.socket.receive(m_packet, files, PacketSocket::Wait::No)) {
        case PacketSocket::Outcome::NotNow:
            return true;
        case PacketSocket::Outcome::Closed:
            return false;
        case PacketSocket::Outcome::Done:
            if (!take(m_packet, files)) return false;
        }
    }
    return false;
}

bool OpenerProcess::take(const std::string& packet, std::vector<FileDescriptor>& files) {
    opening::Reply part;
    if (!part.ParseFromString(packet) || static_cast<std::size_t>(part.files_size()) != files.size())
        return false;
    m_answeredAt = monotonicTime();
    const bool isLast = part.is_last();
    if (isLast && m_unanswered > 0) --m_unanswered;
    if (m_requests.empty() || part.number() != m_requests.front().message.number()) return true; // given up
    m_answer.reply.MergeFrom(part);
    for (auto& file : files)
        m_answer.files.push_back(std::move(file));
    if (!isLast) return true;
    auto request = std::move(m_requests.front());
    m_requests.pop_front();
    if (m_sent > 0) --m_sent;
    m_since = m_answeredAt;
    auto answer = std::exchange(m_answer, {});
    sendWaiting();
    request.callback(&answer);
    return true;
}

std::deque<OpeningRequest> OpenerProcess::takeRequests() {
    m_sent = 0;
    m_answer = {};
    return std::exchange(m_requests, {});
}

std::deque<OpeningRequest>
OpenerProcess::takeOthers(const std::function<bool(const OpeningSubject&)>& mayWait) {
    std::deque<OpeningRequest> others;
    std::deque<OpeningRequest> staying;
    for (auto& request : m_requests)
        (staying.empty() || mayWait(request.subject) ? staying : others).push_back(std::move(request));
    m_requests = std::move(staying);
    m_sent = std::min<std::size_t>(m_sent, 1); // the others that were sent are sent again, and the answers to
                                               // the earlier sending are ignored
    return others;
}

bool OpenerProcess::wait(std::int64_t nanoseconds) const {
    pollfd waiting{descriptor(), POLLIN, 0};
    const timespec time{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    return ::ppoll(&waiting, 1, &time, nullptr) > 0;
}

bool OpenerProcess::isRunnable() const {
    if (stateOf(m_child.pid) == 'R') return true;
    // A process that is changing its mappings holds a lock that the opener waits for: it hangs only if it
    // does not run, either.
    const auto* subject = m_requests.empty() ? nullptr : &m_requests.front().subject;
    return subject && subject->device == 0 && subject->pid != 0 && stateOf(subject->pid) == 'R';
}

} // namespace candela
