#include "recorder/sandbox/java_tables.h"

#include <algorithm>

namespace candela {

JavaTables::Table JavaTables::make(const sandbox::UnwindJava& request, FileDescriptor descriptor) {
    ProcessMemory memory(std::move(descriptor));
    if (!m_machines.contains(request.machine())) forgetLeastUsed();
    auto& machine = m_machines[request.machine()];
    machine.lastUse = ++m_turn;
    if (!machine.unwind) {
        // The virtual machine has no code yet, or is of an unknown kind: there are no rows.
        auto unwind = HotspotUnwind::open(memory, request.library());
        if (!unwind) return {};
        machine.unwind = std::make_unique<HotspotUnwind>(std::move(*unwind));
    }
    Table table;
    table.base = machine.unwind->base();
    const bool hasChanged = machine.unwind->refresh(memory);
    table.isUnchanged = !hasChanged && request.has_table();
    if (!table.isUnchanged) table.rows = machine.unwind->rows();
    return table;
}

void JavaTables::forgetLeastUsed() {
    if (m_machines.size() < maximumMachines) return;
    m_machines.erase(
        std::min_element(m_machines.begin(), m_machines.end(), [](const auto& left, const auto& right) {
            return left.second.lastUse < right.second.lastUse;
        }));
}

} // namespace candela
