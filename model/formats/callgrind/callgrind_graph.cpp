#include "model/formats/callgrind/callgrind_graph.h"

#include <limits>

namespace candela {

std::uint32_t CallgrindGraph::function(const Function& function) {
    const auto [found, isNew] =
        m_functionRows.try_emplace({function.name, function.file, function.module}, m_functions.size());
    if (isNew) m_functions.push_back(function);
    return found->second;
}

bool CallgrindGraph::add(const Item& item, std::span<const std::int64_t> costs) {
    for (std::size_t event = 0; event < m_events; ++event) {
        if (costs[event] < 0 || costs[event] > std::numeric_limits<std::int64_t>::max() - m_sums[event])
            return false;
    }
    const auto [found, isNew] = m_itemRows.try_emplace({item.position, item.callee}, m_items.size());
    if (isNew) {
        m_items.push_back(item);
        m_costs.resize(m_costs.size() + m_events);
    }
    for (std::size_t event = 0; event < m_events; ++event) {
        m_sums[event] += costs[event];
        m_costs[found->second * m_events + event] += costs[event];
    }
    return true;
}

} // namespace candela
