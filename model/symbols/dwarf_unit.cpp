#include "model/symbols/dwarf_unit.h"

#include "model/symbols/dwarf_file.h"

#include <dwarf.h>

#include <algorithm>

namespace candela {

namespace {

/// libdw expands a line program some hundredfold at worst; the longest real ones have a few MB.
constexpr std::uint64_t longestLineProgram = 8u << 20;
/// The deepest real nesting of scopes is below two hundred.
constexpr std::size_t deepestScope = 1000;

// DWARF 6 numbers that compilers use already (dwarfstd.org, language codes).
constexpr int languageCPlusPlus17 = 0x2a;
constexpr int languageCPlusPlus20 = 0x2b;
constexpr int languageC17 = 0x2c;

std::size_t sizeOfUnit(Dwarf_Die& unit) {
    const auto start = dwarf_dieoffset(&unit) - dwarf_cuoffset(&unit);
    Dwarf_Off next = 0;
    std::size_t headerSize = 0;
    if (dwarf_next_unit(dwarf_cu_getdwarf(unit.cu), start, &next, &headerSize, nullptr, nullptr, nullptr,
                        nullptr, nullptr, nullptr) != 0)
        return 0;
    return next - start;
}

/// C and C++ compilers put the code of member functions beside their class, not into it (but for local
/// classes).
bool mayTypesHoldCode(Dwarf_Die& unit) {
    switch (dwarf_srclang(&unit)) {
    case DW_LANG_C89:
    case DW_LANG_C:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case languageCPlusPlus17:
    case languageCPlusPlus20:
    case languageC17:
        return false;
    default:
        return true;
    }
}

} // namespace

/// Visits the DIEs that can hold code. Sizes of damaged units can't make it endless: it gives up after as
/// many DIEs and ranges as the unit has bytes.
class DwarfUnit::Walk {
public:
    Walk(DwarfUnit& unit, Dwarf_Die& die)
        : m_unit(unit), m_mayTypesHoldCode(mayTypesHoldCode(die)), m_budget(unit.m_unitSize + 16) {}

    std::vector<CodeRange> run(Dwarf_Die& unitDie) {
        descend(unitDie, {unitDie, CodePieces::none, Place::OutsideOfFunctions});
        while (!m_scopes.empty()) {
            auto scope = m_scopes.back();
            if (m_budget == 0) break;
            --m_budget;
            const bool isLast = dwarf_siblingof(&scope.die, &m_scopes.back().die) != 0;
            if (isLast) m_scopes.pop_back();
            visit(scope);
        }
        return std::move(m_ranges);
    }

private:
    enum class Place : std::uint8_t { InFunction, OutsideOfFunctions };

    /// A DIE still to visit, whose siblings follow.
    struct Scope {
        Dwarf_Die die;
        std::uint32_t function; // with code, around it
        Place place;
    };

    void descend(Dwarf_Die& die, Scope child) {
        if (m_scopes.size() < deepestScope && dwarf_child(&die, &child.die) == 0) m_scopes.push_back(child);
    }

    void visit(Scope& scope) {
        switch (dwarf_tag(&scope.die)) {
        case DW_TAG_subprogram:
        case DW_TAG_entry_point:
            return visitFunction(scope, CodePieces::none);
        case DW_TAG_inlined_subroutine:
            return visitFunction(scope, scope.function);
        case DW_TAG_namespace:
        case DW_TAG_module:
        case DW_TAG_lexical_block:
        case DW_TAG_try_block:
        case DW_TAG_catch_block:
        case DW_TAG_with_stmt:
        case DW_TAG_common_block:
            return descend(scope.die, scope);
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_interface_type:
            if (m_mayTypesHoldCode || scope.place == Place::InFunction) descend(scope.die, scope);
            return;
        default:
            return;
        }
    }

    void visitFunction(Scope& scope, std::uint32_t caller) {
        const auto row = static_cast<std::uint32_t>(m_unit.m_functions.size());
        const auto before = m_ranges.size();
        const auto count = forEachRange(scope.die, m_budget, [&](Dwarf_Addr begin, Dwarf_Addr end) {
            m_ranges.push_back({begin, end, row});
        });
        m_budget -= std::min(m_budget, count);
        const bool hasCode = m_ranges.size() > before;
        // Without code it is a declaration or the pattern of inlined calls; lambdas within may have code of
        // their own.
        if (hasCode) m_unit.m_functions.push_back({dwarf_dieoffset(&scope.die), caller});
        descend(scope.die, {scope.die, hasCode ? row : CodePieces::none, Place::InFunction});
    }

    DwarfUnit& m_unit;
    bool m_mayTypesHoldCode;
    std::size_t m_budget;
    std::vector<Scope> m_scopes;
    std::vector<CodeRange> m_ranges;
};

DwarfUnit::DwarfUnit(Dwarf_Die unit, std::uint64_t lineProgramSize) : m_unitSize(sizeOfUnit(unit)) {
    // Functions come in the order of their DIEs, so the innermost has the largest row and is on top.
    m_pieces = CodePieces(Walk(*this, unit).run(unit));
    m_functions.shrink_to_fit();
    Dwarf_Attribute attribute;
    const char* directory =
        dwarf_attr(&unit, DW_AT_comp_dir, &attribute) ? dwarf_formstring(&attribute) : nullptr;
    if (directory) m_directory = directory;
    if (lineProgramSize > longestLineProgram || lineProgramSize == 0) return;
    if (dwarf_getsrclines(&unit, &m_lines, &m_lineCount) != 0) m_lines = nullptr;
    std::size_t fileCount = 0;
    if (dwarf_getsrcfiles(&unit, &m_files, &fileCount) != 0) m_files = nullptr;
}

std::optional<DwarfUnit::Line> DwarfUnit::lineAt(std::uint64_t address) const {
    if (!m_lines) return {};
    std::size_t low = 0; // rows below `low` start at or before the address
    for (std::size_t high = m_lineCount; low < high;) {
        const auto middle = low + (high - low) / 2;
        Dwarf_Addr start = 0;
        dwarf_lineaddr(dwarf_onesrcline(m_lines, middle), &start);
        if (start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return {};
    auto* row = dwarf_onesrcline(m_lines, low - 1);
    bool isEnd = false;
    int line = 0;
    if (dwarf_lineendsequence(row, &isEnd) != 0 || isEnd || dwarf_lineno(row, &line) != 0) return {};
    return Line{path(dwarf_linesrc(row, nullptr, nullptr)), static_cast<std::uint32_t>(line)};
}

std::string DwarfUnit::file(std::uint64_t number) const {
    return path(m_files ? dwarf_filesrc(m_files, number, nullptr, nullptr) : nullptr);
}

std::string DwarfUnit::path(const char* file) const {
    if (!file) return {};
    if (*file == '/' || m_directory.empty()) return file;
    return m_directory + "/" + file;
}

std::size_t DwarfUnit::byteSize() const {
    constexpr std::size_t lineSize = 48;
    return sizeof(*this) + m_functions.capacity() * sizeof(Function) + m_pieces.byteSize() +
           m_lineCount * lineSize;
}

} // namespace candela
