/// Gets the unwind table of each file in sampled stacks: opens the file, has the child read it, and stores
/// the rows in the kernel. Until then, samples carry a copy of their stack, which is walked here. Answers
/// arrive in the order of the requests; at most one request is a look at generated code.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/opener/module_files.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/sandbox/suspect_files.h"
#include "recorder/sandbox/symbol_client.h"
#include "recorder/unwind/generated_code_tables.h"
#include "recorder/unwind/unwind_table_store.h"
#include "recorder/unwind/unwind_table_turns.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

class UnwindTables {
public:
    /// Files that wait for their turn; further ones are requested again by the next sample.
    static constexpr std::size_t maximumWaiting = 256;

    /// `report` receives failures that users should know about.
    static Result<std::unique_ptr<UnwindTables>> create(const ModuleTable& modules, SymbolClient& client,
                                                        FileOpener& opener, EventLoop& loop,
                                                        std::function<void(recording::Failure)> report,
                                                        const UnwindTableStore::Limits& limits);
    UnwindTables(const UnwindTables&) = delete;
    UnwindTables& operator=(const UnwindTables&) = delete;
    ~UnwindTables();

    const UnwindTableStore& store() const { return *m_store; }
    /// The tables of generated code.
    GeneratedCodeTables& generated() { return *m_generated; }
    using Answer = RowAnswer;
    /// The row of the code at an offset of a module that the process maps or mapped a moment ago. If there is
    /// no table yet, it is requested. Never: the file can't be opened any more, or no child can read it.
    Answer findRow(ModuleNumber module, const LiveProcess& process, std::uint64_t offset, unwind_row& row);
    /// Call it about ten times a second.
    void tick();
    /// The number of tables that were made so far.
    std::uint64_t made() const { return m_made; }

private:
    struct Waiting {
        std::uint64_t number = 0;
        file_identity file{};
        FileDescriptor descriptor;
        std::int64_t size = 0;     // size of the file
        std::uint64_t machine = 0; // for generated code: the number of its JavaMachine; else 0
        std::uint64_t copied = 0;  // bytes of the file that are a copy in memory
    };

    enum class Path : std::uint8_t { Unknown, Known };
    /// A file that was requested from openers.
    struct Opening {
        std::uint64_t number = 0;
        file_identity file{};
        Path path = Path::Unknown;
    };
    /// A file that openers could not open.
    struct Unopenable {
        std::int64_t until = 0; // CLOCK_MONOTONIC: the file is not tried again before
        int tries = 0;
        Path path = Path::Unknown;
    };
    static constexpr std::size_t maximumUnopenable = 4096;

    UnwindTables(const ModuleTable& modules, SymbolClient& client, FileOpener& opener, EventLoop& loop,
                 std::function<void(recording::Failure)> report)
        : m_modules(modules), m_client(client), m_loop(loop), m_report(report),
          m_files(opener, std::move(report)) {}
    void want(const file_wanted_event& event);
    void askForGenerated(std::int64_t now);
    void send(Waiting next);
    void finishLook(const sandbox::UnwindRows& last);
    bool isComing(std::uint32_t device, std::uint64_t inode) const;
    bool hasRoom() const { return m_waiting.size() + m_opening.size() < maximumWaiting; }
    void open(const file_identity& file, const MappedModule& module);
    void takeFile(std::uint64_t number, ModuleFiles::Module found);
    const Unopenable* findUnopenable(std::uint32_t device, std::uint64_t inode, Path path) const;
    void setUnopenable(const file_identity& file, Path path);
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
    std::unique_ptr<GeneratedCodeTables> m_generated;
    std::deque<Opening> m_opening;
    std::deque<Waiting> m_waiting;                  // not sent yet
    std::deque<Waiting> m_asked;                    // sent, without descriptors; answers come in this order
    std::optional<UnwindTableStore::Draft> m_draft; // the table of the first request in m_asked, while its
                                                    // rows arrive
    std::vector<unwind_row> m_rows;                 // the rows of one packet
    SuspectFiles m_suspects;
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint64_t>, Unopenable>
        m_unopenable; // key: device and inode
    UnwindTableTurns m_turns;
    bool m_crowdIsReported = false;
    std::uint64_t m_lastNumber = 0;
    std::uint64_t m_made = 0;
};

} // namespace candela
