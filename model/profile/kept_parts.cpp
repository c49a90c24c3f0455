#include "model/profile/kept_parts.h"

#include <algorithm>
#include <iterator>

namespace candela {

KeptParts::KeptParts(const Profile& profile) : m_profile(profile) {
    for (std::uint32_t row = 0; row < profile.code.size(); ++row)
        for (const auto& part : profile.code[row]->parts)
            m_parts[fileOf(profile.code[row]->mapping)].push_back(
                {part.start, part.start + part.bytes.size(), row});
    for (auto& [file, parts] : m_parts)
        std::ranges::sort(parts, {}, &Part::start);
}

const KeptCode* KeptParts::find(MappingIndex mapping, std::uint64_t address) const {
    const auto found = m_parts.find(fileOf(mapping));
    if (found == m_parts.end()) return nullptr;
    const auto& parts = found->second;
    const auto next = std::ranges::upper_bound(parts, address, {}, &Part::start);
    if (next == parts.begin() || address >= std::prev(next)->end) return nullptr;
    return m_profile.code[std::prev(next)->code].get();
}

KeptParts::File KeptParts::fileOf(MappingIndex mapping) const {
    const auto& row = m_profile.mappings[mapping.row()];
    return {row.path, row.buildId};
}

} // namespace candela
