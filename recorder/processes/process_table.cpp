#include "recorder/processes/process_table.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// What the module table had no room for is looked up again after this time.
constexpr std::int64_t timeBetweenLooks = 5'000'000'000;
constexpr std::int64_t timeBetweenQuestions = 1'000'000'000; // without an answer
/// Of what ended, samples may still be on their way for so long.
constexpr std::int64_t samplesComeFor = 1'000'000'000;
/// Segments that wait for their names still tell of its line of ancestors.
constexpr std::int64_t retention = 3'000'000'000;

/// Whether samples with this start can be of a process that none of them met yet.
bool canStartAt(const ProcessIdentity& identity, std::int64_t exactStart) {
    if (identity.exactStart != 0) return identity.exactStart == exactStart;
    return identity.forkTime != 0 ? isSameStart(identity.forkTime, exactStart)
                                  : exactStart <= identity.startTime + startTolerance;
}

/// A program keeps what it runs where it was loaded: nothing in common means another program.
bool haveCommonRange(const AddressSpace& left, const AddressSpace& right) {
    return std::any_of(left.ranges().begin(), left.ranges().end(), [&](const MappedRange& range) {
        const auto* other = right.find(range.start);
        return other && other->module == range.module &&
               range.start - other->start + other->fileOffset == range.fileOffset;
    });
}

} // namespace

ProcessTable::ProcessTable(ProcessSource& source, ModuleTable& modules, const Limits& limits)
    : m_source(source), m_modules(modules), m_limits(limits),
      m_nothingMapped(std::make_shared<AddressSpace>()) {}

bool ProcessTable::readOn(std::int64_t until) {
    while (!m_unread.empty() && monotonicTime() < until) {
        const auto pid = m_unread.back();
        m_unread.pop_back();
        if (m_processes.size() < m_limits.processes && !m_processes.contains(pid)) read(pid);
    }
    return m_unread.empty();
}

SharedProcess ProcessTable::read(std::int32_t pid) {
    auto snapshot = m_source.snapshot(pid);
    if (!snapshot) return nullptr;
    auto process = unknownProcess(pid);
    process->identity->startTime = process->identity->forkTime = snapshot->startTime;
    process->identity->name = snapshot->name;
    process->readAt = snapshot->takenAt;
    process->liveThreads = std::max(1u, snapshot->threads);
    process->threads[pid].name = std::move(snapshot->name);
    setMappings(*process, *snapshot);
    add(process);
    if (snapshot->parentPid != 0) {
        auto parent = m_processes.find(snapshot->parentPid);
        if (parent == m_processes.end() && m_processes.size() < m_limits.processes) {
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
    process->lastUse = m_turn;
    return process;
}

ModuleNumber ProcessTable::moduleOf(std::int32_t pid, const FileMapping& mapping) {
    const auto before = m_modules.lastSerial();
    const auto module = m_modules.intern(mapping);
    if (m_modules.lastSerial() != before && m_onFirstMapping) m_onFirstMapping(module, pid, mapping);
    return module;
}

void ProcessTable::setMappings(LiveProcess& process, const ProcessSnapshot& snapshot) {
    process.readAgainAt = 0;
    process.space = m_nothingMapped;
    process.executable = {};
    process.awaitsExecutable = false;
    if (snapshot.mappings.empty()) return;
    auto space = std::make_shared<AddressSpace>();
    for (const auto& mapping : snapshot.mappings) {
        const auto module = moduleOf(process.identity->pid, mapping);
        if (mapping.path == snapshot.executable) process.executable = module;
        if (module.isNone()) process.readAgainAt = monotonicTime() + timeBetweenLooks;
        space->insert({mapping.start, mapping.end, mapping.fileOffset, module});
    }
    process.space = std::move(space);
}

void ProcessTable::add(const SharedProcess& process) {
    if (!m_processes.contains(process->identity->pid)) makeRoom();
    auto& slot = m_processes[process->identity->pid];
    if (slot) end(slot, process->identity->startTime); // its end was not reported
    slot = process;
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
    if (found == m_processes.end()) return nullptr;
    const auto& known = *found->second->identity;
    const bool isSame = &known == &identity ||
                        (identity.exactStart != 0 && known.exactStart == identity.exactStart) ||
                        (identity.forkTime != 0 && known.forkTime == identity.forkTime);
    return isSame ? found->second : nullptr;
}

void ProcessTable::apply(const SidebandEvent& event) {
    using Kind = SidebandEvent::Kind;
    switch (event.kind) {
    case Kind::Fork:
        return event.pid == event.parentPid ? startThread(event) : fork(event);
    case Kind::Exit:
        return exit(event);
    case Kind::Exec:
        return exec(event);
    case Kind::Map:
        return map(event);
    case Kind::Name:
        return rename(event);
    case Kind::Lost:
        return invalidateAll();
    case Kind::KernelCodeLoaded:
    case Kind::KernelCodeUnloaded:
    case Kind::Throttled:
        return;
    }
}

void ProcessTable::startThread(const SidebandEvent& event) {
    auto* process = findFor(event.pid, event.time);
    if (!process) return;
    ++process->liveThreads;
    if (process->threads.size() >= maximumThreadsOfProcess) return;
    const auto parent = process->threads.find(event.parentTid);
    // A thread inherits the name of the one that starts it.
    auto name = parent != process->threads.end() ? parent->second.name : std::string();
    process->threads[event.tid] = {std::move(name), event.time};
}

void ProcessTable::fork(const SidebandEvent& event) {
    const auto known = m_processes.find(event.pid);
    if (known != m_processes.end() && known->second->readAt >= event.time) return;
    auto child = unknownProcess(event.pid);
    child->identity->startTime = child->identity->forkTime = event.time;
    const auto found = m_processes.find(event.parentPid);
    if (found == m_processes.end()) {
        child->readAgainAt = LiveProcess::atOnce; // there is nothing to inherit
    } else {
        const auto& parent = *found->second;
        child->parent = parent.identity;
        child->space = parent.space;
        child->executable = parent.executable;
        child->readAgainAt = parent.readAgainAt;
        const auto thread = parent.threads.find(event.parentTid);
        child->identity->name = thread != parent.threads.end() && !thread->second.name.empty()
                                    ? thread->second.name
                                    : parent.identity->name;
    }
    child->threads[event.tid] = {child->identity->name, event.time};
    add(child);
}

SharedProcess ProcessTable::nextProgram(const SharedProcess& process, std::int64_t time, std::string name) {
    auto program = unknownProcess(process->identity->pid);
    auto& identity = *program->identity;
    identity.startTime = time;
    identity.forkTime = process->identity->forkTime;
    identity.exactStart = process->identity->exactStart;
    identity.name = std::move(name);
    program->parent = process->parent;
    program->threads[identity.pid] = {identity.name, time};
    return program;
}

void ProcessTable::exec(const SidebandEvent& event) {
    const auto found = m_processes.find(event.pid);
    if (found != m_processes.end() && found->second->readAt >= event.time) return;
    // Where the process was not known, all that matters is known from now on.
    auto before = found == m_processes.end() ? unknownProcess(event.pid) : found->second;
    auto program = nextProgram(before, event.time, event.name);
    program->awaitsExecutable = true;
    add(program);
}

void ProcessTable::exit(const SidebandEvent& event) {
    auto* process = findFor(event.pid, event.time);
    if (!process) return;
    const auto& shared = m_processes[event.pid];
    if (process->liveThreads <= 1) return end(shared, event.time);
    --process->liveThreads;
    const auto thread = process->threads.find(event.tid);
    if (thread == process->threads.end()) return;
    // Its entry stays for samples that are still on their way.
    thread->second.endTime = event.time;
    m_endedThreads.push_back({event.time, shared, event.tid});
}

void ProcessTable::map(const SidebandEvent& event) {
    auto* process = findFor(event.pid, event.time);
    if (!process) return;
    const auto& mapping = event.mapping;
    const auto module = moduleOf(event.pid, mapping);
    if (module.isNone() && process->readAgainAt == 0)
        process->readAgainAt = monotonicTime() + timeBetweenLooks;
    if (process->space.use_count() > 1) process->space = std::make_shared<AddressSpace>(*process->space);
    process->space->insert({mapping.start, mapping.end, mapping.fileOffset, module});
    // The kernel maps the program's own file before anything else.
    if (!std::exchange(process->awaitsExecutable, false) || module.isNone()) return;
    if (m_modules[module].kind == ModuleKind::File) process->executable = module;
}

void ProcessTable::rename(const SidebandEvent& event) {
    auto* process = findFor(event.pid, event.time);
    if (!process) return;
    if (process->threads.size() < maximumThreadsOfProcess || process->threads.contains(event.tid))
        process->threads[event.tid].name = event.name;
    if (event.tid == event.pid) process->identity->name = event.name;
}

void ProcessTable::invalidateAll() {
    m_invalidatedAt = monotonicTime();
}

SharedProcess ProcessTable::known(std::int32_t pid, std::int64_t exactStart) {
    const auto found = m_processes.find(pid);
    if (found == m_processes.end() || !canStartAt(*found->second->identity, exactStart)) return nullptr;
    auto& identity = *found->second->identity;
    if (identity.exactStart == 0) {
        if (!identity.isPublished && identity.startTime == identity.forkTime) identity.startTime = exactStart;
        identity.exactStart = exactStart;
    }
    return found->second;
}

SharedProcess ProcessTable::processOf(std::int32_t pid, std::int64_t exactStart) {
    if (auto found = known(pid, exactStart)) {
        found->lastUse = m_turn;
        return readAgainIfNeeded(std::move(found));
    }
    // Its beginning was lost, or it was forgotten.
    auto process = read(pid);
    if (process && isSameStart(process->identity->startTime, exactStart)) {
        auto& identity = *process->identity;
        identity.exactStart = identity.startTime = exactStart;
        return process;
    }
    process = unknownProcess(pid);
    if (!m_source.wasAnswered()) process->readAgainAt = monotonicTime() + timeBetweenQuestions;
    auto& identity = *process->identity;
    identity.exactStart = identity.forkTime = identity.startTime = exactStart;
    add(process);
    return process;
}

SharedProcess ProcessTable::readAgainIfNeeded(SharedProcess process) {
    auto& identity = *process->identity;
    if (identity.endTime != 0) return process;
    const bool isOld = std::max(process->readAt, identity.startTime) < m_invalidatedAt;
    const bool isIncomplete = process->readAgainAt != 0 && monotonicTime() >= process->readAgainAt;
    if (!isOld && !isIncomplete) return process;
    auto snapshot = m_source.snapshot(identity.pid);
    if (!snapshot || !isSameStart(snapshot->startTime, identity.exactStart)) {
        process->readAt = std::max(process->readAt, m_invalidatedAt); // it is gone: what is known must do
        process->readAgainAt = m_source.wasAnswered() ? 0 : monotonicTime() + timeBetweenQuestions;
        return process;
    }
    auto now = process;
    const auto before = process->space;
    const auto executableBefore = process->executable;
    setMappings(*process, *snapshot);
    if (!before->ranges().empty() && !haveCommonRange(*before, *process->space)) {
        now = nextProgram(process, snapshot->takenAt, snapshot->name); // we missed its exec event
        now->space = process->space;
        now->executable = process->executable;
        now->readAgainAt = process->readAgainAt;
        process->space = before;
        process->executable = executableBefore;
        add(now);
    }
    now->threads.clear();
    now->identity->name = std::move(snapshot->name);
    now->readAt = snapshot->takenAt;
    now->liveThreads = std::max(1u, snapshot->threads);
    return now;
}

const LiveThread& ProcessTable::threadOf(LiveProcess& process, std::int32_t tid) {
    static const LiveThread unknownThread;
    auto found = process.threads.find(tid);
    if (found == process.threads.end()) {
        if (process.threads.size() >= maximumThreadsOfProcess) return unknownThread;
        found = process.threads.try_emplace(tid).first;
    }
    if (found->second.name.empty()) {
        found->second.name = m_source.threadName(process.identity->pid, tid);
        if (found->second.name.empty()) found->second.name = process.identity->name;
    }
    return found->second;
}

void ProcessTable::retire(std::int64_t now) {
    for (; m_bare < m_ended.size() && m_ended[m_bare].first < now - samplesComeFor; ++m_bare) {
        if (const auto process = m_ended[m_bare].second.lock()) process->space = m_nothingMapped;
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
    while (!m_endedThreads.empty() && m_endedThreads.front().time < now - samplesComeFor) {
        const auto& ended = m_endedThreads.front();
        if (const auto process = ended.process.lock()) {
            const auto thread = process->threads.find(ended.tid);
            // Another one may have its number by now.
            if (thread != process->threads.end() && thread->second.endTime == ended.time)
                process->threads.erase(thread);
        }
        m_endedThreads.pop_front();
    }
    saveMemory();
    ++m_turn;
}

void ProcessTable::markModules(std::vector<bool>& isUsed) const {
    for (const auto& [pid, process] : m_processes) {
        if (!process->generatedCode.isNone()) isUsed[process->generatedCode.row()] = true;
        if (!process->executable.isNone()) isUsed[process->executable.row()] = true;
        for (const auto& range : process->space->ranges()) {
            if (!range.module.isNone()) isUsed[range.module.row()] = true;
        }
    }
}

} // namespace candela
