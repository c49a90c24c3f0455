#include "model/formats/perf_data/perf_data_address_space.h"

#include <algorithm>

namespace candela {

void PerfAddressSpace::insert(const PerfArea& area) {
    if (area.end <= area.start) return;
    const auto endsBefore = [](const PerfArea& old, std::uint64_t address) { return old.end <= address; };
    const auto startsBefore = [](const PerfArea& old, std::uint64_t address) { return old.start < address; };
    const auto first = std::lower_bound(m_areas.begin(), m_areas.end(), area.start, endsBefore);
    const auto last = std::lower_bound(first, m_areas.end(), area.end, startsBefore);
    std::vector<PerfArea> rest; // remains of partly covered areas
    if (first != last && first->start < area.start) {
        rest.push_back(*first);
        rest.back().end = area.start;
    }
    rest.push_back(area);
    if (first != last && (last - 1)->end > area.end) {
        rest.push_back(*(last - 1));
        rest.back().fileOffset += area.end - rest.back().start;
        rest.back().start = area.end;
    }
    const auto next = m_areas.erase(first, last);
    m_areas.insert(next, rest.begin(), rest.end());
}

const PerfArea* PerfAddressSpace::find(std::uint64_t address) const {
    const auto behind =
        std::upper_bound(m_areas.begin(), m_areas.end(), address,
                         [](std::uint64_t at, const PerfArea& area) { return at < area.start; });
    if (behind == m_areas.begin()) return nullptr;
    const auto& area = *(behind - 1);
    return area.holds(address) ? &area : nullptr;
}

} // namespace candela
