/// The processes that a ProcessTable knows: one for each pid, never more than its limit. Those that ended
/// stay for a while, as samples and children still name them. What goes for want of room is what no sample
/// met for longest.
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
    /// Of mappings and threads; beyond it, those of processes that no sample met since the last segment go.
    static constexpr std::size_t defaultMaximumMemory = 64 << 20;
    struct Limits {
        std::size_t processes = defaultMaximumProcesses;
        std::size_t memory = defaultMaximumMemory;
    };

    explicit KeptProcesses(const Limits& limits)
        : m_limits(limits), m_nothingMapped(std::make_shared<AddressSpace>()) {}

    /// One of which nothing is known but its pid. It is not kept until it is added.
    SharedProcess make(std::int32_t pid) const;
    /// Null where none is kept.
    SharedProcess find(std::int32_t pid) const;
    /// Takes the place of the one with that pid, which ends when this one starts. May evict others.
    void add(const SharedProcess& process);
    /// It keeps its pid until another has it, or it is retired. The first end counts.
    void end(const SharedProcess& process, std::int64_t time);
    /// The thread's entry stays for samples that are still on their way.
    void endThread(const SharedProcess& process, std::int32_t tid, std::int64_t time);
    /// A sample met it since the last retire().
    void use(LiveProcess& process) const { process.lastUse = m_turn; }
    void removeMappings(LiveProcess& process) const { process.space = m_nothingMapped; }

    /// Once a segment: forgets processes and threads that ended a while ago, and details of those that no
    /// sample met for longest where they take too much memory.
    void retire(std::int64_t now);
    /// Marks the modules that some process maps, by their rows.
    void markModules(std::vector<bool>& isUsed) const;

    bool isFull() const { return m_processes.size() >= m_limits.processes; }
    std::size_t size() const { return m_processes.size(); }
    const Limits& limits() const { return m_limits; }
    /// Of mappings and threads, when retire() was called last.
    std::size_t memory() const { return m_memory; }
    /// Processes that were forgotten for others, with or without their details.
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
    std::deque<std::pair<std::int64_t, std::weak_ptr<LiveProcess>>> m_ended; // in the order of time
    std::size_t m_bare = 0;                 // so many of m_ended have lost their mappings
    std::deque<EndedThread> m_endedThreads; // in the order of time
    SharedAddressSpace m_nothingMapped;
    std::uint64_t m_turn = 1;
    std::size_t m_memory = 0;
    std::uint64_t m_evicted = 0;
};

} // namespace candela
