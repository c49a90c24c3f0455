#include "recorder/recording_tables.h"

#include "recorder/recording_failures.h"
#include "recorder/segments/segment_sender.h"

#include <utility>

namespace candela {

namespace {

constexpr std::uint64_t segmentsBetweenSweeps = 60;
/// A file that no process maps any more is closed within twice this time.
constexpr std::int64_t timeBetweenClosings = 5'000'000'000;

} // namespace

RecordingTables::RecordingTables(const RecordingOptions& options, const SandboxClients& clients,
                                 const std::function<void(recording::Failure)>& report,
                                 MarkModules markOthers)
    : m_source(clients.openers.processes), m_modules(options.limits.modules),
      m_processes(m_source, m_modules, options.limits.processes),
      m_names(m_modules, clients.names, clients.openers.files, report, options.limits.names,
              options.limits.keptCode),
      m_labels(options.providers, &clients.openers.metadata), m_markOthers(std::move(markOthers)) {
    m_processes.setFirstMapping(
        [this](auto module, auto pid, const auto& mapping) { m_names.prefetchFile(module, pid, mapping); });
}

std::optional<recording::Failure> RecordingTables::openKernelNames() {
    if (const auto opened = m_kernel.open(); !opened) return kernelWithoutNames(opened.error());
    if (m_kernel.areAddressesHidden()) return kernelWithoutAddresses();
    return {};
}

Program RecordingTables::programOf(const LiveProcess& process) const {
    if (process.executable.isNone()) return {};
    Program program{.path = m_modules[process.executable].path, .buildId = {}, .compiler = {}};
    if (const auto* known = m_names.find(process.executable)) {
        program.buildId = known->buildId();
        program.compiler = known->compiler();
    }
    return program;
}

void RecordingTables::apply(const SidebandEvent& event) {
    if (event.kind == SidebandEvent::Kind::Map && m_modules.isFull() && !std::exchange(m_isSwept, true))
        sweepModules();
    m_processes.apply(event);
    m_kernel.apply(event);
}

void RecordingTables::endSegment(std::uint64_t added, std::uint64_t sent, std::int64_t now) {
    m_names.endSegment(added, now);
    m_names.makeRoom(sent);
    m_labels.endSegment(added, sent);
    if (m_modules.used() > m_modules.maximum() / 2 || added % segmentsBetweenSweeps == 0) sweepModules();
    if (now - m_closedAt >= timeBetweenClosings) closeUnmapped(now);
}

void RecordingTables::sweepModules() {
    std::vector<bool> isUsed(m_modules.capacity());
    m_processes.markModules(isUsed);
    m_markOthers(isUsed);
    m_modules.sweep(isUsed);
    m_names.sweep();
}

void RecordingTables::closeUnmapped(std::int64_t now) {
    m_closedAt = now;
    std::vector<bool> isMapped(m_modules.capacity());
    m_processes.markModules(isMapped);
    m_names.closeUnmapped(isMapped);
}

std::uint64_t RecordingTables::forgotten() const {
    return m_processes.evicted() + m_modules.evicted() + m_modules.refused() + m_names.evicted() +
           m_names.closedFiles() + m_names.unasked();
}

std::vector<recording::TableUse> RecordingTables::describe(const UnwindTableStore& unwind,
                                                           const CpuAccount& account) const {
    const auto& limits = m_processes.limits();
    const auto& names = m_names.limits();
    const auto& kernel = m_kernel.generatedCode();
    return {
        tableUse("processes", m_processes.size(), limits.processes, m_processes.evicted()),
        tableUse("bytes of mappings and threads", m_processes.memory(), limits.memory, 0),
        tableUse("modules", m_modules.used(), m_modules.maximum(), m_modules.evicted()),
        tableUse("bytes of names", m_names.memory(), names.memory, m_names.evicted()),
        tableUse(keptCodeTable, m_names.code().bytes(), m_names.code().maximumBytes(),
                 m_names.code().leftOut()),
        tableUse("files for names", m_names.openFiles(), names.openFiles, m_names.closedFiles()),
        tableUse("modules of the child", m_names.openModules(), names.openModules, m_names.closedModules()),
        tableUse("files with unwind tables", unwind.files(), unwind.limits().files, unwind.evicted()),
        tableUse("chunks of unwind tables", unwind.usedChunks(), unwind.limits().chunks, unwind.evicted()),
        tableUse("generated kernel code", kernel.size(), kernel.maximum(), kernel.evicted()),
        tableUse("threads in the account of CPU time", account.size(), account.maximum(), account.refused()),
        tableUse("bytes of labels", m_labels.memory(), LabelTable::maximumMemory, m_labels.evicted()),
    };
}

} // namespace candela
