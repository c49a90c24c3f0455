#include "model/symbols/dwarf/dwarf_functions.h"

#include "model/symbols/dwarf/dwarf_file.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// The deepest real nesting of scopes is below two hundred.
constexpr std::size_t maximumScopeDepth = 1000;
/// To find siblings, at most so many bytes of children are skipped for each byte of a unit, and a minimum in
/// addition. In real units the factor is the mean depth of a DIE, below ten. Without a limit, a million
/// nested scopes would take a million steps at each level.
constexpr std::size_t skipFactor = 64;
constexpr std::size_t minimumSkipBudget = 16 << 20;

// DWARF 6 numbers that compilers use already (dwarfstd.org, language codes).
constexpr int languageCPlusPlus17 = 0x2a;
constexpr int languageCPlusPlus20 = 0x2b;
constexpr int languageC17 = 0x2c;

/// Whether a class may contain code. C and C++ compilers write the code of member functions beside their
/// class, not into it (except for local classes).
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

/// Visits the DIEs below one that can contain code, and appends their functions. Stops when a budget is
/// used up, so that a damaged unit can't make it endless.
class DwarfFunctions::Walk {
public:
    enum class Depth : std::uint8_t { OutermostFunctions, AllFunctions };

    Walk(DwarfFunctions& functions, Depth depth)
        : m_functions(functions), m_depth(depth), m_mayTypesHoldCode(mayTypesHoldCode(functions.m_unit)) {}

    /// `function` is the row of the DIE if that is a function, none for a unit.
    CodePieces run(Dwarf_Die& die, std::uint32_t function) {
        const auto context = function == CodePieces::none ? Context::OutsideOfFunctions : Context::InFunction;
        descend(die, {die, function, context, m_functions.m_unitEnd});
        auto& budget = m_functions.m_budget;
        while (!m_scopes.empty() && budget > 0 && m_functions.m_skipBudget > 0) {
            --budget;
            auto scope = m_scopes.back();
            const bool isLast = !m_functions.m_shapes.findSibling(scope.die, m_scopes.back().die);
            if (!isLast) scope.end = dwarf_dieoffset(&m_scopes.back().die);
            spendOnSkipping(scope);
            if (isLast) m_scopes.pop_back();
            visit(scope);
        }
        // Ranges are in the order of their DIEs, so the innermost has the largest row and is on top.
        return CodePieces(std::move(m_ranges));
    }

private:
    enum class Context : std::uint8_t { InFunction, OutsideOfFunctions };

    /// A DIE that still has to be visited, with its siblings.
    struct Scope {
        Dwarf_Die die;
        std::uint32_t function; // row of the function with code around it
        Context context;
        Dwarf_Off end; // end of the DIE with its children; if it is not known, that of the enclosing DIE
    };

    /// libdw reads all children to find a sibling, unless the DIE contains the sibling's offset.
    void spendOnSkipping(const Scope& scope) {
        auto& budget = m_functions.m_skipBudget;
        auto die = scope.die;
        const auto begin = dwarf_dieoffset(&die);
        budget -= std::min<std::size_t>(budget, scope.end > begin ? scope.end - begin : 0);
    }
    void descend(Dwarf_Die& die, Scope child) {
        if (m_scopes.size() < maximumScopeDepth && dwarf_child(&die, &child.die) == 0)
            m_scopes.push_back(child);
    }

    void visit(Scope& scope) {
        const auto shape = m_functions.m_shapes.of(scope.die);
        switch (shape.tag) {
        case DW_TAG_subprogram:
        case DW_TAG_entry_point:
            return visitFunction(scope, CodePieces::none, shape.mayHaveCode);
        case DW_TAG_inlined_subroutine:
            return visitFunction(scope, scope.function, shape.mayHaveCode);
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
            if (m_mayTypesHoldCode || scope.context == Context::InFunction) descend(scope.die, scope);
            return;
        default:
            return;
        }
    }

    /// Most functions of a unit are declarations. Asking libdw for the ranges of one would read all its
    /// attributes, several times.
    void visitFunction(Scope& scope, std::uint32_t caller, bool mayHaveCode) {
        auto& functions = m_functions.m_functions;
        auto& budget = m_functions.m_budget;
        const auto row = static_cast<std::uint32_t>(functions.size());
        const auto before = m_ranges.size();
        if (mayHaveCode) {
            const auto count = forEachRange(scope.die, budget, [&](Dwarf_Addr begin, Dwarf_Addr end) {
                m_ranges.push_back({begin, end, row});
            });
            budget -= std::min(budget, count);
        }
        const bool hasCode = m_ranges.size() > before;
        if (hasCode) functions.push_back({dwarf_dieoffset(&scope.die), caller});
        // Without code it is a declaration or an abstract
        // instance; lambdas inside may have their own code.
        if (m_depth == Depth::AllFunctions)
            descend(scope.die, {scope.die, hasCode ? row : CodePieces::none, Context::InFunction, scope.end});
    }

    DwarfFunctions& m_functions;
    Depth m_depth;
    bool m_mayTypesHoldCode;
    std::vector<Scope> m_scopes;
    std::vector<CodeRange> m_ranges;
};

DwarfFunctions::DwarfFunctions(Dwarf_Die unit) : DwarfFunctions(unit, DieShapes(unit)) {}

DwarfFunctions::DwarfFunctions(Dwarf_Die unit, DieShapes shapes)
    : m_unit(unit), m_unitEnd(dwarf_cuoffset(&unit) + shapes.unitSize()),
      m_budget(4 * shapes.unitSize() + 64), m_skipBudget(skipFactor * shapes.unitSize() + minimumSkipBudget),
      m_shapes(std::move(shapes)) {
    m_outermost = Walk(*this, Walk::Depth::OutermostFunctions).run(m_unit, CodePieces::none);
    m_pieceBytes = m_outermost.byteSize();
}

std::uint32_t DwarfFunctions::find(std::uint64_t address) {
    const auto outer = m_outermost.find(address);
    if (m_areAllOutermost) return outer;
    if (outer == CodePieces::none) {
        // Functions without code may contain functions: those of lambdas and local classes.
        m_areAllOutermost = true;
        m_functions.clear();
        m_within.clear();
        m_outermost = Walk(*this, Walk::Depth::AllFunctions).run(m_unit, CodePieces::none);
        m_pieceBytes = m_outermost.byteSize();
        return m_outermost.find(address);
    }
    auto [found, isNew] = m_within.try_emplace(outer);
    if (isNew) {
        Dwarf_Die die;
        if (dwarf_offdie(dwarf_cu_getdwarf(m_unit.cu), m_functions[outer].die, &die))
            found->second = Walk(*this, Walk::Depth::AllFunctions).run(die, outer);
        m_pieceBytes += sizeof(*found) + found->second.byteSize();
    }
    const auto inner = found->second.find(address);
    return inner == CodePieces::none ? outer : inner;
}

void DwarfFunctions::addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries) {
    find(range.begin); // this reads the contents of the function
    m_outermost.addBoundaries(range, boundaries);
    if (m_areAllOutermost) return;
    const auto within = m_within.find(m_outermost.find(range.begin));
    if (within != m_within.end()) within->second.addBoundaries(range, boundaries);
}

} // namespace candela
