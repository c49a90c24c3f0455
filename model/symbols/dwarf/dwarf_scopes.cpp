#include "model/symbols/dwarf/dwarf_scopes.h"

#include <algorithm>

namespace candela {

namespace {

/// The maximum number of visited DIEs, more than any real unit has.
constexpr std::size_t maximumVisits = 20'000'000;
constexpr std::size_t maximumScopesAtAddress = 100;

} // namespace

DwarfScopes::DwarfScopes(Dwarf_Die unit) : m_unit(unit), m_shapes(unit), m_budget(maximumVisits) {}

const std::vector<Dwarf_Off>& DwarfScopes::childrenOf(Dwarf_Die& parent) {
    auto [found, isNew] = m_children.try_emplace(dwarf_dieoffset(&parent));
    auto& children = found->second;
    if (!isNew) return children;
    Dwarf_Die child;
    const auto shapeBytes = m_shapes.byteSize();
    for (bool isOne = dwarf_child(&parent, &child) == 0; isOne && m_budget > 0;
         isOne = m_shapes.findSibling(child, child)) {
        --m_budget;
        // A sibling that is not after its predecessor would be part of a cycle.
        const auto offset = dwarf_dieoffset(&child);
        if (!children.empty() && offset <= children.back()) break;
        children.push_back(offset);
    }
    children.shrink_to_fit();
    m_byteSize += sizeof(*found) + children.size() * sizeof(Dwarf_Off) + m_shapes.byteSize() - shapeBytes;
    return children;
}

std::vector<Dwarf_Die> DwarfScopes::around(Dwarf_Die& die) {
    std::vector<Dwarf_Die> scopes;
    const auto wanted = dwarf_dieoffset(&die);
    auto scope = m_unit;
    while (scopes.size() < maximumScopesAtAddress) {
        // A DIE's descendants are between it and its next sibling.
        const auto& children = childrenOf(scope);
        const auto behind = std::ranges::upper_bound(children, wanted);
        if (behind == children.begin()) return {};
        const auto offset = *std::prev(behind);
        if (offset == wanted) return scopes;
        if (!dwarf_offdie(dwarf_cu_getdwarf(m_unit.cu), offset, &scope)) return {};
        scopes.push_back(scope);
    }
    return {};
}

} // namespace candela
