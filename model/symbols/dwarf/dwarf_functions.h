/// The functions and inlined calls of one DWARF unit, found by address. What is within a function is read
/// when an address first falls into it.
#pragma once

#include "model/symbols/dwarf/code_pieces.h"

#include <elfutils/libdw.h>

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

class DwarfFunctions {
public:
    /// A function with code of its own, or a call of one that was inlined.
    struct Function {
        Dwarf_Off die = 0;
        std::uint32_t caller =
            CodePieces::none; ///< row of the function that it was inlined into; none if it was not
    };

    /// The DWARF must outlive this.
    explicit DwarfFunctions(Dwarf_Die unit);

    /// Row of the innermost function around an address, or CodePieces::none. Rows are valid until the next
    /// call.
    std::uint32_t find(std::uint64_t address);
    /// Appends the addresses of a range within one function at which an inlined call begins or ends.
    void addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries);
    const Function& operator[](std::uint32_t row) const { return m_functions[row]; }
    /// Memory held.
    std::size_t byteSize() const { return m_functions.capacity() * sizeof(Function) + m_pieceBytes; }

private:
    class Walk;

    Dwarf_Die m_unit;
    std::size_t m_budget; // of DIEs and ranges still to be visited, whatever is in the file
    std::vector<Function> m_functions;
    CodePieces m_outermost;                                  // values are rows of m_functions
    absl::flat_hash_map<std::uint32_t, CodePieces> m_within; // by row of an outermost function
    bool m_areAllOutermost = false;                          // those inside of others too
    std::size_t m_pieceBytes = 0;
};

} // namespace candela
