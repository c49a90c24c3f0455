#include "model/symbols/dwarf/dwarf_symbols.h"

#include "model/symbols/dwarf/dwarf_attributes.h"
#include "model/symbols/names/demangle.h"

namespace candela {

void DwarfSymbols::setSupplementary(ElfFile& elf) {
    m_supplementaryElf = &elf;
    dropUnits();
}

void DwarfSymbols::dropUnits() {
    m_names.clear();
    m_cppNames = {};
    m_units.clear();
    m_file.reset();
    m_supplementary.reset();
    m_cachedBytes = 0;
}

bool DwarfSymbols::isOpen() {
    if (m_file || m_isDamaged) return m_file.has_value();
    auto opened = DwarfFile::open(*m_elf, m_limits.expandedBytes);
    m_isDamaged = !opened.has_value();
    if (m_isDamaged) return false;
    m_file.emplace(std::move(*opened));
    if (!m_supplementaryElf) return true;
    if (auto further = DwarfFile::open(*m_supplementaryElf, m_limits.expandedBytes)) {
        m_supplementary.emplace(std::move(*further));
        m_file->setSupplementary(*m_supplementary);
    }
    return true;
}

DwarfSymbols::Unit* DwarfSymbols::unitAt(std::uint64_t address) {
    if (m_cachedBytes > m_limits.cachedBytes) dropUnits();
    if (!isOpen()) return nullptr;
    auto die = m_file->unitAt(address);
    if (!die) return nullptr;
    auto& unit = m_units[dwarf_dieoffset(&*die)];
    if (!unit) {
        unit = std::make_unique<Unit>(DwarfFunctions(*die), m_file->linesOf(*die));
        m_cachedBytes += unit->byteSize();
    }
    return unit.get();
}

const DwarfSymbols::FunctionName& DwarfSymbols::nameOf(Dwarf_Die function) {
    const auto first = originOf(function);
    auto [found, isNew] = m_names.try_emplace(first ? first->addr : function.addr);
    if (!isNew) return found->second;
    auto& result = found->second;
    Dwarf_Die die = function;
    bool isExternal = false;
    for (int step = 0; step < maximumOrigins; ++step) {
        if (result.rawName.empty()) result.rawName = linkageNameOf(die);
        if (result.name.empty()) result.name = textOf(die, DW_AT_name);
        if (result.startLine == 0)
            result.startLine = static_cast<std::uint32_t>(numberOf(die, DW_AT_decl_line));
        isExternal |= hasFlag(die, DW_AT_external);
        const auto next = originOf(die);
        if (!next) break;
        die = *next;
    }
    if (!result.rawName.empty())
        result.name = demangle(result.rawName);
    else if (!isExternal && !result.name.empty())
        nameInScope(die, result);
    if (result.rawName == result.name) result.rawName.clear();
    m_cachedBytes += sizeof(*found) + result.name.size() + result.rawName.size();
    return result;
}

/// Names a C++ function that has no linkage name, because only one file can call it.
void DwarfSymbols::nameInScope(Dwarf_Die& declaration, FunctionName& result) {
    const auto before = m_cppNames.byteSize();
    if (auto name = m_cppNames.nameOf(declaration)) {
        result.name = std::move(*name);
        if (result.startLine == 0) result.startLine = m_cppNames.lineOfLambda(declaration);
    }
    m_cachedBytes += m_cppNames.byteSize() - before;
}

void DwarfSymbols::nameFrame(SymbolizedFrame& frame, Dwarf_Die& function, const SymbolTable& symbols) {
    const auto& name = nameOf(function);
    frame.name = name.name;
    frame.rawName = name.rawName;
    frame.startLine = name.startLine;
    if (!name.rawName.empty() || dwarf_tag(&function) == DW_TAG_inlined_subroutine) return;

    // With line tables alone (clang -g1), and with some compilers, functions have no linkage name: "f", not
    // "a::f(int)".
    Dwarf_Addr start = 0;
    if (dwarf_entrypc(&function, &start) != 0) return;
    const auto symbol = symbols.startingAt(start);
    if (!symbol) return;
    const bool isMangled = symbol->name.starts_with("_Z") || symbol->name.starts_with("_R");
    if (frame.name.empty() || isMangled) setNames(frame, symbol->name);
}

void DwarfSymbols::describe(std::uint64_t address, Unit& unit, const SymbolTable& symbols,
                            SymbolizedFrames& frames) {
    auto source = unit.lines.find(address).value_or(DwarfLines::SourceLine());
    auto row = unit.functions.find(address);
    while (row != CodePieces::none && frames.size() < m_limits.inlineDepth) {
        const auto& function = unit.functions[row];
        Dwarf_Die die;
        if (!m_file->die(function.die, die)) break;
        auto& frame = frames.emplace_back();
        nameFrame(frame, die, symbols);
        frame.file = unit.lines.path(source.file);
        frame.line = source.line;
        row = function.caller;
        if (row == CodePieces::none) break;
        source = {static_cast<std::uint32_t>(numberOf(die, DW_AT_call_file)),
                  static_cast<std::uint32_t>(numberOf(die, DW_AT_call_line))};
    }
    if (!frames.empty() || source.line == 0) return;
    auto& frame = frames.emplace_back();
    if (const auto symbol = symbols.find(address)) setNames(frame, symbol->name);
    frame.file = unit.lines.path(source.file);
    frame.line = source.line;
}

void DwarfSymbols::resolve(std::uint64_t address, const SymbolTable& symbols, SymbolizedFrames& frames) {
    auto* unit = unitAt(address);
    if (!unit) return;
    const auto before = unit->byteSize();
    describe(address, *unit, symbols, frames);
    m_cachedBytes += unit->byteSize() - before;
}

std::vector<AddressRange> DwarfSymbols::rangesAround(std::uint64_t address) {
    constexpr std::size_t maximumParts = 1000;
    std::vector<AddressRange> ranges;
    auto* unit = unitAt(address);
    if (!unit) return ranges;
    const auto before = unit->byteSize();
    auto row = unit->functions.find(address);
    m_cachedBytes += unit->byteSize() - before;
    if (row == CodePieces::none) return ranges;
    for (std::size_t depth = 0; depth < m_limits.inlineDepth; ++depth) {
        const auto caller = unit->functions[row].caller;
        if (caller == CodePieces::none) break;
        row = caller;
    }
    Dwarf_Die die;
    if (!m_file->die(unit->functions[row].die, die)) return ranges;
    forEachRange(die, maximumParts, [&](Dwarf_Addr begin, Dwarf_Addr end) {
        ranges.push_back({begin, end});
    });
    return ranges;
}

void DwarfSymbols::addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries) {
    auto* unit = unitAt(range.begin);
    if (!unit) return;
    const auto before = unit->byteSize();
    unit->functions.addBoundaries(range, boundaries);
    unit->lines.addBoundaries(range, boundaries);
    m_cachedBytes += unit->byteSize() - before;
}

} // namespace candela
