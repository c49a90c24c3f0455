/// The functions and inlined calls of one DWARF unit, found by address. The contents of a function are read
/// when an address first falls into it.
#pragma once

#include "model/symbols/dwarf/code_pieces.h"
#include "model/symbols/dwarf/die_shapes.h"

#include <elfutils/libdw.h>

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

class DwarfFunctions {
public:
    /// A function with its own code, or an inlined call.
    struct Function {
        Dwarf_Off die = 0;
        std::uint32_t caller =
            CodePieces::none; ///< row of the function that it is inlined into; none if it is not inlined
    };

    /// The DWARF must outlive this object.
    explicit DwarfFunctions(Dwarf_Die unit);

    /// Row of the innermost function around an address, or CodePieces::none. Rows are valid until the next
    /// call.
    std::uint32_t find(std::uint64_t address);
    /// Appends the addresses of a range within one function at which an inlined call begins or ends.
    void addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries);
    const Function& operator[](std::uint32_t row) const { return m_functions[row]; }
    /// Memory held.
    std::size_t byteSize() const {
        return m_functions.capacity() * sizeof(Function) + m_pieceBytes + m_shapes.byteSize();
    }

private:
    class Walk;

    DwarfFunctions(Dwarf_Die unit, DieShapes shapes);

    Dwarf_Die m_unit;
    Dwarf_Off m_unitEnd;
    std::size_t m_budget;     // DIEs and ranges that may still be visited, whatever the file states
    std::size_t m_skipBudget; // bytes between siblings that may still be skipped
    DieShapes m_shapes;
    std::vector<Function> m_functions;
    CodePieces m_outermost;                                  // values are rows of m_functions
    absl::flat_hash_map<std::uint32_t, CodePieces> m_within; // key: row of an outermost function
    bool m_areAllOutermost = false;                          // whether outermost functions inside other DIEs
                                                             // were read, too
    std::size_t m_pieceBytes = 0;
};

} // namespace candela
