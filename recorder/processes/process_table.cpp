#include "recorder/processes/process_table.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Files for which the module table had no room are looked up again after this time.
constexpr std::int64_t timeBetweenLooks = 5'000'000'000;
constexpr std::int64_t timeBetweenQuestions = 1'000'000'000; // if there was no answer

/// Whether samples with this start can be of a process without samples so far.
bool canStartAt(const ProcessIdentity& identity, std::int64_t exactStart) {
    if (identity.exactStart != 0) return identity.exactStart == exactStart;
    return identity.forkTime != 0 ? isSameStart(identity.forkTime, exactStart)
                                  : exactStart <= identity.startTime + startTolerance;
}

/// Whether two address spaces have a range in common. A program's code stays at the address where it was
/// loaded, so without a common range the process runs another program.
bool haveCommonRange(const AddressSpace& left, const AddressSpace& right) {
    return std::any_of(left.ranges().begin(), left.ranges().end(), [&](const MappedRange& range) {
        const auto* other = right.find(range.start);
        return other && other->module == range.module &&
               range.start - other->start + other->fileOffset == range.fileOffset;
    });
}

} // namespace

ProcessTable::ProcessTable(ProcessSource& source, ModuleTable& modules, const Limits& limits)
    : m_source(source), m_modules(modules), m_kept(limits) {}

bool ProcessTable::readOn(std::int64_t until) {
    while (!m_unread.empty() && monotonicTime() < until) {
        const auto pid = m_unread.back();
        m_unread.pop_back();
        if (!m_kept.isFull() && !m_kept.find(pid)) read(pid);
    }
    return m_unread.empty();
}

SharedProcess ProcessTable::read(std::int32_t pid) {
    auto snapshot = m_source.snapshot(pid);
    if (!snapshot) return nullptr;
    auto process = m_kept.make(pid);
    process->identity->startTime = process->identity->forkTime = snapshot->startTime;
    process->identity->name = snapshot->name;
    process->readAt = snapshot->takenAt;
    process->liveThreads = std::max(1u, snapshot->threads);
    process->threads[pid].name = std::move(snapshot->name);
    setMappings(*process, *snapshot);
    m_kept.add(process);
    if (snapshot->parentPid != 0) {
        auto parent = m_kept.find(snapshot->parentPid);
        if (!parent && !m_kept.isFull()) {
            read(snapshot->parentPid);
            parent = m_kept.find(snapshot->parentPid);
        }
        if (parent) process->parent = parent->identity;
    }
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
    m_kept.removeMappings(process);
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

SharedProcess ProcessTable::findFor(std::int32_t pid, std::int64_t eventTime) const {
    auto process = m_kept.find(pid);
    if (process && process->readAt >= eventTime) return nullptr; // /proc already included this event
    return process;
}

SharedProcess ProcessTable::find(const ProcessIdentity& identity) const {
    auto process = m_kept.find(identity.pid);
    if (!process) return nullptr;
    const auto& known = *process->identity;
    const bool isSame = &known == &identity ||
                        (identity.exactStart != 0 && known.exactStart == identity.exactStart) ||
                        (identity.forkTime != 0 && known.forkTime == identity.forkTime);
    return isSame ? process : nullptr;
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
    const auto process = findFor(event.pid, event.time);
    if (!process) return;
    ++process->liveThreads;
    if (process->threads.size() >= maximumThreadsOfProcess) return;
    const auto parent = process->threads.find(event.parentTid);
    // A thread inherits the name of the thread that starts it.
    auto name = parent != process->threads.end() ? parent->second.name : std::string();
    process->threads[event.tid] = {std::move(name), event.time};
}

void ProcessTable::fork(const SidebandEvent& event) {
    const auto known = m_kept.find(event.pid);
    if (known && known->readAt >= event.time) return;
    auto child = m_kept.make(event.pid);
    child->identity->startTime = child->identity->forkTime = event.time;
    if (const auto parent = m_kept.find(event.parentPid)) {
        child->parent = parent->identity;
        child->space = parent->space;
        child->executable = parent->executable;
        child->readAgainAt = parent->readAgainAt;
        const auto thread = parent->threads.find(event.parentTid);
        child->identity->name = thread != parent->threads.end() && !thread->second.name.empty()
                                    ? thread->second.name
                                    : parent->identity->name;
    } else {
        child->readAgainAt = LiveProcess::atOnce; // there is nothing to inherit
    }
    child->threads[event.tid] = {child->identity->name, event.time};
    m_kept.add(child);
}

SharedProcess ProcessTable::nextProgram(const SharedProcess& process, std::int64_t time, std::string name) {
    auto program = m_kept.make(process->identity->pid);
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
    auto before = m_kept.find(event.pid);
    if (before && before->readAt >= event.time) return;
    // If the process was not known, everything about its new program is known from here on.
    if (!before) before = m_kept.make(event.pid);
    auto program = nextProgram(before, event.time, event.name);
    program->awaitsExecutable = true;
    m_kept.add(program);
}

void ProcessTable::exit(const SidebandEvent& event) {
    const auto process = findFor(event.pid, event.time);
    if (!process) return;
    if (process->liveThreads <= 1) return m_kept.end(process, event.time);
    --process->liveThreads;
    m_kept.endThread(process, event.tid, event.time);
}

void ProcessTable::map(const SidebandEvent& event) {
    const auto process = findFor(event.pid, event.time);
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
    const auto process = findFor(event.pid, event.time);
    if (!process) return;
    if (process->threads.size() < maximumThreadsOfProcess || process->threads.contains(event.tid))
        process->threads[event.tid].name = event.name;
    if (event.tid == event.pid) process->identity->name = event.name;
}

void ProcessTable::invalidateAll() {
    m_invalidatedAt = monotonicTime();
}

SharedProcess ProcessTable::known(std::int32_t pid, std::int64_t exactStart) {
    auto found = m_kept.find(pid);
    if (!found || !canStartAt(*found->identity, exactStart)) return nullptr;
    auto& identity = *found->identity;
    if (identity.exactStart == 0) {
        if (!identity.isPublished && identity.startTime == identity.forkTime) identity.startTime = exactStart;
        identity.exactStart = exactStart;
    }
    return found;
}

SharedProcess ProcessTable::processOf(std::int32_t pid, std::int64_t exactStart) {
    if (auto found = known(pid, exactStart)) {
        m_kept.use(*found);
        return readAgainIfNeeded(std::move(found));
    }
    // The event of its start was lost, or the process was forgotten.
    auto process = read(pid);
    if (process && isSameStart(process->identity->startTime, exactStart)) {
        auto& identity = *process->identity;
        identity.exactStart = identity.startTime = exactStart;
        return process;
    }
    process = m_kept.make(pid);
    if (!m_source.wasAnswered()) process->readAgainAt = monotonicTime() + timeBetweenQuestions;
    auto& identity = *process->identity;
    identity.exactStart = identity.forkTime = identity.startTime = exactStart;
    m_kept.add(process);
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
        process->readAt = std::max(process->readAt, m_invalidatedAt); // the process has ended: the known
                                                                      // facts have to suffice
        process->readAgainAt = m_source.wasAnswered() ? 0 : monotonicTime() + timeBetweenQuestions;
        return process;
    }
    auto now = process;
    const auto before = process->space;
    const auto executableBefore = process->executable;
    setMappings(*process, *snapshot);
    if (!before->ranges().empty() && !haveCommonRange(*before, *process->space)) {
        now = nextProgram(process, snapshot->takenAt, snapshot->name); // the exec event was lost
        now->space = process->space;
        now->executable = process->executable;
        now->readAgainAt = process->readAgainAt;
        process->space = before;
        process->executable = executableBefore;
        m_kept.add(now);
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

} // namespace candela
