#include "model/symbols/elf/symbol_table.h"

#include "model/base/byte_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>

namespace candela {

namespace {

/// Nested symbols are rare: the maximum number of symbols to step over to find the one around an address.
constexpr int maximumSteps = 16;

std::uint32_t saturated(std::uint64_t size) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(size, std::numeric_limits<std::uint32_t>::max()));
}

/// Whether a symbol is a mark of an assembler or of annobin, which is not a function.
bool isMark(std::string_view name) {
    if (name.empty() || name.starts_with(".L")) return true;
    return name.size() >= 2 && name[0] == '$' && (name.size() == 2 || name[2] == '.');
}

std::size_t leadingUnderscores(std::string_view name) {
    return std::min(name.find_first_not_of('_'), name.size());
}

template<typename ElfSymbol>
bool isCode(const ElfSymbol& symbol) {
    const auto type = symbol.st_info & 0xf;
    if (type != STT_FUNC && type != STT_NOTYPE && type != STT_GNU_IFUNC) return false;
    if (symbol.st_shndx == SHN_UNDEF || (symbol.st_shndx >= SHN_LORESERVE && symbol.st_shndx != SHN_XINDEX))
        return false;
    const bool isLocal = (symbol.st_info >> 4) == STB_LOCAL;
    const bool isHidden = (symbol.st_other & 3) == STV_HIDDEN;
    return symbol.st_size != 0 || type != STT_NOTYPE || !isLocal || !isHidden;
}

/// The rank of a symbol: smaller is preferred.
template<typename ElfSymbol>
std::uint8_t rankOf(const ElfSymbol& symbol) {
    const bool isLocal = (symbol.st_info >> 4) == STB_LOCAL;
    const bool isFunction = (symbol.st_info & 0xf) != STT_NOTYPE;
    return static_cast<std::uint8_t>((symbol.st_size == 0 ? 4 : 0) + (isFunction ? 0 : 2) +
                                     (isLocal ? 1 : 0));
}

} // namespace

void SymbolTable::add(const ElfFile& elf, std::size_t maximumSymbols) {
    if (m_names.empty()) m_names.emplace_back();
    for (const auto type : {SHT_SYMTAB, SHT_DYNSYM}) {
        const auto before = m_entries.size();
        for (const auto& section : elf.sections()) {
            if (section.type != static_cast<std::uint32_t>(type)) continue;
            if (elf.is64Bit())
                addTable<Elf64_Sym>(elf, section, maximumSymbols);
            else
                addTable<Elf32_Sym>(elf, section, maximumSymbols);
        }
        if (m_entries.size() > before) return;
    }
}

template<typename ElfSymbol>
void SymbolTable::addTable(const ElfFile& elf, const ElfFile::Section& table, std::size_t maximumSymbols) {
    const auto sections = elf.sections();
    if (table.link >= sections.size()) return;
    const auto names = elf.bytes(sections[table.link]);
    const auto source = m_names.size();
    if (names.size() > std::numeric_limits<std::uint32_t>::max() || source > 0xffff) return;
    m_names.push_back(names);

    const auto content = elf.bytes(table);
    const auto count = std::min(content.size() / sizeof(ElfSymbol), maximumSymbols);
    for (std::size_t row = 0; row < count; ++row) {
        ElfSymbol symbol;
        std::memcpy(&symbol, content.data() + row * sizeof(ElfSymbol), sizeof(ElfSymbol));
        if (!isCode(symbol)) continue;
        std::uint64_t end = symbol.st_value + symbol.st_size;
        if (symbol.st_shndx < sections.size()) {
            const auto& section = sections[symbol.st_shndx];
            if (!section.isCode() || !section.covers(symbol.st_value)) continue;
            if (symbol.st_size == 0) end = section.address + section.size;
        }
        if (end <= symbol.st_value || isMark(stringAt(names, symbol.st_name))) continue;
        m_entries.push_back({symbol.st_value, saturated(end - symbol.st_value), symbol.st_name,
                             static_cast<std::uint16_t>(source), rankOf(symbol), symbol.st_size != 0});
    }
}

void SymbolTable::add(std::uint64_t start, std::uint64_t size, std::string name) {
    if (m_names.empty()) m_names.emplace_back();
    if (size == 0 || m_ownNames.size() + name.size() >= std::numeric_limits<std::uint32_t>::max()) return;
    const auto offset = static_cast<std::uint32_t>(m_ownNames.size());
    m_ownNames += name;
    m_ownNames += '\0';
    m_entries.push_back({start, saturated(size), offset, 0, 0, true});
}

std::string_view SymbolTable::nameOf(const Entry& entry) const {
    return stringAt(entry.source == 0 ? asBytes(m_ownNames) : m_names[entry.source], entry.name);
}

bool SymbolTable::isBetterName(const Entry& left, const Entry& right) const {
    if (left.rank != right.rank) return left.rank < right.rank;
    const auto leftName = nameOf(left);
    const auto rightName = nameOf(right);
    const auto key = [](std::string_view name, std::uint32_t size) {
        return std::tuple(leadingUnderscores(name), name.size(), ~size, name);
    };
    return key(leftName, left.size) < key(rightName, right.size);
}

void SymbolTable::finish() {
    std::sort(m_entries.begin(), m_entries.end(),
              [](const Entry& left, const Entry& right) { return left.start < right.start; });
    std::size_t kept = 0;
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        const auto& entry = m_entries[row];
        if (kept == 0 || m_entries[kept - 1].start != entry.start)
            m_entries[kept++] = entry;
        else if (isBetterName(entry, m_entries[kept - 1]))
            m_entries[kept - 1] = entry;
    }
    m_entries.resize(kept);
    m_entries.shrink_to_fit();
}

SymbolTable::Symbol SymbolTable::symbolOf(const Entry& entry) const {
    return {nameOf(entry), entry.start, entry.start + entry.size, entry.isSized};
}

std::optional<SymbolTable::Symbol> SymbolTable::find(std::uint64_t address) const {
    auto after = std::upper_bound(m_entries.begin(), m_entries.end(), address,
                                  [](std::uint64_t at, const Entry& entry) { return at < entry.start; });
    const Entry* guess = nullptr;
    for (int step = 0; step < maximumSteps && after != m_entries.begin(); ++step) {
        const auto& entry = *--after;
        const bool isAround = address - entry.start < entry.size;
        if (isAround && entry.isSized) return symbolOf(entry);
        // A symbol without a size ends at the next one at the latest, so only the nearest can contain the
        // address.
        if (isAround && step == 0) guess = &entry;
    }
    if (guess) return symbolOf(*guess);
    return {};
}

std::optional<SymbolTable::Symbol> SymbolTable::startingAt(std::uint64_t address) const {
    const auto found =
        std::lower_bound(m_entries.begin(), m_entries.end(), address,
                         [](const Entry& entry, std::uint64_t at) { return entry.start < at; });
    if (found == m_entries.end() || found->start != address) return {};
    return symbolOf(*found);
}

} // namespace candela
