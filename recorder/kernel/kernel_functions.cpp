#include "recorder/kernel/kernel_functions.h"

#include <iterator>

namespace candela {

const KernelFunction* KernelFunctions::find(std::uint64_t address) {
    if (!m_program) return nullptr;
    const auto after = m_functions.upper_bound(address);
    if (after != m_functions.begin()) {
        const auto& [start, function] = *std::prev(after);
        if (address - start < function.size) return &function;
    }
    auto named = m_program(address);
    if (!named) return nullptr;
    if (m_functions.size() >= m_maximum) m_functions.clear();
    const auto start = named->start;
    return &m_functions.insert_or_assign(start, std::move(*named)).first->second;
}

void KernelFunctions::forgetModules() {
    std::erase_if(m_functions, [](const auto& entry) { return !entry.second.module.empty(); });
}

} // namespace candela
