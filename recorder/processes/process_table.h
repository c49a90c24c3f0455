/// Who runs on this machine, from the kernel's events in the order of time. A process is pid + start time: a
/// fork shares its parent's mappings, a new program is a process of its own (with the same pid, and without
/// the mappings), and so is a pid that is used again. What no event reported, or what was forgotten for want
/// of room, is read from /proc when a sample needs it.
#pragma once

#include "recorder/base/proc_files.h"
#include "recorder/base/sideband.h"
#include "recorder/processes/address_space.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_metadata.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace candela {

struct LiveThread {
    std::string name;           ///< empty: not read yet
    std::int64_t startTime = 0; ///< 0: not known
    std::int64_t endTime = 0;   ///< 0: still running
};

/// Who a process is. Its children hold it too, so that they can name their parent after its end.
struct ProcessIdentity {
    std::int32_t pid = 0;
    /// As segments say it: of the fork, or of the program's start. Never changes once isPublished.
    std::int64_t startTime = 0;
    std::int64_t endTime = 0;    ///< 0: still running; else its end, or when it became another program
    std::int64_t forkTime = 0;   ///< about when the kernel made it; 0: not known
    std::int64_t exactStart = 0; ///< what the kernel says with each sample; 0: no sample yet
    std::string name;
    mutable bool isPublished = false;
};

struct LiveProcess {
    static constexpr std::int64_t atOnce = 1; ///< for readAgainAt

    std::shared_ptr<ProcessIdentity> identity = std::make_shared<ProcessIdentity>();
    std::shared_ptr<ProcessIdentity> parent; ///< null where nothing is known about it
    SharedAddressSpace space;
    absl::flat_hash_map<std::int32_t, LiveThread> threads; ///< those that were named or sampled
    std::int64_t readAt = 0; ///< when it was read from /proc: older events are in there already; 0: never
    std::int64_t readAgainAt = 0; ///< when to look again, as something is missing here; 0: all is known
    std::uint64_t lastUse = 0;    ///< turn of the table that saw it last
    std::uint32_t liveThreads = 1;
    ModuleNumber executable;       ///< the file of its program; none: not known, or a kernel thread
    bool awaitsExecutable = false; ///< the next file that it maps is its program
    ProcessMetadata metadata;
    ModuleNumber generatedCode; ///< what its just-in-time compilers made; none until a sample was in there
};

using SharedProcess = std::shared_ptr<LiveProcess>;

class ProcessTable {
public:
    static constexpr std::size_t defaultMaximumProcesses = 1 << 16;
    /// Of mappings and threads; beyond it, those of processes that no sample met since the last segment go.
    static constexpr std::size_t defaultMaximumMemory = 64 << 20;
    static constexpr std::size_t maximumThreadsOfProcess = 1 << 16;
    struct Limits {
        std::size_t processes = defaultMaximumProcesses;
        std::size_t memory = defaultMaximumMemory;
    };

    ProcessTable(ProcessSource& source, ModuleTable& modules) : ProcessTable(source, modules, Limits()) {}
    ProcessTable(ProcessSource& source, ModuleTable& modules, const Limits& limits);

    /// Is called when a mapping is the first of its module, while its process most likely still has it.
    using FirstMapping = std::function<void(ModuleNumber, std::int32_t pid, const FileMapping&)>;
    void setFirstMapping(FirstMapping callback) { m_onFirstMapping = std::move(callback); }

    /// Begins to read every process that lives now; those that are known by their turn stay as they are.
    void beginReading() { m_unread = m_source.processes(); }
    /// Reads on until a time of CLOCK_MONOTONIC; true when all are read.
    bool readOn(std::int64_t until);
    /// Events must come in the order of time.
    void apply(const SidebandEvent& event);
    /// After events were lost: what the table knows may be old, each process is read again when it is needed.
    void invalidateAll();

    /// The process with that pid and start time as far as events report; null where it is not known.
    SharedProcess known(std::int32_t pid, std::int64_t exactStart);
    /// The process of a sample: the pid and the start time that the kernel saw when it was taken.
    SharedProcess processOf(std::int32_t pid, std::int64_t exactStart);
    /// The thread of a sample; it is read from /proc if no event named it.
    const LiveThread& threadOf(LiveProcess& process, std::int32_t tid);

    /// The process that lives, or lived a moment ago, under that identity, whatever program it runs by now;
    /// null if it is forgotten.
    SharedProcess find(const ProcessIdentity& identity) const;
    /// Once a segment: forgets processes and threads that ended a while ago, and details of those that no
    /// sample met for longest where they take too much memory.
    void retire(std::int64_t now);
    /// Marks the modules that some process maps, by their rows.
    void markModules(std::vector<bool>& isUsed) const;

    std::size_t size() const { return m_processes.size(); }
    const Limits& limits() const { return m_limits; }
    /// Of mappings and threads, when retire() was called last.
    std::size_t memory() const { return m_memory; }
    /// Processes that were forgotten for others, with or without their details.
    std::uint64_t evicted() const { return m_evicted; }

private:
    void fork(const SidebandEvent& event);
    void startThread(const SidebandEvent& event);
    void exec(const SidebandEvent& event);
    void exit(const SidebandEvent& event);
    void map(const SidebandEvent& event);
    void rename(const SidebandEvent& event);
    SharedProcess readAgainIfNeeded(SharedProcess process);
    LiveProcess* findFor(std::int32_t pid, std::int64_t eventTime);
    SharedProcess read(std::int32_t pid);
    SharedProcess unknownProcess(std::int32_t pid) const;
    ModuleNumber moduleOf(std::int32_t pid, const FileMapping& mapping);
    void setMappings(LiveProcess& process, const ProcessSnapshot& snapshot);
    SharedProcess nextProgram(const SharedProcess& process, std::int64_t time, std::string name);
    void add(const SharedProcess& process);
    void end(const SharedProcess& process, std::int64_t time);
    void makeRoom();
    void saveMemory();

    struct EndedThread {
        std::int64_t time = 0;
        std::weak_ptr<LiveProcess> process;
        std::int32_t tid = 0;
    };

    ProcessSource& m_source;
    ModuleTable& m_modules;
    FirstMapping m_onFirstMapping;
    Limits m_limits;
    absl::flat_hash_map<std::int32_t, SharedProcess> m_processes;
    std::deque<std::pair<std::int64_t, std::weak_ptr<LiveProcess>>> m_ended; ///< in the order of time
    std::size_t m_bare = 0;                 ///< so many of m_ended have lost their mappings
    std::deque<EndedThread> m_endedThreads; ///< in the order of time
    SharedAddressSpace m_nothingMapped;
    std::int64_t m_invalidatedAt = 0;
    std::vector<std::int32_t> m_unread; // of beginReading()
    std::uint64_t m_turn = 1;
    std::size_t m_memory = 0;
    std::uint64_t m_evicted = 0;
};

} // namespace candela
