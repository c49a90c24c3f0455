/// The symbol child: finds the names of code addresses in files whose descriptors it is given. It opens
/// nothing itself.
#pragma once

#include "model/symbols/lookup/module_symbols.h"
#include "recorder/base/packet_socket.h"
#include "recorder/sandbox/conversation.pb.h"
#include "recorder/sandbox/generated_tables.h"
#include "recorder/sandbox/java_names.h"
#include "recorder/sandbox/java_tables.h"
#include "recorder/sandbox/jit_dump_file.h"
#include "recorder/sandbox/perf_map_file.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

class SymbolWorker {
public:
    explicit SymbolWorker(PacketSocket recorder) : m_recorder(std::move(recorder)) {}
    /// Answers until the recorder closes the connection; returns the exit status.
    int run();
    /// Serves the recorder at this end of the socket: a ForkServer::Work.
    static int work(PacketSocket recorder) { return SymbolWorker(std::move(recorder)).run(); }

private:
    using Clock = std::chrono::steady_clock;

    struct OpenModule { // at most one is set, none if the file could not be parsed; but a map may have a dump
                        // beside it
        std::optional<ModuleSymbols> symbols;
        std::optional<PerfMapFile> perfMap;
        std::optional<JitDumpFile> jitDump;
        std::unique_ptr<JavaNames> java;
    };

    bool answer(const sandbox::Request& request, std::vector<FileDescriptor>& descriptors);
    bool open(const sandbox::Request& request, std::vector<FileDescriptor>& descriptors);
    bool addDebugFiles(std::uint64_t number, const std::vector<FileDescriptor>& descriptors);
    bool addSupplementaryFile(std::uint64_t number, const std::vector<FileDescriptor>& descriptors);
    static void openGenerated(OpenModule& module, const sandbox::Open& request,
                              std::vector<FileDescriptor>& descriptors);
    static std::vector<SymbolizedFrames> namesIn(OpenModule& module, std::span<const std::uint64_t> offsets);
    bool resolve(std::uint64_t number, const sandbox::Resolve& request);
    bool readCode(std::uint64_t number, const sandbox::ReadCode& request);
    bool unwind(std::uint64_t number, const std::vector<FileDescriptor>& descriptors);
    bool unwindJava(const sandbox::Request& request, std::vector<FileDescriptor>& descriptors);
    bool unwindGenerated(const sandbox::Request& request, std::vector<FileDescriptor>& descriptors);
    bool sendRows(sandbox::Answer& reply, const std::vector<unwind_row>& rows);
    bool send(const sandbox::Answer& answer);
    void noteTouched(const sandbox::Request& request);
    /// Releases the memory of the modules' files, while no request comes or when much of it was read.
    void releasePages();

    PacketSocket m_recorder;
    absl::flat_hash_map<std::uint64_t, OpenModule> m_modules;
    JavaTables m_javaTables;
    GeneratedTables m_generatedTables;
    absl::flat_hash_set<std::uint64_t> m_touched; // modules that were used since pages were released
    std::uint64_t m_touchedBytes = 0;             // of their files, estimated
    Clock::time_point m_releasedAt = Clock::now();
};

} // namespace candela
