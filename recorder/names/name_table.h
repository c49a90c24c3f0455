/// The names of code locations in all modules, as far as the symbol child has answered. Has a module opened
/// when it is first wanted, asks in batches, and asks again after the child was replaced. Each wanted
/// location is answered, given up, or requested until the child has exited for good.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/names/code_keeper.h"
#include "recorder/names/module_names.h"
#include "recorder/names/name_sources.h"
#include "recorder/names/named_modules.h"
#include "recorder/opener/module_files.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/samples/segment_draft.h"
#include "recorder/sandbox/suspect_files.h"
#include "recorder/sandbox/symbol_client.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// Addresses in generated code whose names became known after segments with these addresses had been sent
/// without names.
struct LateNames {
    std::shared_ptr<const ProcessIdentity> process;
    ModuleNumber module;
    std::uint64_t serial = 0; ///< serial number of the module
    std::vector<std::uint64_t> addresses;
};

class NameTable {
public:
    using Limits = NamedModules::Limits;
    /// The maximum number of code locations that wait for an answer; further ones are requested by the next
    /// segment that contains them.
    static constexpr std::size_t maximumWaiting = SegmentDraft::fullLocations;

    /// `report` receives failures that users should know about. At most `keptCode` bytes of code are kept.
    NameTable(const ModuleTable& modules, SymbolClient& client, FileOpener& opener,
              std::function<void(recording::Failure)> report, const Limits& limits, std::size_t keptCode = 0);

    /// Has the file of a module opened that was not seen before, so that its names can be read after the file
    /// is deleted and the process has exited.
    void prefetchFile(ModuleNumber module, std::int32_t pid, const FileMapping& mapping) {
        m_sources.prefetch(module, pid, mapping);
    }
    /// Asks for the name of a location in a module that the process maps. Costs nothing where it is known.
    void want(const CodeLocation& location, const SharedProcess& process);
    /// Asks what kind of file a module is: its build id and compiler.
    void wantFile(ModuleNumber module, const SharedProcess& process);
    /// Whether nothing more will be learned of a module's build id and compiler by waiting.
    bool isFileSettled(ModuleNumber module) const;
    /// Whether nothing more will be learned of the location by waiting.
    bool isSettled(const CodeLocation& location) const;
    /// The names of a module; null while nothing is known of it.
    const ModuleNames* find(ModuleNumber module) const {
        const auto* found = m_named.find(module);
        return found ? &found->names : nullptr;
    }

    /// Once a tick: sends further requests, which the child had no room for before.
    void pump() { pump(Pumped::All); }
    /// The same for generated code only, which may soon be removed.
    void pumpGenerated() { pump(Pumped::Generated); }
    enum class NamelessOf { UsedModules, AllModules }; ///< modules used in the current segment, or all
    /// Asks once more for the names in generated code that were not known: their compiler may have written
    /// them down by now. For a process that has ended, this is the last time.
    void askNamelessAgain(NamelessOf which);
    /// The addresses whose names arrived too late, since the last call. find() has the names.
    std::vector<LateNames> takeLateNames();
    /// Counts hits of the function at a location, whose code may be kept if it is in a file.
    void countHits(const CodeLocation& location, std::uint64_t hits);
    /// The code of the functions that are hit most.
    CodeKeeper& code() { return m_code; }
    const CodeKeeper& code() const { return m_code; }
    /// `segment` is the number of the segment that is about to begin.
    void endSegment(std::uint64_t segment, std::int64_t now);
    /// If there are too many names, evicts those that were not used recently, but none that an unsent segment
    /// uses. `firstWaiting` is the number of the first unsent segment.
    void makeRoom(std::uint64_t firstWaiting);
    /// Forgets modules whose rows were swept from the module table.
    void sweep();
    /// Closes the files that no process has mapped (by row) for two calls, here and in the child, so that
    /// their file systems can be unmounted. Their names stay; one that is mapped again is opened anew.
    void closeUnmapped(const std::vector<bool>& isMapped) { m_named.closeUnmapped(isMapped); }

    const Limits& limits() const { return m_named.limits(); }
    /// Whether there will soon be no room for names:
    /// they use three quarters of what they may, which is twice the limit.
    bool isCrowded() const { return memory() >= limits().memory / 2 * 3; }
    std::size_t memory() const { return m_named.sums().memory; }
    std::size_t openFiles() const { return m_named.sums().files; }
    std::size_t openModules() const { return m_named.openInChild(); }
    /// The number of modules whose names were forgotten because memory was short.
    std::uint64_t evicted() const { return m_named.evicted(); }
    /// The number of descriptors that were closed to make room for others.
    std::uint64_t closedFiles() const { return m_named.closedFiles(); }
    std::uint64_t closedModules() const { return m_named.closedInChild(); }
    /// The number of code locations that wait for an answer.
    std::size_t waiting() const { return m_named.sums().wanted; }
    /// How often a location's name was not requested, or not kept, because there was no room.
    std::uint64_t unasked() const { return m_unasked; }

private:
    using State = NamedModule::State;
    enum class Pumped : std::uint8_t { All, Generated };

    NamedModule& moduleFor(ModuleNumber number, const SharedProcess& process);
    void ask(NamedModule& module, std::uint64_t address);
    void pump(Pumped which);
    void pump(NamedModule& module);
    void pumpCode();
    void openInChild(NamedModule& module);
    static sandbox::Request requestFor(const NamedModule& module);
    void takeAnswer(const sandbox::Answer& answer);
    void takeOpened(NamedModule& module, const sandbox::Opened& opened);
    void takeNames(NamedModule& module, const sandbox::Names& names);
    void addName(NamedModule& module, std::uint64_t address, std::uint64_t segment,
                 std::span<const NamedLine> lines);
    void childWasReplaced(const std::optional<SymbolClient::FailedRequest>& failed);
    void recordFailure(const SymbolClient::FailedRequest& failed);
    void refreshGenerated(NamedModule& module);
    void askNamelessAgain(NamedModule& module);

    const ModuleTable& m_modules;
    SymbolClient& m_client;
    std::function<void(recording::Failure)> m_report;
    NamedModules m_named;
    CodeKeeper m_code;
    SuspectFiles m_suspects;
    ModuleFiles m_files;
    NameSources m_sources;
    std::vector<ModuleNumber> m_busy; // modules with questions, or whose file is wanted
    std::uint64_t m_firstWaiting = 0; // number of the first segment that was not sent yet
    bool m_hasLate = false;           // late names arrived since takeLateNames()
    bool m_mayOpen = true;            // false: in this round of pump() a file was refused because too many
                                      // are open
    bool m_isChildFull = false;       // in this round the child can open no further file
    std::uint64_t m_unasked = 0;
};

} // namespace candela
