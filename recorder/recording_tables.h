/// The tables of one recording: processes, mapped files, and names of code and processes. Each is bounded. A
/// module's row is reused for another module only when nothing refers to it: neither processes nor the
/// callers behind `markOthers`.
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
#include <optional>
#include <vector>

namespace candela {

class RecordingTables {
public:
    /// Marks the modules that are still needed, by their rows.
    using MarkModules = std::function<void(std::vector<bool>& isUsed)>;

    RecordingTables(const RecordingOptions& options, const SandboxClients& clients,
                    const std::function<void(recording::Failure)>& report, MarkModules markOthers);
    RecordingTables(const RecordingTables&) = delete;
    RecordingTables& operator=(const RecordingTables&) = delete;

    ModuleTable& modules() { return m_modules; }
    ProcessTable& processes() { return m_processes; }
    KernelNames& kernel() { return m_kernel; }
    /// Returns what kernel code will lack: its names, or only its addresses.
    std::optional<recording::Failure> openKernelNames();
    NameTable& names() { return m_names; }
    const NameTable& names() const { return m_names; }
    LabelTable& labels() { return m_labels; }
    /// The program file of a process, as far as it is known.
    Program programOf(const LiveProcess& process) const;

    /// Events must be in the order of time. A mapping that finds no free module row starts a sweep, at most
    /// once in a collection: if all rows are used, a second sweep would free none.
    void apply(const SidebandEvent& event);
    void endCollection() { m_isSwept = false; }
    /// `added`: the number of segments drafted so far; `sent`: of these, the number that need no more names.
    /// Evicts the least recently used entries of full tables, and modules without references.
    void endSegment(std::uint64_t added, std::uint64_t sent, std::int64_t now);

    /// How often so far something was forgotten because a table had no room.
    std::uint64_t forgotten() const;
    /// How full these tables and those that they use are.
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
    bool m_isSwept = false; // a sweep took place in this collection
};

} // namespace candela
