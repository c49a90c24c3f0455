/// The DWARF of one ELF file, opened with libdw, and the ranges of its units. libdw only gets memory, so it
/// can't open further files.
#pragma once

#include "model/symbols/dwarf/code_pieces.h"
#include "model/symbols/dwarf/dwarf_image.h"
#include "model/symbols/dwarf/dwarf_lines.h"
#include "model/symbols/elf/elf_file.h"

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

class DwarfFile {
public:
    /// Whether the file has usable DWARF: units, or at least lines.
    static bool isIn(const ElfFile& elf);
    /// The file must outlive this object; its section headers in memory may be changed (sections that libdw
    /// must not see are hidden). Fails if the DWARF is damaged, or would exceed `expandedBytes` when
    /// decompressed.
    static Result<DwarfFile> open(ElfFile& elf, std::uint64_t expandedBytes);

    /// Sets the supplementary file, in which references are resolved from now on. It must outlive this
    /// object.
    void setSupplementary(DwarfFile& file) { dwarf_setalt(m_dwarf.get(), file.m_dwarf.get()); }

    /// The DIE of the unit that contains the code at an address.
    std::optional<Dwarf_Die> unitAt(std::uint64_t address);
    /// Finds a DIE by its offset; false if there is none.
    bool die(Dwarf_Off offset, Dwarf_Die& result) const {
        return dwarf_offdie(m_dwarf.get(), offset, &result) != nullptr;
    }
    /// The compiler that built most of the units (compiler.h), judged by the first few hundred; empty if none
    /// states it.
    std::string compiler() const;
    /// The unit's line table; empty if there is none.
    DwarfLines linesOf(Dwarf_Die& unit) const;

private:
    struct EndElf {
        void operator()(Elf* elf) const { elf_end(elf); }
    };
    struct EndDwarf {
        void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
    };

    DwarfFile() = default;
    void readUnits();

    DwarfImage m_image; // what libelf reads, unless that is the file itself
    std::unique_ptr<Elf, EndElf> m_elf;
    std::unique_ptr<Dwarf, EndDwarf> m_dwarf;
    LineSections m_lineSections;
    bool m_unitsAreRead = false;
    std::vector<Dwarf_Off> m_units; // offsets of unit DIEs with code
    CodePieces m_unitPieces;        // values are rows of m_units
};

/// Calls visit(begin, end) for each range of code of a DIE, at most `maximum` times; returns the number of
/// ranges.
template<typename Visit>
std::size_t forEachRange(Dwarf_Die& die, std::size_t maximum, Visit visit) {
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    ptrdiff_t offset = 0;
    std::size_t count = 0;
    while (count < maximum && (offset = dwarf_ranges(&die, offset, &base, &begin, &end)) > 0) {
        // Whether a range is that of discarded code: linkers leave such ranges at 0 (or 1).
        if (begin > 1 && begin < end) visit(begin, end);
        ++count;
    }
    return count;
}

} // namespace candela
