/// The scopes around the DIEs of one DWARF unit: namespaces, classes, functions. DIEs have no pointers to
/// their parents; the children of a DIE are read when a query reaches it for the first time.
#pragma once

#include "model/symbols/dwarf/die_shapes.h"

#include <elfutils/libdw.h>

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <vector>

namespace candela {

class DwarfScopes {
public:
    /// `unit` is the unit's own DIE. The DWARF must outlive this object.
    explicit DwarfScopes(Dwarf_Die unit);

    /// The DIEs around a DIE of this unit, outermost first, without the unit's. Also empty if the unit is
    /// damaged or exceeds the limits.
    std::vector<Dwarf_Die> around(Dwarf_Die& die);
    /// The memory that this object holds, estimated.
    std::size_t byteSize() const { return m_byteSize; }

private:
    const std::vector<Dwarf_Off>& childrenOf(Dwarf_Die& parent);

    Dwarf_Die m_unit;
    DieShapes m_shapes;
    std::size_t m_budget; // DIEs that may still be visited, whatever the file states
    std::size_t m_byteSize = sizeof(DwarfScopes);
    absl::flat_hash_map<Dwarf_Off, std::vector<Dwarf_Off>> m_children; // key: the parent; values ascend
};

} // namespace candela
