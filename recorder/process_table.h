/// Who runs on this machine, from the kernel's events in the order of time. A process is pid + start time: a
/// fork shares its parent's mappings, a new program clears them, a pid that is used again is another process.
/// What no event told is read from /proc, once.
#pragma once

#include "recorder/address_space.h"
#include "recorder/module_table.h"
#include "recorder/proc_files.h"
#include "recorder/sideband.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace candela {

struct LiveThread {
    std::string name;           ///< empty: not read yet
    std::int64_t startTime = 0; ///< 0: not known
};

/// Who a process is. Its children hold it too, so that they can name their parent after its end.
struct ProcessIdentity {
    std::int32_t pid = 0;
    std::int64_t startTime = 0;  ///< as segments say it: never changes once isPublished
    std::int64_t endTime = 0;    ///< 0: still running
    std::int64_t exactStart = 0; ///< what the kernel says with each sample; 0: no sample yet
    std::string name;
    mutable bool isPublished = false;
};

struct LiveProcess {
    std::shared_ptr<ProcessIdentity> identity = std::make_shared<ProcessIdentity>();
    std::shared_ptr<ProcessIdentity> parent; ///< null where nothing is known about it
    SharedAddressSpace space;
    absl::flat_hash_map<std::int32_t, LiveThread> threads; ///< those that were named or sampled
    std::int64_t readAt = 0; ///< when it was read from /proc: older events are in there already; 0: never
    std::uint32_t liveThreads = 1;
    ModuleNumber generatedCode; ///< what its just-in-time compilers made; none until a sample was in there
};

using SharedProcess = std::shared_ptr<LiveProcess>;

class ProcessTable {
public:
    static constexpr std::size_t maximumProcesses = 1 << 16;
    static constexpr std::size_t maximumThreadsOfProcess = 1 << 16;

    ProcessTable(ProcessSource& source, ModuleTable& modules);

    /// Reads every process that lives now; those that are known stay as they are.
    void readAll();
    /// Events must come in the order of time.
    void apply(const SidebandEvent& event);
    /// After events were lost: what the table knows may be old, each process is read again when it is needed.
    void distrustAll();

    /// The process of a sample: the pid and the start time that the kernel saw when it was taken.
    SharedProcess processOf(std::int32_t pid, std::int64_t exactStart);
    /// The thread of a sample; it is read from /proc if no event named it.
    const LiveThread& threadOf(LiveProcess& process, std::int32_t tid);

    /// The process that lives, or lived a moment ago, under that identity; null if it is forgotten.
    SharedProcess find(const ProcessIdentity& identity) const;
    /// Forgets processes that ended before `time`.
    void retire(std::int64_t time);
    /// Marks the modules that some process maps, by their rows.
    void markModules(std::vector<bool>& isUsed) const;

    std::size_t size() const { return m_processes.size(); }
    /// Processes that found the table full.
    std::uint64_t refused() const { return m_refused; }

private:
    void fork(const SidebandEvent& event);
    void exec(const SidebandEvent& event);
    void exit(const SidebandEvent& event);
    void map(const SidebandEvent& event);
    void readAgainIfOld(LiveProcess& process);
    LiveProcess* findFor(std::int32_t pid, std::int64_t eventTime);
    SharedProcess read(std::int32_t pid);
    SharedProcess unknownProcess(std::int32_t pid) const;
    SharedAddressSpace spaceOf(const std::vector<FileMapping>& mappings);
    void add(const SharedProcess& process);
    void end(const SharedProcess& process, std::int64_t time);
    bool isFull() const { return m_processes.size() >= maximumProcesses; }

    ProcessSource& m_source;
    ModuleTable& m_modules;
    absl::flat_hash_map<std::int32_t, SharedProcess> m_processes;
    std::deque<std::pair<std::int64_t, std::weak_ptr<LiveProcess>>> m_ended; ///< in the order of time
    SharedAddressSpace m_nothingMapped;
    std::int64_t m_distrustedAt = 0;
    std::uint64_t m_refused = 0;
};

} // namespace candela
