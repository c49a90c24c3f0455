/// The functions, inlined calls and lines of one DWARF unit, indexed by address.
#pragma once

#include "model/symbols/code_pieces.h"

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

class DwarfUnit {
public:
    /// A function with code of its own, or a call of one that was inlined.
    struct Function {
        Dwarf_Off die = 0;
        std::uint32_t caller =
            CodePieces::none; ///< row of the function that it was inlined into; none if it was not
    };

    struct Line {
        std::string file; ///< may be empty
        std::uint32_t line = 0;
    };

    /// Walks the unit's DIEs once. Lines are left out if their program is longer than real ones ever are.
    DwarfUnit(Dwarf_Die unit, std::uint64_t lineProgramSize);

    /// Row of the innermost function around an address, or CodePieces::none.
    std::uint32_t functionAt(std::uint64_t address) const { return m_pieces.find(address); }
    const Function& function(std::uint32_t row) const { return m_functions[row]; }
    std::optional<Line> lineAt(std::uint64_t address) const;
    /// Path of a file by the number that this unit gives it; empty if it has no such file.
    std::string file(std::uint64_t number) const;
    /// Roughly the memory held, with what libdw holds for it.
    std::size_t byteSize() const;

private:
    class Walk;
    std::string path(const char* file) const;

    std::vector<Function> m_functions;
    CodePieces m_pieces;
    Dwarf_Lines* m_lines = nullptr;
    std::size_t m_lineCount = 0;
    Dwarf_Files* m_files = nullptr;
    std::string m_directory; // that the compiler worked in
    std::size_t m_unitSize = 0;
};

} // namespace candela
