/// What a ProcessTable forgets when there is too much of it; the next sample that needs it has it read again.
#include "recorder/processes/process_table.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace candela {

namespace {

std::size_t memoryOf(const LiveProcess& process) {
    constexpr std::size_t threadBytes = 2 * (sizeof(std::int32_t) + sizeof(LiveThread)); // half-empty slots
    const auto sharers = static_cast<std::size_t>(std::max(1L, process.space.use_count()));
    return process.space->ranges().capacity() * sizeof(MappedRange) / sharers +
           process.threads.size() * threadBytes;
}

} // namespace

/// Forgets a sixteenth of a full table: those that ended, then those that no sample met for longest.
void ProcessTable::makeRoom() {
    if (m_processes.size() < m_limits.processes) return;
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

void ProcessTable::saveMemory() {
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
        process->space = m_nothingMapped;
        process->executable = {};
        process->readAgainAt = LiveProcess::atOnce;
        m_memory -= before;
        ++m_evicted;
    }
}

} // namespace candela
