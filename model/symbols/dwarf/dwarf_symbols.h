/// Queries of the DWARF of one file: functions, inlined calls, files and lines of addresses. Units are read
/// on demand, and all units are dropped when they take too much memory together.
#pragma once

#include "model/symbols/dwarf/dwarf_cpp_names.h"
#include "model/symbols/dwarf/dwarf_file.h"
#include "model/symbols/dwarf/dwarf_functions.h"
#include "model/symbols/elf/symbol_table.h"
#include "model/symbols/names/symbolized_frame.h"

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <optional>

namespace candela {

class DwarfSymbols {
public:
    /// The file must outlive this object. It is opened at the first query.
    DwarfSymbols(ElfFile& elf, const SymbolLimits& limits) : m_elf(&elf), m_limits(limits) {}

    /// Sets the file into which dwz moved what several files share; it must outlive this object.
    void setSupplementary(ElfFile& elf);

    /// The functions at an address, innermost first; empty if the DWARF does not cover it. If it only has the
    /// line, or a function without a linker name, the name is taken from the symbols.
    void resolve(std::uint64_t address, const SymbolTable& symbols, SymbolizedFrames& frames);

    /// The code of the non-inlined function around an address: all of its parts. Empty if the DWARF does not
    /// cover it.
    std::vector<AddressRange> rangesAround(std::uint64_t address);
    /// Appends the addresses of a range within one function at which the result of resolve() may change.
    void addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries);

    /// See DwarfFile::compiler().
    std::string compiler() { return isOpen() ? m_file->compiler() : std::string(); }

private:
    struct Unit {
        DwarfFunctions functions;
        DwarfLines lines;

        std::size_t byteSize() const { return sizeof(*this) + functions.byteSize() + lines.byteSize(); }
    };
    struct FunctionName {
        std::string name;
        std::string rawName; // empty if the DWARF has none
        std::uint32_t startLine = 0;
    };

    bool isOpen();
    Unit* unitAt(std::uint64_t address);
    void dropUnits();
    const FunctionName& nameOf(Dwarf_Die function);
    void nameInScope(Dwarf_Die& declaration, FunctionName& result);
    void describe(std::uint64_t address, Unit& unit, const SymbolTable& symbols, SymbolizedFrames& frames);
    void nameFrame(SymbolizedFrame& frame, Dwarf_Die& function, const SymbolTable& symbols);

    ElfFile* m_elf;
    ElfFile* m_supplementaryElf = nullptr;
    SymbolLimits m_limits;

    // Members are destroyed in reverse order: units point into the files, and the file refers to the
    // supplementary one.
    bool m_isDamaged = false;
    std::optional<DwarfFile> m_supplementary;
    std::optional<DwarfFile> m_file;
    absl::flat_hash_map<Dwarf_Off, std::unique_ptr<Unit>> m_units;
    absl::flat_hash_map<const void*, FunctionName> m_names; // key: the DIE in memory that has the name
    DwarfCppNames m_cppNames;
    std::size_t m_cachedBytes = 0;
};

} // namespace candela
