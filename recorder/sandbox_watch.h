/// Watches the processes that parse programs during a recording: starts them, ends those that hang, and
/// reports once which protections they lack and when they are lost.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/opener/openers.h"
#include "recorder/sandbox/symbol_client.h"

#include <cstdint>
#include <functional>

namespace candela {

/// The clients for names and for unwind tables. Each has its own child, so that a file whose names take long
/// delays no unwind table.
struct SandboxClients {
    SymbolClient& names;
    SymbolClient& unwindTables;
    Openers openers; ///< open the files that the children parse
};

class SandboxWatch {
public:
    using Report = std::function<void(recording::Failure)>;

    SandboxWatch(const SandboxClients& clients, Report report)
        : m_clients(clients), m_report(std::move(report)) {}
    SandboxWatch(const SandboxWatch&) = delete;
    SandboxWatch& operator=(const SandboxWatch&) = delete;
    ~SandboxWatch() { m_clients.openers.files.setReport(nullptr); }

    /// Starts the processes. To be called before the first sample, so that users are informed at once if that
    /// is impossible.
    void start();
    /// To be called a few times a second.
    void watch(std::int64_t now);

private:
    void report();

    SandboxClients m_clients;
    Report m_report;
    bool m_hadChild = false;
    bool m_missingIsReported = false;
    bool m_lackIsReported = false; // of the disassembler
    bool m_lossIsReported = false;
};

} // namespace candela
