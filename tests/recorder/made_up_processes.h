/// A simulated /proc and kernel events, for tests of the process table.
#pragma once

#include "recorder/processes/process_table.h"
#include "tests/nanoseconds.h"

#include <QByteArray>
#include <QHash>

#include <limits>
#include <map>

namespace candela {

/// A made-up /proc.
class MadeUpProcesses : public ProcessSource {
public:
    std::map<std::int32_t, ProcessSnapshot> living;
    std::map<std::pair<std::int32_t, std::int32_t>, std::string> names;
    int snapshotsTaken = 0;
    bool answers = true; ///< false: there are no snapshots

    std::vector<std::int32_t> processes() override {
        std::vector<std::int32_t> pids;
        for (const auto& [pid, snapshot] : living)
            pids.push_back(pid);
        return pids;
    }
    std::optional<ProcessSnapshot> snapshot(std::int32_t pid) override {
        ++snapshotsTaken;
        const auto found = living.find(pid);
        if (found == living.end() || !answers) return std::nullopt;
        return found->second;
    }
    bool wasAnswered() const override { return answers; }
    std::string threadName(std::int32_t pid, std::int32_t tid) override { return names[{pid, tid}]; }
};

inline FileMapping mapping(std::uint64_t start, const char* path) {
    FileMapping mapping;
    mapping.start = start;
    mapping.end = start + 0x1000;
    mapping.file.inode = qHash(QByteArray(path));
    mapping.path = path;
    return mapping;
}

inline SidebandEvent sidebandEvent(SidebandEvent::Kind kind, std::int64_t time, std::int32_t pid,
                                   std::int32_t tid) {
    SidebandEvent event;
    event.kind = kind;
    event.time = time;
    event.pid = pid;
    event.tid = tid;
    return event;
}

inline SidebandEvent fork(std::int64_t time, std::int32_t parent, std::int32_t child) {
    auto fork = sidebandEvent(SidebandEvent::Kind::Fork, time, child, child);
    fork.parentPid = fork.parentTid = parent;
    return fork;
}

inline SidebandEvent newThread(std::int64_t time, std::int32_t pid, std::int32_t tid) {
    auto thread = sidebandEvent(SidebandEvent::Kind::Fork, time, pid, tid);
    thread.parentPid = thread.parentTid = pid;
    return thread;
}

inline SidebandEvent named(SidebandEvent::Kind kind, std::int64_t time, std::int32_t pid, std::int32_t tid,
                           const char* name) {
    auto result = sidebandEvent(kind, time, pid, tid);
    result.name = name;
    return result;
}

inline SidebandEvent map(std::int64_t time, std::int32_t pid, std::uint64_t start, const char* path) {
    auto result = sidebandEvent(SidebandEvent::Kind::Map, time, pid, pid);
    result.mapping = mapping(start, path);
    return result;
}

/// A process table over a simulated /proc.
struct Fixture {
    MadeUpProcesses source;
    ModuleTable modules;
    ProcessTable table;

    explicit Fixture(const ProcessTable::Limits& limits = {},
                     std::size_t maximumModules = ModuleTable::defaultMaximumModules)
        : modules(maximumModules), table(source, modules, limits) {}

    void living(std::int32_t pid, const char* name, std::int64_t startTime, const char* path,
                std::uint32_t threads = 1) {
        ProcessSnapshot snapshot;
        snapshot.pid = pid;
        snapshot.name = name;
        snapshot.startTime = startTime;
        snapshot.takenAt = 10 * second;
        snapshot.threads = threads;
        snapshot.mappings.push_back(mapping(0x1000, path));
        source.living[pid] = snapshot;
    }
    std::string pathAt(const SharedProcess& process, std::uint64_t address) {
        const auto* range = process->space->find(address);
        return range ? modules[range->module].path : "none";
    }
};

using Kind = SidebandEvent::Kind;

inline void readAll(ProcessTable& table) {
    table.beginReading();
    table.readOn(std::numeric_limits<std::int64_t>::max());
}

} // namespace candela
