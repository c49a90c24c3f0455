/// One module whose names are asked for: what is known of it, the files that the child reads it from, and
/// what is still wanted. As long as it exists it counts in sums: its memory, its file, from when openers are
/// asked for it until it is closed, and its wanted addresses.
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
    /// Of all modules together.
    struct Sums {
        std::size_t memory = 0; ///< bytes
        std::size_t files = 0;  ///< open, or on their way
        std::size_t wanted = 0; ///< addresses
    };
    enum class State : std::uint8_t {
        Closed,      ///< the child does not have it
        Opening,     ///< it was asked to open it
        AddingDebug, ///< it was given debug files
        AddingSupplementary,
        Ready,
        Unreadable, ///< there is no file, or children died of it
    };

    NamedModule(ModuleNumber module, std::uint64_t moduleSerial, Sums& sums)
        : number(module), serial(moduleSerial), wanted(sums.wanted), m_fileShare(sums.files),
          m_memoryShare(sums.memory) {}

    bool hasFile() const { return file.isOpen() || jitDump.isOpen(); }
    /// Whether a file is on its way to a module that has none; it counts as open.
    bool isOpening() const { return openingTurn != 0 && state == State::Closed; }
    bool needsFile() const { return state == State::Closed && !hasFile() && !isOpening(); }
    bool isOpenInChild() const { return state != State::Closed && state != State::Unreadable; }
    bool isBeingOpened() const { return isOpenInChild() && state != State::Ready; }
    bool isWanted() const { return isFileWanted || !wanted.isEmpty(); }

    /// Openers are asked for its file, or it is here without them.
    void expectFile() { m_fileShare.set(1); }
    /// There is none.
    void missFile() { m_fileShare.set(0); }
    void closeFile();
    /// Nothing of it is waited for any more.
    void dropWants();
    /// It can't be read: what was wanted in generated code has no name yet, all else never will.
    void giveUp();
    /// Counts its memory anew, after its names changed.
    void measure();

    const ModuleNumber number;
    const std::uint64_t serial; ///< of the module in the row of that number
    State state = State::Closed;
    ModuleNames names;
    FileDescriptor file;
    FileDescriptor jitDump;        ///< of generated code, where its compiler writes one
    SharedProcess wantedBy;        ///< its file is opened through it, once there is room; null: not wanted
    std::int32_t rootPid = 0;      ///< the process that sees it below another root than ours; else 0
    std::uint32_t fileOwner = 0;   ///< the user whose file it is
    std::uint64_t copied = 0;      ///< bytes of its file, where that is a copy in memory
    std::uint64_t copiedDebug = 0; ///< likewise of the debug files that the child has
    std::uint64_t openingTurn = 0; ///< not 0: openers were asked for its files, and did not answer yet
    bool isPrefetched = false;     ///< they were asked before it was wanted
    bool isGenerated = false;      ///< its code is
    bool isUnmapped = false;       ///< when that was looked at last
    std::uint64_t javaLibrary = 0; ///< not 0: `file` is a process's memory, else of generated code a perf map
    bool isFileWanted = false;     ///< even if no address in it is
    WantedAddresses wanted;

    // Of generated code:
    NamelessCode nameless;
    std::shared_ptr<const ProcessIdentity> owner;
    std::weak_ptr<const LiveProcess> process; ///< the owner as it is now
    bool isAskedAtEnd = false;                ///< of its owner
    std::int64_t refreshedAt = 0;

private:
    SumShare m_fileShare;
    SumShare m_memoryShare;
};

} // namespace candela
