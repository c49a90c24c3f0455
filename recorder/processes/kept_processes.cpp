#include "recorder/processes/kept_processes.h"

#include <algorithm>
#include <tuple>

namespace candela {

namespace {

/// Samples of ended processes and threads may arrive for this long.
constexpr std::int64_t lateSampleTime = 1'000'000'000;
/// How long ended processes are kept: segments that wait for names may refer to them as ancestors.
constexpr std::int64_t retention = 3'000'000'000;

std::size_t memoryOf(const LiveProcess& process) {
    constexpr std::size_t threadBytes = 2 * (sizeof(std::int32_t) + sizeof(LiveThread)); // half-empty slots
    const auto sharers = static_cast<std::size_t>(std::max(1L, process.space.use_count()));
    return process.space->ranges().capacity() * sizeof(MappedRange) / sharers +
           process.threads.size() * threadBytes;
}

} // namespace

SharedProcess KeptProcesses::make(std::int32_t pid) const {
    auto process = std::make_shared<LiveProcess>();
    process->identity->pid = pid;
    process->space = m_nothingMapped;
    process->lastUse = m_turn;
    return process;
}

SharedProcess KeptProcesses::find(std::int32_t pid) const {
    const auto found = m_processes.find(pid);
    return found == m_processes.end() ? nullptr : found->second;
}

void KeptProcesses::add(const SharedProcess& process) {
    if (!m_processes.contains(process->identity->pid)) makeRoom();
    auto& slot = m_processes[process->identity->pid];
    if (slot) end(slot, process->identity->startTime); // ends a process whose end was not reported
    slot = process;
}

void KeptProcesses::end(const SharedProcess& process, std::int64_t time) {
    if (process->identity->endTime != 0) return;
    process->identity->endTime = time;
    m_ended.emplace_back(time, process);
}

void KeptProcesses::endThread(const SharedProcess& process, std::int32_t tid, std::int64_t time) {
    const auto thread = process->threads.find(tid);
    if (thread == process->threads.end()) return;
    thread->second.endTime = time;
    m_endedThreads.push_back({time, process, tid});
}

void KeptProcesses::retire(std::int64_t now) {
    for (; m_bare < m_ended.size() && m_ended[m_bare].first < now - lateSampleTime; ++m_bare) {
        if (const auto process = m_ended[m_bare].second.lock()) removeMappings(*process);
    }
    const auto time = now - retention;
    while (!m_ended.empty() && m_ended.front().first < time) {
        if (const auto process = m_ended.front().second.lock()) {
            const auto found = m_processes.find(process->identity->pid);
            if (found != m_processes.end() && found->second == process) m_processes.erase(found);
        }
        m_ended.pop_front();
        --m_bare;
    }
    while (!m_endedThreads.empty() && m_endedThreads.front().time < now - lateSampleTime) {
        const auto& ended = m_endedThreads.front();
        if (const auto process = ended.process.lock()) {
            const auto thread = process->threads.find(ended.tid);
            // Another thread may have its number by now.
            if (thread != process->threads.end() && thread->second.endTime == ended.time)
                process->threads.erase(thread);
        }
        m_endedThreads.pop_front();
    }
    saveMemory();
    ++m_turn;
}

void KeptProcesses::markModules(std::vector<bool>& isUsed) const {
    for (const auto& [pid, process] : m_processes) {
        if (!process->generatedCode.isNone()) isUsed[process->generatedCode.row()] = true;
        if (!process->executable.isNone()) isUsed[process->executable.row()] = true;
        for (const auto& range : process->space->ranges()) {
            if (!range.module.isNone()) isUsed[range.module.row()] = true;
        }
    }
}

/// Evicts a sixteenth of a full table: ended processes first, then those without samples for the longest
/// time.
void KeptProcesses::makeRoom() {
    if (!isFull()) return;
    std::vector<std::tuple<bool, std::uint64_t, std::int32_t>> byUse;
    for (const auto& [pid, process] : m_processes) {
        const auto end = static_cast<std::uint64_t>(process->identity->endTime);
        byUse.emplace_back(end == 0, end != 0 ? end : process->lastUse, pid);
    }
    const auto count = std::max<std::size_t>(1, byUse.size() / 16);
    std::nth_element(byUse.begin(), byUse.begin() + static_cast<std::ptrdiff_t>(count) - 1, byUse.end());
    for (std::size_t row = 0; row < count; ++row)
        m_processes.erase(std::get<std::int32_t>(byUse[row]));
    m_evicted += count;
}

void KeptProcesses::saveMemory() {
    m_memory = 0;
    std::vector<std::pair<std::uint64_t, LiveProcess*>> byUse;
    for (const auto& [pid, process] : m_processes) {
        m_memory += memoryOf(*process);
        const bool hasEnded = process->identity->endTime != 0;
        if (hasEnded || process->lastUse < m_turn)
            byUse.emplace_back(hasEnded ? 0 : process->lastUse, process.get());
    }
    if (m_memory <= m_limits.memory) return;
    std::sort(byUse.begin(), byUse.end());
    for (const auto& [lastUse, process] : byUse) {
        if (m_memory <= m_limits.memory / 4 * 3) break;
        const auto before = memoryOf(*process);
        if (before == 0) continue;
        process->threads = {};
        removeMappings(*process);
        process->executable = {};
        process->readAgainAt = LiveProcess::atOnce;
        m_memory -= before;
        ++m_evicted;
    }
}

} // namespace candela
