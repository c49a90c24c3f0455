#include "recorder/sandbox/generated_tables.h"

#include <algorithm>

namespace candela {

GeneratedTables::Table GeneratedTables::make(const sandbox::UnwindGenerated& request,
                                             FileDescriptor descriptor) {
    ProcessMemory memory(std::move(descriptor));
    if (!m_processes.contains(request.machine())) forgetLeastUsed();
    auto& process = m_processes[request.machine()];
    process.lastUse = ++m_turn;
    if (request.looks_again()) process.unwind.refresh(memory);
    using Kind = GeneratedUnwind::AddressKind;
    std::vector<GeneratedUnwind::Address> addresses;
    for (const auto address : request.addresses())
        addresses.push_back({address, Kind::Exact});
    for (const auto address : request.return_addresses())
        addresses.push_back({address, Kind::Return});
    process.unwind.add(memory, addresses);
    if (process.unwind.usesFramePointers()) {
        m_processes.erase(request.machine());
        return {};
    }
    return {process.unwind.base(), process.unwind.rows()};
}

void GeneratedTables::forgetLeastUsed() {
    if (m_processes.size() < maximumProcesses) return;
    m_processes.erase(
        std::min_element(m_processes.begin(), m_processes.end(), [](const auto& left, const auto& right) {
            return left.second.lastUse < right.second.lastUse;
        }));
}

} // namespace candela
