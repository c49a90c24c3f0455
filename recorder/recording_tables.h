/// The tables that one recording fills: who runs, which files are mapped, what their code and its processes
/// are called. Each is bounded. A module's row goes to another module only when nothing names it any more:
/// neither processes nor those whom `markOthers` asks.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/base/sideband.h"
#include "recorder/kernel/kernel_names.h"
#include "recorder/metadata/label_table.h"
#include "recorder/metadata/provider.h"
#include "recorder/names/name_table.h"
#include "recorder/opener/opened_processes.h"
#include "recorder/processes/live_process.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/samples/cpu_account.h"
#include "recorder/sandbox_watch.h"
#include "recorder/segments/recording_options.h"
#include "recorder/unwind/unwind_table_store.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace candela {

class RecordingTables {
public:
    /// Marks the modules that somebody needs, by their rows.
    using MarkModules = std::function<void(std::vector<bool>& isUsed)>;

    RecordingTables(const RecordingOptions& options, const SandboxClients& clients,
                    const std::function<void(recording::Failure)>& report, MarkModules markOthers);
    RecordingTables(const RecordingTables&) = delete;
    RecordingTables& operator=(const RecordingTables&) = delete;

    ModuleTable& modules() { return m_modules; }
    ProcessTable& processes() { return m_processes; }
    KernelNames& kernel() { return m_kernel; }
    NameTable& names() { return m_names; }
    const NameTable& names() const { return m_names; }
    LabelTable& labels() { return m_labels; }
    /// The file that a process runs, as far as it is known.
    Program programOf(const LiveProcess& process) const;

    /// Events must come in the order of time. A mapping that finds all modules taken has them swept, once in
    /// a collection: where all is used, another look would find the same.
    void apply(const SidebandEvent& event);
    void endCollection() { m_isSwept = false; }
    /// Drafts so far, and those of them that need no names any more. Forgets what was not used for longest
    /// where tables are full, and modules that nothing names.
    void endSegment(std::uint64_t added, std::uint64_t sent, std::int64_t now);

    /// How often tables had no room, so far.
    std::uint64_t forgotten() const;
    /// How full they are, and those beside them.
    std::vector<recording::TableUse> describe(const UnwindTableStore& unwind,
                                              const CpuAccount& account) const;

private:
    void sweepModules();
    void closeUnmapped(std::int64_t now);

    OpenedProcesses m_source;
    ModuleTable m_modules;
    ProcessTable m_processes;
    KernelNames m_kernel;
    NameTable m_names;
    LabelTable m_labels;
    MarkModules m_markOthers;
    std::int64_t m_closedAt = 0;
    bool m_isSwept = false; // in this collection
};

} // namespace candela
