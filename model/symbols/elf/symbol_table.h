/// The named code of a module, from one or several ELF symbol tables. Names are not copied from the files,
/// which must outlive the table.
#pragma once

#include "model/symbols/elf/elf_file.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class SymbolTable {
public:
    struct Symbol {
        std::string_view name; ///< the linker's name
        std::uint64_t start = 0;
        std::uint64_t end = 0;
        bool isSized = true; ///< false: the symbol ends at the next one, or at the section's end
    };

    /// Adds the code symbols of the file's .symtab or, without one, of its .dynsym; at most that many.
    /// Symbols without sizes end with their sections in `elf`. Call finish() after the last call.
    void add(const ElfFile& elf, std::size_t maximumSymbols);
    /// A name that is in no symbol table (an entry of the procedure linkage table).
    void add(std::uint64_t start, std::uint64_t size, std::string name);
    /// Sorts, and keeps one name for each address: a global one before a local one, then the one with fewer
    /// leading underscores, then a strong one, then the shorter.
    void finish();

    /// The function around an address; none between functions.
    std::optional<Symbol> find(std::uint64_t address) const;
    /// The function that starts there.
    std::optional<Symbol> startingAt(std::uint64_t address) const;
    std::size_t size() const { return m_entries.size(); }

private:
    /// 24 bytes, since there may be millions.
    struct Entry {
        std::uint64_t start;
        std::uint32_t size;
        std::uint32_t name; // offset in the names of its source
        std::uint16_t source;
        std::uint8_t rank; // rank of its kind: smaller is preferred
        bool isSized;      // false: the size is a guess: up to the next symbol or the section's end
    };

    template<typename ElfSymbol>
    void addTable(const ElfFile& elf, const ElfFile::Section& table, std::size_t maximumSymbols);
    std::string_view nameOf(const Entry& entry) const;
    bool isBetterName(const Entry& left, const Entry& right) const;
    Symbol symbolOf(const Entry& entry) const;

    std::vector<Entry> m_entries;                    // by start when finished, one for each start
    std::vector<std::span<const std::byte>> m_names; // names by source; the first is m_ownNames
    std::string m_ownNames;                          // each name ends with '\0'
};

} // namespace candela
