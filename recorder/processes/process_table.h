/// The processes of this machine, from the kernel's events in the order of time. A process is pid + start
/// time: a fork shares its parent's mappings; a new program is a separate process (with the same pid, and
/// without the mappings), and so is a reused pid. Facts that no event reported, or that were evicted, are
/// read from /proc when a sample needs them.
#pragma once

#include "recorder/base/proc_files.h"
#include "recorder/base/sideband.h"
#include "recorder/processes/kept_processes.h"
#include "recorder/processes/live_process.h"
#include "recorder/processes/module_table.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace candela {

class ProcessTable {
public:
    static constexpr std::size_t maximumThreadsOfProcess = 1 << 16;
    using Limits = KeptProcesses::Limits;

    ProcessTable(ProcessSource& source, ModuleTable& modules) : ProcessTable(source, modules, Limits()) {}
    ProcessTable(ProcessSource& source, ModuleTable& modules, const Limits& limits);

    /// A callback that is called when a mapping is the first of its module, while its process most likely
    /// still has it.
    using FirstMapping = std::function<void(ModuleNumber, std::int32_t pid, const FileMapping&)>;
    void setFirstMapping(FirstMapping callback) { m_onFirstMapping = std::move(callback); }

    /// Begins to read every process that lives now. A process that is known when its turn comes is not read.
    void beginReading() { m_unread = m_source.processes(); }
    /// Reads on until a time of CLOCK_MONOTONIC; true when all are read.
    bool readOn(std::int64_t until);
    /// Events must come in the order of time.
    void apply(const SidebandEvent& event);
    /// Called after events were lost: the table may be outdated, so each process is read again when it is
    /// needed.
    void invalidateAll();

    /// The process with that pid and start time, as far as events reported it; null if it is not known.
    SharedProcess known(std::int32_t pid, std::int64_t exactStart);
    /// The process of a sample: the pid and the start time that the kernel saw when it was taken.
    SharedProcess processOf(std::int32_t pid, std::int64_t exactStart);
    /// The thread of a sample; it is read from /proc if no event named it.
    const LiveThread& threadOf(LiveProcess& process, std::int32_t tid);

    /// The process that lives, or lived a moment ago, under that identity, whatever program it runs by now;
    /// null if it is forgotten.
    SharedProcess find(const ProcessIdentity& identity) const;
    /// Once a segment: drops processes and threads that ended a while ago. If details take too much memory,
    /// drops those of processes without samples for the longest time.
    void retire(std::int64_t now) { m_kept.retire(now); }
    /// Marks the modules that some process maps, by their rows.
    void markModules(std::vector<bool>& isUsed) const { m_kept.markModules(isUsed); }

    std::size_t size() const { return m_kept.size(); }
    const Limits& limits() const { return m_kept.limits(); }
    /// Bytes of mappings and threads at the last call of retire().
    std::size_t memory() const { return m_kept.memory(); }
    /// How often a process, or only its details, was evicted to make room.
    std::uint64_t evicted() const { return m_kept.evicted(); }

private:
    void fork(const SidebandEvent& event);
    void startThread(const SidebandEvent& event);
    void exec(const SidebandEvent& event);
    void exit(const SidebandEvent& event);
    void map(const SidebandEvent& event);
    void rename(const SidebandEvent& event);
    SharedProcess readAgainIfNeeded(SharedProcess process);
    SharedProcess findFor(std::int32_t pid, std::int64_t eventTime) const;
    SharedProcess read(std::int32_t pid);
    ModuleNumber moduleOf(std::int32_t pid, const FileMapping& mapping);
    void setMappings(LiveProcess& process, const ProcessSnapshot& snapshot);
    SharedProcess nextProgram(const SharedProcess& process, std::int64_t time, std::string name);

    ProcessSource& m_source;
    ModuleTable& m_modules;
    FirstMapping m_onFirstMapping;
    KeptProcesses m_kept;
    std::int64_t m_invalidatedAt = 0;
    std::vector<std::int32_t> m_unread; // the pids that beginReading() listed and that were not read yet
};

} // namespace candela
