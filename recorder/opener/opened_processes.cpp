#include "recorder/opener/opened_processes.h"

#include "recorder/opener/opened_file.h"

namespace candela {

std::optional<ProcessSnapshot> OpenedProcesses::snapshot(std::int32_t pid) {
    m_wasAnswered = true;
    // Most processes of an idle machine. What the kernel states about them does not wait for a process.
    if (auto thread = ProcFiles::kernelThread(pid)) return thread;
    opening::Request request;
    request.mutable_read_processes()->add_pids(pid);
    const auto answer = m_opener.ask(std::move(request), {pid, 0, {}});
    m_wasAnswered = answer.has_value();
    if (!answer || answer->reply.processes().empty()) return std::nullopt;
    const auto& first = answer->reply.processes(0);
    if (first.pid() != pid) return std::nullopt;
    ProcessSnapshot snapshot;
    snapshot.pid = pid;
    snapshot.parentPid = first.parent_pid();
    snapshot.name = first.name();
    snapshot.startTime = first.start_time();
    snapshot.threads = first.threads();
    snapshot.takenAt = first.taken_at();
    snapshot.executable = first.executable();
    for (const auto& part : answer->reply.processes()) {
        for (const auto& entry : part.mappings()) {
            auto& mapping = snapshot.mappings.emplace_back();
            mapping.start = entry.start();
            mapping.end = entry.end();
            mapping.fileOffset = entry.file_offset();
            mapping.file = identityIn(entry.file());
            mapping.path = entry.path();
            mapping.isShared = entry.is_shared();
        }
    }
    return snapshot;
}

} // namespace candela
