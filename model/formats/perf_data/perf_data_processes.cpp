#include "model/formats/perf_data/perf_data_processes.h"

namespace candela {

PerfProcesses::PerfProcesses(ProfileBuilder& builder) : m_builder(builder) {
    name(0, 0, "swapper", NewName::Renamed, noTime);
}

std::shared_ptr<PerfProcess> PerfProcesses::process(std::uint32_t pid) {
    auto& found = m_processes[pid];
    if (!found) {
        found = std::make_shared<PerfProcess>();
        found->pid = pid;
        found->space = m_nothingMapped;
    }
    return found;
}

PerfThread* PerfProcesses::findThread(std::uint32_t tid) {
    const auto found = m_threads.find(tid);
    return found == m_threads.end() ? nullptr : found->second.get();
}

PerfThread& PerfProcesses::thread(std::uint32_t pid, std::uint32_t tid) {
    auto& found = m_threads[tid];
    if (found && found->process->pid == pid) return *found;
    // the number is reused, and the fork of the new thread was lost
    found = std::make_unique<PerfThread>();
    found->tid = tid;
    found->process = process(pid);
    found->name = found->process->name;
    return *found;
}

void PerfProcesses::name(std::uint32_t pid, std::uint32_t tid, std::string_view name, NewName why,
                         std::int64_t time) {
    auto& named = thread(pid, tid);
    const auto text = m_builder.string(name);
    auto& process = *named.process;
    if (why == NewName::NewProgram) process.space = m_nothingMapped;
    if (why != NewName::Renamed) {
        process.row = {};
        process.startTime = time;
        named.row = {};
        named.startTime = time;
    }
    named.name = text;
    if (pid == tid) process.name = text;
    if (named.row) m_builder.thread(named.row).name = text;
    if (pid == tid && process.row) m_builder.process(process.row).name = text;
}

void PerfProcesses::fork(std::uint32_t pid, std::uint32_t parentPid, std::uint32_t tid,
                         std::uint32_t parentTid, std::int64_t time) {
    const auto* parent = findThread(parentTid);
    const auto name = parent ? parent->name : StringIndex();
    if (pid != parentPid) {
        const auto parentProcess = process(parentPid);
        auto child = std::make_shared<PerfProcess>();
        child->pid = pid;
        child->parent = parentPid;
        child->startTime = time;
        child->name = name;
        child->space = parentProcess->space;
        m_processes[pid] = std::move(child);
    }
    auto child = std::make_unique<PerfThread>();
    child->tid = tid;
    child->process = process(pid);
    child->startTime = time;
    child->name = name;
    m_threads[tid] = std::move(child);
}

void PerfProcesses::exit(std::uint32_t pid, std::uint32_t tid, std::int64_t time) {
    auto* ended = findThread(tid);
    if (!ended || ended->process->pid != pid) return;
    ended->offSince = noTime;
    auto& process = *ended->process;
    process.endTime = time;
    if (process.row) m_builder.process(process.row).endTime = time;
}

void PerfProcesses::map(std::uint32_t pid, const PerfArea& area) {
    auto owner = process(pid);
    if (owner->space.use_count() > 1) {
        const auto count = owner->space->size();
        // A malicious file may have many mappings and many forks that copy them. Beyond this limit a child
        // starts without mappings.
        const bool isTooMuch = count > m_copiesLeft;
        owner->space = isTooMuch ? std::make_shared<PerfAddressSpace>()
                                 : std::make_shared<PerfAddressSpace>(*owner->space);
        if (!isTooMuch) m_copiesLeft -= count;
    }
    owner->space->insert(area);
}

ProcessIndex PerfProcesses::row(PerfProcess& process) {
    if (process.row) return process.row;
    Process added;
    added.pid = static_cast<std::int32_t>(process.pid);
    added.startTime = process.startTime;
    added.endTime = process.endTime;
    added.name = process.name;
    if (const auto parent = m_processes.find(process.parent);
        process.parent != 0 && parent != m_processes.end() && parent->second->row)
        added.parent = parent->second->row;
    process.row = m_builder.addProcess(added);
    return process.row;
}

ThreadIndex PerfProcesses::row(PerfThread& thread) {
    if (thread.row) return thread.row;
    Thread added;
    added.process = row(*thread.process);
    added.tid = static_cast<std::int32_t>(thread.tid);
    added.startTime = thread.startTime;
    added.name = thread.name;
    thread.row = m_builder.addThread(added);
    return thread.row;
}

} // namespace candela
