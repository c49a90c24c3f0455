/// Follows the processes that read programs through a recording: starts them, ends those that hang, and says
/// once what they lack and when they are lost.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/opener/openers.h"
#include "recorder/sandbox/symbol_client.h"

#include <cstdint>
#include <functional>

namespace candela {

/// Each with a child of its own, so that a file that takes long to name holds no unwind table up.
struct SandboxClients {
    SymbolClient& names;
    SymbolClient& unwindTables;
    Openers openers; ///< of the files that those read
};

class SandboxWatch {
public:
    using Report = std::function<void(recording::Failure)>;

    SandboxWatch(const SandboxClients& clients, Report report)
        : m_clients(clients), m_report(std::move(report)) {}
    SandboxWatch(const SandboxWatch&) = delete;
    SandboxWatch& operator=(const SandboxWatch&) = delete;
    ~SandboxWatch() { m_clients.openers.files.setReport(nullptr); }

    /// Before the first sample, so that those who record know at once where there can be no such processes.
    void start();
    /// A few times a second.
    void watch(std::int64_t now);

private:
    void report();

    SandboxClients m_clients;
    Report m_report;
    bool m_hadChild = false;
    bool m_missingIsReported = false;
    bool m_lossIsReported = false;
};

} // namespace candela
