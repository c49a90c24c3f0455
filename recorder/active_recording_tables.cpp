/// What an ActiveRecording keeps, how full that is, and what it costs.
#include "recorder/active_recording.h"

namespace candela {

/// How often tables had no room, so far.
std::uint64_t ActiveRecording::forgotten() const {
    return m_processes.evicted() + m_modules.evicted() + m_modules.refused() + m_names.evicted() +
           m_names.closedFiles() + m_names.unasked();
}

void ActiveRecording::closeUnmapped(std::int64_t now) {
    m_closedAt = now;
    std::vector<bool> isMapped(m_modules.capacity());
    m_processes.markModules(isMapped);
    m_names.closeUnmapped(isMapped);
}

void ActiveRecording::describeTables() {
    const auto& limits = m_processes.limits();
    const auto& names = m_names.limits();
    const auto& unwind = m_unwind->store();
    const auto& kernel = m_kernel.generatedCode();
    const auto& account = m_cpuTimes.account();
    m_sender->setTables({
        tableUse("processes", m_processes.size(), limits.processes, m_processes.evicted()),
        tableUse("bytes of mappings and threads", m_processes.memory(), limits.memory, 0),
        tableUse("modules", m_modules.used(), m_modules.maximum(), m_modules.evicted()),
        tableUse("bytes of names", m_names.memory(), names.memory, m_names.evicted()),
        tableUse("files for names", m_names.openFiles(), names.openFiles, m_names.closedFiles()),
        tableUse("modules of the child", m_names.openModules(), names.openModules, m_names.closedModules()),
        tableUse("files with unwind tables", unwind.files(), unwind.limits().files, unwind.evicted()),
        tableUse("chunks of unwind tables", unwind.usedChunks(), unwind.limits().chunks, unwind.evicted()),
        tableUse("generated kernel code", kernel.size(), kernel.maximum(), kernel.evicted()),
        tableUse("threads in the account of CPU time", account.size(), account.maximum(), account.refused()),
        tableUse("bytes of labels", m_labels.memory(), LabelTable::maximumMemory, m_labels.evicted()),
    });
    m_sender->losses().setTotal({"mappings without room"}, {m_modules.refused()});
    m_sender->losses().setTotal({"names without room"}, {m_names.unasked()});
    m_sender->losses().setTotal({"stacks of waits without room"}, {m_lasting.dropped()});
}

void ActiveRecording::sweepModules() {
    std::vector<bool> isUsed(m_modules.capacity());
    m_processes.markModules(isUsed);
    m_sender->markModules(isUsed);
    m_draft->markModules(isUsed);
    m_unfinished->markModules(isUsed);
    m_lasting.markModules(isUsed);
    m_modules.sweep(isUsed);
    m_names.sweep();
}

void ActiveRecording::countChildren() {
    using Role = OwnUsage::Role;
    auto& usage = m_sender->usage();
    usage.setChild(Role::Names, m_clients.names.child());
    usage.setChild(Role::UnwindTables, m_clients.unwindTables.child());
    const auto files = m_clients.openers.files.processes();
    usage.setChild(Role::OpensFiles, files.empty() ? 0 : files.front());
    usage.setChild(Role::ReadsProcesses, m_clients.openers.processes.process());
    usage.setChild(Role::ReadsMetadata, m_clients.openers.metadata.process());
}

} // namespace candela
