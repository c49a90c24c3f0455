#include "recorder/sandbox/symbol_client.h"

#include "model/base/byte_reader.h"
#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"

#include <algorithm>
#include <ctime>
#include <sys/epoll.h>
#include <utility>

namespace candela {

namespace {

/// The processor time that a process has used so far, in nanoseconds; 0 if it has exited.
std::int64_t processorTime(pid_t pid) {
    clockid_t clock{};
    return ::clock_getcpuclockid(pid, &clock) == 0 ? clockTime(clock) : 0;
}

} // namespace

/// Whether a child may be started: each start takes one from a budget, which grows again with time.
bool SymbolClient::mayStart(std::int64_t now) {
    const auto earned = m_startedAt == 0 ? 0 : (now - m_startedAt) / timeForAnotherStart;
    m_startsLeft = static_cast<int>(std::min<std::int64_t>(startsAtOnce, m_startsLeft + earned));
    if (m_startsLeft == 0) {
        m_restartBackoffUntil = m_startedAt + timeForAnotherStart;
        return false;
    }
    --m_startsLeft;
    m_startedAt = now;
    return true;
}

bool SymbolClient::ensureChild() {
    if (m_child) return true;
    if (isUnavailable() || !mayStart(monotonicTime())) return false;
    auto child = m_forkServer->createChild();
    if (!child || !m_loop.add(child->socket.descriptor(), EPOLLIN, [this](std::uint32_t) { receive(); })) {
        m_isLost = m_forkServer->hasExited();
        m_restartBackoffUntil = m_startedAt + timeForAnotherStart;
        return false;
    }
    m_child.emplace(std::move(*child));
    m_missing = m_child->missing;
    m_lacksDisassembler = m_child->lacksDisassembler;
    return true;
}

void SymbolClient::dropChild() {
    if (!m_child) return;
    m_loop.remove(m_child->socket.descriptor());
    m_child->socket.close();
    m_forkServer->endChild(*m_child);
    m_child.reset();
    m_inFlight.clear();
    m_isBroken = false;
}

void SymbolClient::send(const sandbox::Request& request, std::span<const int> descriptors) {
    if (!ensureChild()) return;
    const auto packet = request.SerializeAsString();
    const auto outcome = m_child->socket.send(asBytes(packet), descriptors, PacketSocket::Wait::No);
    if (outcome != PacketSocket::Outcome::Done) m_isBroken = true;
    if (request.has_close()) return;
    const bool readsMemory =
        request.has_unwind_java() || request.has_unwind_generated() || request.reads_memory();
    m_inFlight.push_back({request.module(), readsMemory, monotonicTime(), {}});
}

void SymbolClient::receive() {
    std::vector<FileDescriptor> descriptors;
    while (m_child) {
        switch (m_child->socket.receive(m_packet, descriptors, PacketSocket::Wait::No)) {
        case PacketSocket::Outcome::NotNow:
            return;
        case PacketSocket::Outcome::Closed:
            return restart(End::Died);
        case PacketSocket::Outcome::Done:
            break;
        }
        if (!takeAnswer(m_packet)) return restart(End::Died);
    }
}

bool SymbolClient::takeAnswer(const std::string& packet) {
    // The child must answer in order, and only questions that were asked.
    if (!m_answer.ParseFromString(packet) || m_inFlight.empty()) return false;
    if (m_answer.module() != m_inFlight.front().module) return false;
    const bool isWhole = m_answer.has_names()         ? m_answer.names().is_last()
                         : m_answer.has_code()        ? m_answer.code().is_last()
                         : m_answer.has_unwind_rows() ? m_answer.unwind_rows().is_last()
                                                      : true;
    if (isWhole) m_inFlight.pop_front();
    if (!m_inFlight.empty()) m_inFlight.front().since = monotonicTime();
    m_callbacks.onAnswer(m_answer);
    return true;
}

void SymbolClient::restart(End end) {
    std::optional<FailedRequest> failed;
    if (!m_inFlight.empty()) failed = {m_inFlight.front().module, end};
    dropChild();
    m_callbacks.onRestart(failed);
}

void SymbolClient::look(std::int64_t now) {
    if (m_inFlight.empty()) return;
    const auto used = processorTime(m_child->pid);
    if (used != std::exchange(m_timeUsed, used) || stateOf(m_child->pid) == 'R') m_workedAt = now;
}

bool SymbolClient::isReadingFile() const {
    return m_child && !m_inFlight.empty() && !m_inFlight.front().readsMemory && stateOf(m_child->pid) == 'D';
}

bool SymbolClient::hasTimedOut(std::int64_t now) {
    if (m_inFlight.empty()) return false;
    auto& request = m_inFlight.front();
    if (now - request.since > m_timeouts.time) return true;
    look(now);
    const auto still = now - std::max(m_workedAt, request.since);
    if (still > (request.readsMemory ? m_timeouts.standstillOfMemory : m_timeouts.standstill)) return true;
    const auto used = processorTime(m_child->pid);
    if (!request.timeAtBegin) request.timeAtBegin = used;
    return used - *request.timeAtBegin > m_timeouts.processorTime;
}

void SymbolClient::watch(std::int64_t now) {
    if (now >= m_restartBackoffUntil) m_restartBackoffUntil = 0;
    if (!m_child) return;
    if (hasTimedOut(now)) return restart(End::TookTooLong);
    if (m_isBroken) restart(End::Died);
}

} // namespace candela
