/// The unwind tables of code that processes generate. A process is treated like a file whose table is made
/// again when rows are missing. When a process exits, its table is removed from the store. A child reads the
/// memory of processes for this, so seldom that the cost stays low.
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

/// The result for an address. Later: its table is being made. Never: there will be no table.
enum class RowAnswer : std::uint8_t { Row, NoRow, Later, Never };

class GeneratedCodeTables {
public:
    /// `onReady` is called when beginLook() may have a request.
    GeneratedCodeTables(UnwindTableStore& store, const SymbolClient& client, ModuleFiles& files,
                        std::function<void()> onReady)
        : m_store(store), m_client(client), m_files(files), m_onReady(std::move(onReady)) {}
    GeneratedCodeTables(const GeneratedCodeTables&) = delete;
    GeneratedCodeTables& operator=(const GeneratedCodeTables&) = delete;

    /// To be called when a kernel program met code without a row. False if its process is not known.
    bool wantAgain(const file_identity& code);
    /// Adds a process; if there are too many, it replaces the one whose table was not used for the longest
    /// time.
    void add(const file_wanted_event& event);
    bool contains(std::uint64_t machine) { return m_machines.find(machine) != nullptr; }
    /// Removes the process and its table.
    void remove(std::uint64_t machine);

    /// The row of code at an address that a process had generated when a sample was taken, at CLOCK_MONOTONIC
    /// nanoseconds.
    RowAnswer findRow(const LiveProcess& process, const GeneratedAddress& address, std::int64_t sampleTime,
                      unwind_row& row);
    /// Requests the rows of return addresses in generated code that a waiting walk may also go through.
    void expect(const LiveProcess& process, std::span<const std::uint64_t> returnAddresses);
    /// A process loaded the library of a Java virtual machine: the code that it generates from now on gets a
    /// table.
    void onJvmMapped(std::int32_t pid);
    /// A process runs another program since that time, CLOCK_MONOTONIC nanoseconds: the code it generated
    /// before no longer exists. Code that it generates now may be known already, as kernel programs request
    /// it at once.
    void programChanged(std::int32_t pid, std::int64_t time);
    /// Call it about ten times a second.
    void tick(std::int64_t now);

    /// One process whose memory the child is to read.
    struct Look {
        std::uint64_t machine = 0;
        file_identity code{};
        int memory = -1; ///< a descriptor, still owned here
    };
    /// Writes the next request; none if there is nothing to request now. Call finishLook() afterwards, or
    /// remove().
    std::optional<Look> beginLook(std::int64_t now, sandbox::Request& request);
    /// Called with the last packet of the answer; the rows are in the store by then.
    void finishLook(std::uint64_t machine, const sandbox::UnwindRows& last);
    /// Begins no look for some seconds, because a child hung while reading a process's memory.
    void pause(std::int64_t now);

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
    std::int64_t m_pausedUntil = 0;
};

} // namespace candela
