/// The names of code locations in all modules, as far as the symbol child was asked and answered. Opens a
/// module when it is first wanted, finds its debug files, asks in batches, and asks again after the child was
/// replaced.
#pragma once

#include "model/base/file.h"
#include "model/recording/recording.pb.h"
#include "recorder/names/module_names.h"
#include "recorder/names/nameless_code.h"
#include "recorder/opener/module_files.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/samples/segment_draft.h"
#include "recorder/sandbox/suspect_files.h"
#include "recorder/sandbox/symbol_client.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// Names in generated code that became known after segments with these addresses had been sent without.
struct LateNames {
    std::shared_ptr<const ProcessIdentity> process;
    ModuleNumber module;
    std::uint64_t serial = 0; ///< of the module
    std::vector<std::uint64_t> addresses;
};

class NameTable {
public:
    struct Limits {
        std::size_t memory = 32 << 20; ///< bytes; segments that wait for names may need as much again
        std::size_t openFiles = 400;   ///< that we hold
        std::size_t openModules = 64;  ///< that the child holds
    };
    /// Bytes of files that had to be copied to memory, together.
    static constexpr std::uint64_t maximumCopied = 256 << 20;
    /// Code locations that wait for an answer; what is beyond is asked for by the next segment that meets it.
    static constexpr std::size_t maximumWaiting = SegmentDraft::fullLocations;

    /// `report` receives what went wrong in a way that users should know.
    NameTable(const ModuleTable& modules, SymbolClient& client, FileOpener& opener,
              std::function<void(recording::Failure)> report, const Limits& limits);

    /// Has the file of a module opened that was not seen before, so that its names can be read after the file
    /// is deleted and the process is gone.
    void prefetchFile(ModuleNumber module, std::int32_t pid, const FileMapping& mapping);
    /// Asks for the name of a location in a module that the process maps. Costs nothing where it is known.
    void want(const CodeLocation& location, const SharedProcess& process);
    /// Asks what kind of file a module is: its build id and compiler.
    void wantFile(ModuleNumber module, const SharedProcess& process);
    /// Whether nothing more will be learned of a module's build id and compiler by waiting.
    bool isFileSettled(ModuleNumber module) const;
    /// Whether nothing more will be learned of the location by waiting.
    bool isSettled(const CodeLocation& location) const;
    /// Null while nothing is known of the module.
    const ModuleNames* find(ModuleNumber module) const;

    /// Asks on, once a tick: what the child could not take before.
    void pump();
    /// The same for generated code only, which may be gone in a moment.
    void pumpGenerated();
    /// Asks once more for the names in generated code that were not known: their compiler may have written
    /// them down by now. Of a process that has ended this is the last time.
    enum class NamelessOf { UsedModules, AllModules }; ///< used in the segment at hand
    void askNamelessAgain(NamelessOf which);
    /// What was learned too late since the last call. `find()` has the names.
    std::vector<LateNames> takeLateNames();
    /// `segment` is the number of the segment that is about to begin.
    void endSegment(std::uint64_t segment, std::int64_t now);
    /// Forgets what was not used lately once there is too much of it. `firstWaiting` is the number of the
    /// first segment that was not sent yet: what it and later ones use stays.
    void makeRoom(std::uint64_t firstWaiting);
    /// Forgets modules whose rows were swept from the module table.
    void sweep();
    /// Closes the files that no process has mapped (by row) for two calls, here and in the child, so that
    /// their file systems can be unmounted. Their names stay; one that is mapped again is opened anew.
    void closeUnmapped(const std::vector<bool>& isMapped);

    const Limits& limits() const { return m_limits; }
    /// Whether names will soon go without room: those of one segment and of the ones that wait are nearly all
    /// that there is.
    bool isCrowded() const { return m_memory >= m_limits.memory / 2 * 3; }
    std::size_t memory() const { return m_memory; }
    std::size_t openFiles() const { return m_openFiles; }
    std::size_t openModules() const;
    /// Modules whose names were forgotten for want of room.
    std::uint64_t evicted() const { return m_evicted; }
    /// Descriptors that were closed for others.
    std::uint64_t closedFiles() const { return m_closedFiles; }
    std::uint64_t closedModules() const { return m_closedModules; }
    /// Code locations that wait for an answer.
    std::size_t waiting() const { return m_waiting; }
    /// Times that a location's name was not asked for, or not kept, for want of room.
    std::uint64_t unasked() const { return m_unasked; }

private:
    enum class State : std::uint8_t {
        Closed,      ///< the child does not have it
        Opening,     ///< it was asked to open it
        AddingDebug, ///< it was given debug files
        AddingSupplementary,
        Ready,
        Unreadable, ///< there is no file, or children died of it
    };
    struct Entry {
        std::uint64_t serial = 0;
        State state = State::Closed;
        ModuleNames names;
        FileDescriptor file;
        FileDescriptor jitDump; // of generated code, where its compiler writes one
        SharedProcess
            wantedBy; // through which a file is opened once there is room; none where nothing is wanted
        std::int32_t rootPid = 0;      // the process that sees it below another root than ours; else 0
        std::uint32_t fileOwner = 0;   // the user whose file it is
        std::uint64_t copied = 0;      // bytes of its file, where that is a copy in memory
        std::uint64_t copiedDebug = 0; // likewise of the debug files that the child has
        std::uint64_t openingTurn = 0; // not 0: openers were asked for its files, and did not answer yet
        bool isPrefetched = false;     // they were asked before it was wanted
        bool isGenerated = false;
        bool isUnmapped = false; // as of the last closeUnmapped()
        std::uint64_t javaLibrary =
            0;                     // not 0: `file` is a process's memory, else of generated code a perf map
        bool isFileWanted = false; // even if no address in it is
        std::vector<std::uint64_t> queue; // not asked for yet
        std::vector<std::uint64_t> asked; // not answered yet
        absl::flat_hash_map<std::uint64_t, std::uint64_t>
            isWanted; // what is in one of the two, and the segment that asked
        // Of generated code:
        NamelessCode nameless;
        std::shared_ptr<const ProcessIdentity> owner;
        std::weak_ptr<const LiveProcess> process; // the owner as it is now
        bool isAskedAtEnd = false;                // of its owner
        std::int64_t refreshedAt = 0;
    };

    /// How a module is called towards the child: its row, and the serial number that makes it unique.
    static constexpr int rowBits = 20;
    static constexpr std::uint64_t rowMask = (std::uint64_t{1} << rowBits) - 1;
    static_assert(ModuleTable::defaultMaximumModules <= rowMask);
    enum class Sources { PerfMap, All };

    Entry& makeEntry(ModuleNumber module);
    Entry& entryFor(ModuleNumber module, const SharedProcess& process);
    void openFile(Entry& entry, ModuleNumber module, const LiveProcess& process);
    void askForFile(Entry& entry, ModuleNumber module, const MappedModule& mapped);
    void takeFile(ModuleNumber module, Entry& entry, ModuleFiles::Module found);
    void askForGenerated(ModuleNumber module, Entry& entry, Sources sources);
    void takeGenerated(Entry& entry, ModuleFiles::Generated found);
    void takeDebugFiles(ModuleNumber module, Entry& entry, const sandbox::Opened& opened,
                        ModuleFiles::DebugFiles found);
    /// A callback for openers that finds the entry again, if it still waits for that answer.
    template<typename Answer, typename Take>
    std::function<void(Answer)> whenOpened(ModuleNumber module, Entry& entry, Take take) {
        entry.openingTurn = ++m_openingTurns;
        return [this, module, serial = entry.serial, turn = entry.openingTurn,
                take = std::move(take)](Answer answer) {
            auto* waiting = entryOf(serial << rowBits | module.row());
            if (!waiting || waiting->openingTurn != turn) return;
            waiting->openingTurn = 0;
            take(*waiting, std::move(answer));
            pump();
        };
    }
    std::uint64_t copyRoom() const;
    /// The same for modules that the child has open meanwhile: there should not be many.
    template<typename Take>
    std::function<void(ModuleFiles::DebugFiles)> whenFound(ModuleNumber module, Entry& entry, Take take) {
        if (m_searches++ == 0) m_searchedAt = monotonicTime();
        return [this, opened = whenOpened<ModuleFiles::DebugFiles>(module, entry, std::move(take))](
                   ModuleFiles::DebugFiles found) {
            --m_searches;
            m_searchedAt = monotonicTime();
            opened(std::move(found));
        };
    }
    bool hasRoomForSearch() const;
    enum class Pumped : std::uint8_t { All, Generated };
    void pump(Pumped which);
    void pump(ModuleNumber module, Entry& entry);
    void takeAnswer(const sandbox::Answer& answer);
    void takeOpened(ModuleNumber module, Entry& entry, const sandbox::Opened& opened);
    void addDebugFiles(ModuleNumber module, Entry& entry, const sandbox::Opened& opened);
    void addSupplementaryFile(ModuleNumber module, Entry& entry, const sandbox::Opened& opened);
    void takeNames(ModuleNumber module, Entry& entry, const sandbox::Names& names);
    std::string nameOf(ModuleNumber module, const sandbox::Function& function) const;
    void childWasReplaced(const std::optional<SymbolClient::FailedRequest>& failed);
    void recordFailure(const SymbolClient::FailedRequest& failed);
    void giveUp(Entry& entry);
    static bool hasFile(const Entry& entry) { return entry.file.isOpen() || entry.jitDump.isOpen(); }
    /// Whether a file is on its way to an entry that has none; it counts as open.
    static bool isOpening(const Entry& entry) {
        return entry.openingTurn != 0 && entry.state == State::Closed;
    }
    static bool needsFile(const Entry& entry) {
        return entry.state == State::Closed && !hasFile(entry) && !isOpening(entry);
    }
    static bool isOpenInChild(const Entry& entry) {
        return entry.state != State::Closed && entry.state != State::Unreadable;
    }
    static bool isBeingOpened(const Entry& entry) {
        return isOpenInChild(entry) && entry.state != State::Ready;
    }
    static std::size_t memoryOf(const Entry& entry);
    bool hasRoomForFile();
    void closeFile(Entry& entry);
    void closeInChild(std::size_t row);
    bool makeRoomInChild();
    void refreshGenerated(ModuleNumber module, Entry& entry);
    void askNamelessAgain(ModuleNumber module, Entry& entry);
    void openGenerated(ModuleNumber module, Entry& entry, const LiveProcess* process, Sources sources);
    const MappedRange* jitDumpIn(const LiveProcess& process) const;
    FileDescriptor openFileOf(ModuleNumber module) const;
    void openAgain(ModuleNumber module, Entry& entry, Sources sources);
    void addName(Entry& entry, std::uint64_t address, std::uint64_t segment,
                 std::span<const NamedLine> lines);
    void enqueue(ModuleNumber module, Entry& entry, std::uint64_t address);
    static bool isWanted(const Entry& entry) { return entry.isFileWanted || !entry.isWanted.empty(); }
    void dropWants(Entry& entry);
    void drop(std::unique_ptr<Entry>& entry);
    void forget(std::size_t row);
    static std::uint64_t numberOf(const Entry& entry, ModuleNumber module);
    Entry* entryOf(std::uint64_t number);

    const ModuleTable& m_modules;
    SymbolClient& m_client;
    std::function<void(recording::Failure)> m_report;
    std::vector<std::unique_ptr<Entry>> m_entries; // by module row
    std::vector<ModuleNumber> m_busy;              // those with a queue, or whose file is wanted
    SuspectFiles m_suspects;
    ModuleFiles m_files;
    Limits m_limits;
    std::uint64_t m_openingTurns = 0;
    std::size_t m_searches = 0;    // for debug files, that are not answered
    std::int64_t m_searchedAt = 0; // the last answer, or the first search
    std::uint64_t m_segment = 0;
    std::uint64_t m_firstWaiting = 0; // segment that was not sent yet
    bool m_hasLate = false;           // since takeLateNames()
    bool m_mayOpen = true;            // in this round of pump() no file was refused for want of room
    bool m_isChildFull = false;       // in this round it can open no further file
    std::size_t m_memory = 0;         // of all entries
    std::size_t m_openFiles = 0;      // of all entries, and on their way
    std::size_t m_waiting = 0;        // of all entries' isWanted
    std::uint64_t m_evicted = 0;
    std::uint64_t m_closedFiles = 0;
    std::uint64_t m_closedModules = 0;
    std::uint64_t m_unasked = 0;
};

} // namespace candela
