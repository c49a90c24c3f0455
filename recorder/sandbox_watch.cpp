#include "recorder/sandbox_watch.h"

#include "recorder/sandbox/sandbox_failures.h"

#include <utility>

namespace candela {

void SandboxWatch::start() {
    m_clients.openers.files.setReport(m_report);
    m_clients.names.start();
    m_clients.unwindTables.start();
    report();
}

void SandboxWatch::watch(std::int64_t now) {
    m_clients.names.watch(now);
    m_clients.unwindTables.watch(now);
    m_clients.openers.files.watch(now);
    for (auto* opener : {&m_clients.openers.processes, &m_clients.openers.metadata}) {
        for (auto& failure : opener->takeFailures())
            m_report(std::move(failure));
    }
    report();
}

void SandboxWatch::report() {
    const auto missing = m_clients.names.missing();
    if (!missing.isEmpty() && !std::exchange(m_missingIsReported, true))
        m_report(lockedInLess(ConfinedProcess::FileReader, missing));
    if (m_clients.names.lacksDisassembler() && !std::exchange(m_lackIsReported, true))
        m_report(codeWithoutDisassembler());
    const bool isLost = m_clients.names.isLost() || m_clients.unwindTables.isLost();
    if (isLost && !std::exchange(m_lossIsReported, true)) m_report(sandboxLost(m_hadChild));
    m_hadChild = m_hadChild || m_clients.names.child() != 0;
}

} // namespace candela
