/// The unwind tables of the code that processes generate: a process is like a file whose table is made again
/// when it lacks something. A process that leaves takes its table out of the store with it. A child reads the
/// memory of processes for this; each is looked at so seldom that looks stay cheap.
#pragma once

#include "recorder/opener/module_files.h"
#include "recorder/processes/java_machines.h"
#include "recorder/processes/live_process.h"
#include "recorder/sandbox/symbol_client.h"
#include "recorder/unwind/unwind_table_store.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace candela {

/// What there is for an address of code. Later: its table is on its way; Never: it can't be had any more.
enum class RowAnswer : std::uint8_t { Row, NoRow, Later, Never };

class GeneratedCodeTables {
public:
    /// `onReady` is called when beginLook() may have something to ask.
    GeneratedCodeTables(UnwindTableStore& store, const SymbolClient& client, ModuleFiles& files,
                        std::function<void()> onReady)
        : m_store(store), m_client(client), m_files(files), m_onReady(std::move(onReady)) {}
    GeneratedCodeTables(const GeneratedCodeTables&) = delete;
    GeneratedCodeTables& operator=(const GeneratedCodeTables&) = delete;

    /// A program met code without a row. False if the process of that code is not known.
    bool wantAgain(const file_identity& code);
    /// The process is known from now on; in place of the one whose table was not used for longest where there
    /// are too many.
    void add(const file_wanted_event& event);
    bool contains(std::uint64_t machine) { return m_machines.find(machine) != nullptr; }
    /// Its table goes with it.
    void remove(std::uint64_t machine);

    /// The row of code at an address that a process had generated when a sample was taken, in nanoseconds of
    /// CLOCK_MONOTONIC.
    RowAnswer findRow(const LiveProcess& process, const GeneratedAddress& address, std::int64_t sampleTime,
                      unwind_row& row);
    /// The walk that the row is for may come through these, too: return addresses of generated code.
    void expect(const LiveProcess& process, std::span<const std::uint64_t> returnAddresses);
    /// A process loaded the library of a Java virtual machine: what it generates from now on has a table.
    void onJvmMapped(std::int32_t pid);
    /// A process runs another program since then, CLOCK_MONOTONIC nanoseconds: what it generated before is
    /// gone. What it generates now may be known already, as kernel programs ask for it at once.
    void programChanged(std::int32_t pid, std::int64_t time);
    /// About ten times a second.
    void tick(std::int64_t now);

    /// One process at which the child is to look.
    struct Look {
        std::uint64_t machine = 0;
        file_identity code{};
        int memory = -1; ///< a descriptor, which stays ours
    };
    /// Writes what to ask next; none where nothing is to be asked now. finishLook() follows, or remove().
    std::optional<Look> beginLook(std::int64_t now, sandbox::Request& request);
    /// The last packet of the answer; the rows are in the store.
    void finishLook(std::uint64_t machine, const sandbox::UnwindRows& last);
    /// No look begins for some seconds: a child hung in a process's memory.
    void rest(std::int64_t now);

private:
    void takeMemory(std::uint64_t number, ModuleFiles::Generated found);
    void makeRoom();
    void describe(JavaMachine& machine, sandbox::Request& request);
    RowAnswer findFollowedRow(JavaMachine& machine, const GeneratedAddress& address, unwind_row& row);

    UnwindTableStore& m_store;
    const SymbolClient& m_client;
    ModuleFiles& m_files;
    std::function<void()> m_onReady;
    JavaMachines m_machines;
    std::int64_t m_checkedAt = 0;
    std::int64_t m_restUntil = 0;
};

} // namespace candela
