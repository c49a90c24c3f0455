/// Gets the unwind table of each file that samples meet: opens the file, has the child read it, puts the rows
/// into the kernel. Until then, samples bring a copy of their stack, to be walked here. The code that Java
/// virtual machines generate is like a file of each process, whose table is made again when it lacks
/// something.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/opener/module_files.h"
#include "recorder/processes/java_machines.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/sandbox/suspect_files.h"
#include "recorder/sandbox/symbol_client.h"
#include "recorder/unwind/unwind_table_store.h"
#include "recorder/unwind/unwind_table_turns.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

class UnwindTables {
public:
    /// Files that wait for their turn; further ones are asked for again by the next sample.
    static constexpr std::size_t maximumWaiting = 256;

    /// `report` receives what went wrong in a way that users should know.
    static Result<std::unique_ptr<UnwindTables>> create(const ModuleTable& modules, SymbolClient& client,
                                                        FileOpener& opener, EventLoop& loop,
                                                        std::function<void(recording::Failure)> report,
                                                        const UnwindTableStore::Limits& limits);
    UnwindTables(const UnwindTables&) = delete;
    UnwindTables& operator=(const UnwindTables&) = delete;
    ~UnwindTables();

    const UnwindTableStore& store() const { return *m_store; }
    enum class Answer : std::uint8_t { Row, NoRow, Later, Never };
    /// The row of the code at an offset of a module that the process maps or mapped a moment ago. Has the
    /// table made where there is none yet; Never: the file can't be opened any more.
    Answer findRow(ModuleNumber module, const LiveProcess& process, std::uint64_t offset, unwind_row& row);
    /// The row of code at an address that a process had generated when a sample was taken, in nanoseconds of
    /// CLOCK_MONOTONIC.
    Answer findGeneratedRow(const LiveProcess& process, const GeneratedAddress& address,
                            std::int64_t sampleTime, unwind_row& row);
    /// The walk that the row is for may come through these, too: return addresses of generated code.
    void expectGenerated(const LiveProcess& process, std::span<const std::uint64_t> returnAddresses);
    /// A process loaded the library of a Java virtual machine: what it generates from now on has a table.
    void onJvmMapped(std::int32_t pid);
    /// A process runs another program since then, CLOCK_MONOTONIC nanoseconds: what it generated before is
    /// gone. What it generates now may be known already, as kernel programs ask for it at once.
    void programChanged(std::int32_t pid, std::int64_t time);
    /// About ten times a second.
    void tick();
    /// Tables that were made so far.
    std::uint64_t made() const { return m_made; }

private:
    struct Waiting {
        std::uint64_t number = 0;
        file_identity file{};
        FileDescriptor descriptor;
        std::int64_t size = 0;     // of the file
        std::uint64_t machine = 0; // of generated code: of the JavaMachine; else 0
        std::uint64_t copied = 0;  // bytes of the file that are a copy in memory
    };

    enum class Path : std::uint8_t { Unknown, Known };
    /// A file that openers were asked for.
    struct Opening {
        std::uint64_t number = 0;
        file_identity file{};
        Path path = Path::Unknown;
    };
    /// One that they could not open.
    struct Unopenable {
        std::int64_t until = 0; // CLOCK_MONOTONIC: it is tried again
        int tries = 0;
        Path path = Path::Unknown;
    };
    static constexpr std::size_t maximumUnopenable = 4096;

    UnwindTables(const ModuleTable& modules, SymbolClient& client, FileOpener& opener, EventLoop& loop,
                 std::function<void(recording::Failure)> report)
        : m_modules(modules), m_client(client), m_loop(loop), m_report(report),
          m_files(opener, std::move(report)) {}
    void want(const file_wanted_event& event);
    void wantGenerated(const file_wanted_event& event);
    void makeRoomForMachine();
    void askForMachines(std::int64_t now);
    void lookAfterMachines(std::int64_t now);
    void removeMachine(std::uint64_t number);
    void send(Waiting next);
    Answer findFollowedRow(JavaMachine& machine, const GeneratedAddress& address, unwind_row& row);
    static void describe(JavaMachine& machine, sandbox::UnwindGenerated& request);
    void finishLook(const sandbox::UnwindRows& last);
    bool isComing(std::uint32_t device, std::uint64_t inode) const;
    bool hasRoom() const { return m_waiting.size() + m_opening.size() < maximumWaiting; }
    void open(const file_identity& file, const MappedModule& module);
    void takeFile(std::uint64_t number, ModuleFiles::Module found);
    const Unopenable* findUnopenable(std::uint32_t device, std::uint64_t inode, Path path) const;
    void setUnopenable(const file_identity& file, Path path);
    void takeMemory(std::uint64_t machine, ModuleFiles::Generated found);
    void pump();
    void takeAnswer(const sandbox::Answer& answer);
    void abandonDraft();
    void childWasReplaced(const std::optional<SymbolClient::FailedRequest>& failed);
    bool refuseForNow(const file_identity& file);
    void endTurns(std::int64_t now);
    void recordFailure(const file_identity& file, SymbolClient::End end);

    const ModuleTable& m_modules;
    SymbolClient& m_client;
    EventLoop& m_loop;
    std::function<void(recording::Failure)> m_report;
    std::unique_ptr<UnwindTableStore> m_store;
    ModuleFiles m_files;
    std::deque<Opening> m_opening;
    std::deque<Waiting> m_waiting;                  // not sent yet
    std::deque<Waiting> m_asked;                    // sent, without descriptors; answers come in this order
    std::optional<UnwindTableStore::Draft> m_draft; // of the first that was asked, once its rows come
    std::vector<unwind_row> m_rows;                 // of one packet
    SuspectFiles m_suspects;
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint64_t>, Unopenable>
        m_unopenable; // by device and inode
    UnwindTableTurns m_turns;
    bool m_crowdIsReported = false;
    JavaMachines m_machines;
    std::int64_t m_machinesSeenAt = 0;
    std::int64_t m_machinesRestUntil = 0; // no process's memory is read: that of one hung
    std::uint64_t m_lastNumber = 0;
    std::uint64_t m_made = 0;
};

} // namespace candela
