/// The processes of a ProcessTable: one for each pid, never more than its limit. Ended processes are kept for
/// a while, because samples and children still refer to them. If there is no room, processes without samples
/// for the longest time are evicted.
#pragma once

#include "recorder/processes/address_space.h"
#include "recorder/processes/live_process.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace candela {

class KeptProcesses {
public:
    static constexpr std::size_t defaultMaximumProcesses = 1 << 16;
    /// The maximum memory for mappings and threads. Beyond it, those of processes without samples since the
    /// last segment are dropped.
    static constexpr std::size_t defaultMaximumMemory = 64 << 20;
    struct Limits {
        std::size_t processes = defaultMaximumProcesses;
        std::size_t memory = defaultMaximumMemory;
    };

    explicit KeptProcesses(const Limits& limits)
        : m_limits(limits), m_nothingMapped(std::make_shared<AddressSpace>()) {}

    /// A process of which only the pid is known. It is not in the table until it is added.
    SharedProcess make(std::int32_t pid) const;
    /// The process with that pid; null if none is kept.
    SharedProcess find(std::int32_t pid) const;
    /// Replaces the process with that pid, which ends when this one starts. May evict others.
    void add(const SharedProcess& process);
    /// Marks a process as ended, if it is not yet. It keeps its pid until another has it or it is retired.
    void end(const SharedProcess& process, std::int64_t time);
    /// Marks the thread as ended; its entry stays for samples that arrive later.
    void endThread(const SharedProcess& process, std::int32_t tid, std::int64_t time);
    /// Marks that the process had a sample since the last retire().
    void use(LiveProcess& process) const { process.lastUse = m_turn; }
    void removeMappings(LiveProcess& process) const { process.space = m_nothingMapped; }

    /// Once a segment: drops processes and threads that ended a while ago. If details take too much memory,
    /// drops those of processes without samples for the longest time.
    void retire(std::int64_t now);
    /// Marks the modules that some process maps, by their rows.
    void markModules(std::vector<bool>& isUsed) const;

    bool isFull() const { return m_processes.size() >= m_limits.processes; }
    std::size_t size() const { return m_processes.size(); }
    const Limits& limits() const { return m_limits; }
    /// Bytes of mappings and threads at the last call of retire().
    std::size_t memory() const { return m_memory; }
    /// How often a process, or only its details, was evicted to make room.
    std::uint64_t evicted() const { return m_evicted; }

private:
    void makeRoom();
    void saveMemory();

    struct EndedThread {
        std::int64_t time = 0;
        std::weak_ptr<LiveProcess> process;
        std::int32_t tid = 0;
    };

    Limits m_limits;
    absl::flat_hash_map<std::int32_t, SharedProcess> m_processes;
    std::deque<std::pair<std::int64_t, std::weak_ptr<LiveProcess>>> m_ended; // by the time of their end
    std::size_t m_bare = 0;                 // the number of processes in m_ended whose mappings were dropped
    std::deque<EndedThread> m_endedThreads; // by the time of their end
    SharedAddressSpace m_nothingMapped;
    std::uint64_t m_turn = 1;
    std::size_t m_memory = 0;
    std::uint64_t m_evicted = 0;
};

} // namespace candela
