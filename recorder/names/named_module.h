/// One module whose names are requested: known names, the files from which the child reads them, and the
/// wanted addresses. While it exists, it counts in three sums: its memory; its file, from the request to
/// openers until it is closed; and its wanted addresses.
#pragma once

#include "model/base/file.h"
#include "recorder/names/module_names.h"
#include "recorder/names/nameless_code.h"
#include "recorder/names/sum_share.h"
#include "recorder/names/wanted_addresses.h"
#include "recorder/processes/live_process.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace candela {

class NamedModule {
public:
    /// The sums over all modules.
    struct Sums {
        std::size_t memory = 0; ///< bytes
        std::size_t files = 0;  ///< open or requested
        std::size_t wanted = 0; ///< addresses
    };
    enum class State : std::uint8_t {
        Closed,      ///< the child does not have it
        Opening,     ///< the child was asked to open it
        AddingDebug, ///< the child was given debug files
        AddingSupplementary,
        Ready,
        Unreadable, ///< there is no file, or it killed children
    };

    NamedModule(ModuleNumber module, std::uint64_t moduleSerial, Sums& sums)
        : number(module), serial(moduleSerial), wanted(sums.wanted), m_fileShare(sums.files),
          m_memoryShare(sums.memory) {}

    bool hasFile() const { return file.isOpen() || jitDump.isOpen(); }
    /// Whether a file was requested for a module that has none; it counts as open.
    bool isOpening() const { return openingTurn != 0 && state == State::Closed; }
    bool needsFile() const { return state == State::Closed && !hasFile() && !isOpening(); }
    bool isOpenInChild() const { return state != State::Closed && state != State::Unreadable; }
    bool isBeingOpened() const { return isOpenInChild() && state != State::Ready; }
    bool isWanted() const { return isFileWanted || !wanted.isEmpty(); }

    /// Counts a file that openers were asked for, or that is present without them.
    void expectFile() { m_fileShare.set(1); }
    /// The module has no file.
    void missFile() { m_fileShare.set(0); }
    void closeFile();
    /// Drops all wanted addresses.
    void dropWants();
    /// The module can't be read: wanted addresses in generated code have no name yet, all others never get
    /// one.
    void giveUp();
    /// Updates the sum of memory after the names changed.
    void measure();

    const ModuleNumber number;
    const std::uint64_t serial; ///< distinguishes modules that used the row one after the other
    State state = State::Closed;
    ModuleNames names;
    FileDescriptor file;
    FileDescriptor jitDump;        ///< only for generated code whose compiler writes a dump
    SharedProcess wantedBy;        ///< the file is opened through it when there is room; null: not wanted
    std::int32_t rootPid = 0;      ///< a process with another root, in which the file is visible; else 0
    std::uint32_t fileOwner = 0;   ///< the user who owns the file
    std::uint64_t copied = 0;      ///< bytes of the file, if it is a copy in memory
    std::uint64_t copiedDebug = 0; ///< the same for the debug files that the child has
    std::uint64_t openingTurn = 0; ///< not 0: openers were asked for its files and have not answered
    bool isPrefetched = false;     ///< requested before it was wanted
    bool isGenerated = false;      ///< the module's code is generated
    bool isUnmapped = false;       ///< no process had the file mapped at the last check
    std::uint64_t javaLibrary = 0; ///< not 0: `file` is a process's memory, else of generated code a perf map
    bool isFileWanted = false;     ///< also if no address in it is wanted
    WantedAddresses wanted;

    // Only for generated code:
    NamelessCode nameless;
    std::shared_ptr<const ProcessIdentity> owner;
    std::weak_ptr<const LiveProcess> process; ///< the current owner
    bool isAskedAtEnd = false;                ///< this was requested when its owner ended
    std::int64_t refreshedAt = 0;

private:
    SumShare m_fileShare;
    SumShare m_memoryShare;
};

} // namespace candela
