#include "recorder/process_table.h"

#include <algorithm>
#include <cstdlib>

namespace candela {

namespace {

/// /proc tells start times in hundredths of a second, and a fork's event is a little later than the start.
constexpr std::int64_t startTolerance = 50'000'000;

bool isSameStart(std::int64_t left, std::int64_t right) {
    return std::abs(left - right) <= startTolerance;
}

} // namespace

ProcessTable::ProcessTable(ProcessSource& source, ModuleTable& modules)
    : m_source(source), m_modules(modules), m_nothingMapped(std::make_shared<AddressSpace>()) {}

void ProcessTable::readAll() {
    for (const auto pid : m_source.processes()) {
        if (!isFull() && !m_processes.contains(pid)) read(pid);
    }
}

SharedProcess ProcessTable::read(std::int32_t pid) {
    auto snapshot = m_source.snapshot(pid);
    if (!snapshot) return nullptr;
    auto process = unknownProcess(pid);
    process->identity->startTime = snapshot->startTime;
    process->identity->name = snapshot->name;
    process->readAt = snapshot->takenAt;
    process->liveThreads = std::max(1u, snapshot->threads);
    process->threads[pid].name = std::move(snapshot->name);
    process->space = spaceOf(snapshot->mappings);
    add(process);
    if (snapshot->parentPid != 0) {
        auto parent = m_processes.find(snapshot->parentPid);
        if (parent == m_processes.end() && !isFull()) {
            read(snapshot->parentPid);
            parent = m_processes.find(snapshot->parentPid);
        }
        if (parent != m_processes.end()) process->parent = parent->second->identity;
    }
    return process;
}

SharedProcess ProcessTable::unknownProcess(std::int32_t pid) const {
    auto process = std::make_shared<LiveProcess>();
    process->identity->pid = pid;
    process->space = m_nothingMapped;
    return process;
}

SharedAddressSpace ProcessTable::spaceOf(const std::vector<FileMapping>& mappings) {
    if (mappings.empty()) return m_nothingMapped;
    auto space = std::make_shared<AddressSpace>();
    for (const auto& mapping : mappings)
        space->insert({mapping.start, mapping.end, mapping.fileOffset, m_modules.intern(mapping)});
    return space;
}

void ProcessTable::add(const SharedProcess& process) {
    auto& place = m_processes[process->identity->pid];
    if (place) end(place, process->identity->startTime); // its end was not told
    place = process;
}

void ProcessTable::end(const SharedProcess& process, std::int64_t time) {
    if (process->identity->endTime != 0) return;
    process->identity->endTime = time;
    m_ended.emplace_back(time, process);
}

LiveProcess* ProcessTable::findFor(std::int32_t pid, std::int64_t eventTime) {
    const auto found = m_processes.find(pid);
    if (found == m_processes.end()) return nullptr;
    auto* process = found->second.get();
    return process->readAt >= eventTime ? nullptr : process; // else it was read with this event's outcome
}

SharedProcess ProcessTable::find(const ProcessIdentity& identity) const {
    const auto found = m_processes.find(identity.pid);
    return found != m_processes.end() && found->second->identity.get() == &identity ? found->second : nullptr;
}

void ProcessTable::apply(const SidebandEvent& event) {
    using Kind = SidebandEvent::Kind;
    switch (event.kind) {
    case Kind::Fork:
        return fork(event);
    case Kind::Exit:
        return exit(event);
    case Kind::Exec:
        return exec(event);
    case Kind::Map:
        return map(event);
    case Kind::Name:
        if (auto* process = findFor(event.pid, event.time)) {
            if (process->threads.size() < maximumThreadsOfProcess || process->threads.contains(event.tid))
                process->threads[event.tid].name = event.name;
            if (event.tid == event.pid) process->identity->name = event.name;
        }
        return;
    case Kind::Lost:
        return distrustAll();
    case Kind::KernelCode:
    case Kind::Throttled:
        return;
    }
}

void ProcessTable::fork(const SidebandEvent& event) {
    if (event.pid == event.parentPid) {
        auto* process = findFor(event.pid, event.time);
        if (!process) return;
        ++process->liveThreads;
        if (process->threads.size() >= maximumThreadsOfProcess) return;
        const auto parent = process->threads.find(event.parentTid);
        // A thread inherits the name of the one that starts it.
        auto name = parent != process->threads.end() ? parent->second.name : std::string();
        process->threads[event.tid] = {std::move(name), event.time};
        return;
    }
    const auto known = m_processes.find(event.pid);
    if (known != m_processes.end() && known->second->readAt >= event.time) return;
    const auto found = m_processes.find(event.parentPid);
    if (found == m_processes.end() || isFull()) {
        // Nothing to inherit: it is read from /proc when a sample needs it.
        if (known != m_processes.end()) end(known->second, event.time);
        m_refused += isFull();
        return;
    }
    const auto parent = found->second; // adding the child may move the table's entries
    auto child = unknownProcess(event.pid);
    child->identity->startTime = event.time;
    child->parent = parent->identity;
    child->space = parent->space;
    const auto thread = parent->threads.find(event.parentTid);
    child->identity->name = thread != parent->threads.end() && !thread->second.name.empty()
                                ? thread->second.name
                                : parent->identity->name;
    child->threads[event.tid] = {child->identity->name, event.time};
    add(child);
}

void ProcessTable::exec(const SidebandEvent& event) {
    auto* process = findFor(event.pid, event.time);
    if (!process) return;
    process->space = m_nothingMapped;
    process->generatedCode = {};
    process->identity->name = event.name;
    process->threads.clear();
    process->threads[event.pid] = {event.name, process->identity->startTime};
    process->liveThreads = 1;
}

void ProcessTable::exit(const SidebandEvent& event) {
    auto* process = findFor(event.pid, event.time);
    if (!process) return;
    // The thread's entry stays for samples that are still on their way; it goes with the process.
    if (process->liveThreads > 1) {
        --process->liveThreads;
        return;
    }
    end(m_processes[event.pid], event.time);
}

void ProcessTable::map(const SidebandEvent& event) {
    auto* process = findFor(event.pid, event.time);
    if (!process) return;
    auto space = std::make_shared<AddressSpace>(*process->space);
    const auto& mapping = event.mapping;
    space->insert({mapping.start, mapping.end, mapping.fileOffset, m_modules.intern(mapping)});
    process->space = std::move(space);
}

void ProcessTable::distrustAll() {
    m_distrustedAt = monotonicTime();
}

SharedProcess ProcessTable::processOf(std::int32_t pid, std::int64_t exactStart) {
    const auto found = m_processes.find(pid);
    SharedProcess process = found == m_processes.end() ? nullptr : found->second;
    if (process && process->identity->exactStart == 0 &&
        isSameStart(process->identity->startTime, exactStart)) {
        process->identity->exactStart = exactStart;
        if (!process->identity->isPublished) process->identity->startTime = exactStart;
    }
    if (process && process->identity->exactStart == exactStart) {
        readAgainIfOld(*process);
        return process;
    }
    // Its beginning was lost, or the table was full.
    if (!isFull()) {
        process = read(pid);
        if (process && isSameStart(process->identity->startTime, exactStart)) {
            process->identity->exactStart = process->identity->startTime = exactStart;
            return process;
        }
    }
    process = unknownProcess(pid);
    process->identity->exactStart = process->identity->startTime = exactStart;
    if (isFull()) {
        ++m_refused;
    } else {
        add(process);
    }
    return process;
}

void ProcessTable::readAgainIfOld(LiveProcess& process) {
    auto& identity = *process.identity;
    if (identity.endTime != 0 || std::max(process.readAt, identity.startTime) >= m_distrustedAt) return;
    auto snapshot = m_source.snapshot(identity.pid);
    if (!snapshot || !isSameStart(snapshot->startTime, identity.exactStart)) {
        process.readAt = m_distrustedAt; // it is gone: what is known must do
        return;
    }
    process.space = spaceOf(snapshot->mappings);
    process.threads.clear();
    identity.name = std::move(snapshot->name);
    process.readAt = snapshot->takenAt;
    process.liveThreads = std::max(1u, snapshot->threads);
}

const LiveThread& ProcessTable::threadOf(LiveProcess& process, std::int32_t tid) {
    static const LiveThread nobody;
    auto found = process.threads.find(tid);
    if (found == process.threads.end()) {
        if (process.threads.size() >= maximumThreadsOfProcess) return nobody;
        found = process.threads.try_emplace(tid).first;
    }
    if (found->second.name.empty()) {
        found->second.name = m_source.threadName(process.identity->pid, tid);
        if (found->second.name.empty()) found->second.name = process.identity->name;
    }
    return found->second;
}

void ProcessTable::retire(std::int64_t time) {
    while (!m_ended.empty() && m_ended.front().first < time) {
        if (const auto process = m_ended.front().second.lock()) {
            const auto found = m_processes.find(process->identity->pid);
            if (found != m_processes.end() && found->second == process) m_processes.erase(found);
        }
        m_ended.pop_front();
    }
}

void ProcessTable::markModules(std::vector<bool>& isUsed) const {
    for (const auto& [pid, process] : m_processes) {
        if (!process->generatedCode.isNone()) isUsed[process->generatedCode.row()] = true;
        for (const auto& range : process->space->ranges()) {
            if (!range.module.isNone()) isUsed[range.module.row()] = true;
        }
    }
}

} // namespace candela
