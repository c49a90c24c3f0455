#include "recorder/sandbox/java_names.h"

namespace candela {

std::vector<SymbolizedFrames> JavaNames::resolve(std::span<const std::uint64_t> addresses) {
    m_memory.forget();
    if (!m_code) {
        if (auto code = HotspotCode::open(m_memory, m_library)) m_code.emplace(std::move(*code));
    }
    std::vector<SymbolizedFrames> names(addresses.size());
    for (std::size_t row = 0; row < addresses.size(); ++row) {
        auto name = nameAt(addresses[row]);
        if (name.empty()) continue;
        names[row].emplace_back();
        names[row].back().name = std::move(name);
    }
    return names;
}

std::string JavaNames::nameAt(std::uint64_t address) {
    if (!m_code) return {};
    const auto blob = m_code->find(m_memory, address);
    if (!blob) return keptNameAt(address);
    if (const auto known = m_named.find(blob->codeBegin);
        known != m_named.end() && known->second.blob == *blob)
        return known->second.name;
    auto name = m_code->nameOf(m_memory, *blob);
    if (name.empty()) return {};
    if (m_named.size() >= keptBlobs) m_named.clear();
    return m_named.insert_or_assign(blob->codeBegin, Named{*blob, std::move(name)}).first->second.name;
}

/// The last known name of code that was removed.
std::string JavaNames::keptNameAt(std::uint64_t address) const {
    auto behind = m_named.upper_bound(address);
    if (behind == m_named.begin()) return {};
    const auto& [begin, named] = *--behind;
    return address < named.blob.codeEnd ? named.name : std::string();
}

} // namespace candela
