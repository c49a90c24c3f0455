#include "recorder/sandbox/symbol_client.h"

#include "model/base/byte_reader.h"
#include "recorder/proc_files.h"

#include <csignal>
#include <sys/epoll.h>

namespace candela {

bool SymbolClient::ensureChild() {
    if (m_child) return true;
    if (m_isHopeless) return false;
    auto child = m_starts++ < maximumStarts ? m_nursery->createChild()
                                            : failure("it was started too often", ErrorCode::NotPossible);
    if (!child || !m_loop.add(child->socket.descriptor(), EPOLLIN, [this](std::uint32_t) { receive(); })) {
        m_isHopeless = true;
        return false;
    }
    m_child.emplace(std::move(*child));
    return true;
}

void SymbolClient::dropChild() {
    if (!m_child) return;
    m_loop.remove(m_child->socket.descriptor());
    const pid_t pid = m_child->pid;
    m_child.reset();
    m_nursery->endChild(pid);
    m_inFlight.clear();
    m_isBroken = false;
}

void SymbolClient::send(const sandbox::Request& request, std::span<const int> descriptors) {
    if (!ensureChild()) return;
    const auto packet = request.SerializeAsString();
    const auto outcome = m_child->socket.send(asBytes(packet), descriptors, PacketSocket::Wait::No);
    if (outcome != PacketSocket::Outcome::Done) m_isBroken = true;
    if (!request.has_close()) m_inFlight.push_back({request.module(), monotonicTime()});
}

void SymbolClient::receive() {
    std::string packet;
    std::vector<FileDescriptor> descriptors;
    while (m_child) {
        switch (m_child->socket.receive(packet, descriptors, PacketSocket::Wait::No)) {
        case PacketSocket::Outcome::NotNow:
            return;
        case PacketSocket::Outcome::Closed:
            return restart();
        case PacketSocket::Outcome::Done:
            break;
        }
        if (!takeAnswer(packet)) return restart();
    }
}

bool SymbolClient::takeAnswer(const std::string& packet) {
    // It answers in order, and only what it was asked.
    if (!m_answer.ParseFromString(packet) || m_inFlight.empty()) return false;
    if (m_answer.module() != m_inFlight.front().module) return false;
    const bool isWhole = m_answer.has_names()         ? m_answer.names().is_last()
                         : m_answer.has_unwind_rows() ? m_answer.unwind_rows().is_last()
                                                      : true;
    if (isWhole) m_inFlight.pop_front();
    if (!m_inFlight.empty()) m_inFlight.front().since = monotonicTime();
    m_callbacks.onAnswer(m_answer);
    return true;
}

void SymbolClient::restart() {
    std::optional<std::uint64_t> culprit;
    if (!m_inFlight.empty()) culprit = m_inFlight.front().module;
    dropChild();
    m_callbacks.onRestart(culprit);
}

void SymbolClient::watch(std::int64_t now) {
    if (!m_child) return;
    const bool hangs = !m_inFlight.empty() && now - m_inFlight.front().since > longestWork;
    if (hangs || m_isBroken) restart();
}

} // namespace candela
