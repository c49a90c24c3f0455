#include "model/symbols/dwarf/dwarf_cpp_names.h"

#include "model/symbols/dwarf/dwarf_attributes.h"
#include "model/symbols/names/demangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace candela {

namespace {

/// The maximum number of DIEs that are visited for one name: types of parameters refer to further types,
/// damaged ones to themselves.
constexpr std::size_t visitsOfName = 2000;
constexpr int maximumDepth = 24;

/// Replaces a name that refers to itself or is larger than any real one.
constexpr std::string_view unknownType = "?";

/// Demanglers of the Itanium ABI spell these types differently from GCC's DWARF.
std::string_view builtInName(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> names{{
        {"long int", "long"},
        {"long unsigned int", "unsigned long"},
        {"short int", "short"},
        {"short unsigned int", "unsigned short"},
        {"long long int", "long long"},
        {"long long unsigned int", "unsigned long long"},
        {"__int128 unsigned", "unsigned __int128"},
        {"_Bool", "bool"},
    }};
    const auto found = std::ranges::find(names, name, &std::pair<std::string_view, std::string_view>::first);
    return found == names.end() ? name : found->second;
}

template<typename Visit>
void forEachChild(Dwarf_Die& die, std::size_t& budget, Visit visit) {
    Dwarf_Die child;
    for (int result = dwarf_child(&die, &child); result == 0 && budget > 0;
         result = dwarf_siblingof(&child, &child)) {
        --budget;
        visit(child);
    }
}

bool isClass(int tag) {
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/// The call operator of a closure; none for other classes.
std::optional<Dwarf_Die> callOperatorOf(Dwarf_Die& type, std::size_t& budget) {
    const auto name = textOf(type, DW_AT_name);
    if (!isClass(dwarf_tag(&type)) || !(name.empty() || name.starts_with("<lambda"))) return {};
    std::optional<Dwarf_Die> result;
    forEachChild(type, budget, [&](Dwarf_Die& child) {
        if (dwarf_tag(&child) == DW_TAG_subprogram && textOf(child, DW_AT_name).starts_with("operator()"))
            result = child;
    });
    return result;
}

std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> positionOf(Dwarf_Die& die) {
    return {numberOf(die, DW_AT_decl_line), numberOf(die, DW_AT_decl_column), dwarf_dieoffset(&die)};
}

/// " const" for a member function, by the type of its object pointer.
std::string_view qualifierOf(Dwarf_Die& objectPointer) {
    auto type = referenceOf(objectPointer, DW_AT_type);
    for (int step = 0; type && step < 2 && dwarf_tag(&*type) == DW_TAG_const_type; ++step)
        type = referenceOf(*type, DW_AT_type);
    if (!type || dwarf_tag(&*type) != DW_TAG_pointer_type) return {};
    type = referenceOf(*type, DW_AT_type);
    return type && dwarf_tag(&*type) == DW_TAG_const_type ? " const" : "";
}

} // namespace

bool DwarfCppNames::spend() {
    if (m_budget == 0 || m_depth >= maximumDepth) return false;
    --m_budget;
    return true;
}

DwarfCppNames::Unit& DwarfCppNames::unitOf(Dwarf_Die& die) {
    if (const auto found = m_units.find(die.cu); found != m_units.end()) return found->second;
    Dwarf_Die unit;
    if (!dwarf_diecu(&die, &unit, nullptr, nullptr)) unit = die;
    const auto producer = textOf(unit, DW_AT_producer);
    Unit result{DwarfScopes(unit)};
    result.isGnuCpp = producer.starts_with("GNU C++") || producer.starts_with("GNU GIMPLE");
    // At this level, functions have no parameters.
    if (producer.find(" -g1") != std::string_view::npos) result.parameters = Parameters::LeftOut;
    m_byteSize += sizeof(std::pair<const void*, Unit>);
    return m_units.emplace(die.cu, std::move(result)).first->second;
}

std::vector<Dwarf_Die> DwarfCppNames::scopesAround(Dwarf_Die& die) {
    auto& scopes = unitOf(die).scopes;
    const auto before = scopes.byteSize();
    auto around = scopes.around(die);
    m_byteSize += scopes.byteSize() - before;
    return around;
}

std::optional<std::string> DwarfCppNames::nameOf(Dwarf_Die& function) {
    if (!unitOf(function).isGnuCpp) return {};
    m_budget = visitsOfName;
    auto name = functionName(function, Returns::Included);
    if (m_budget == 0 || name.find(unknownType) != std::string::npos) {
        // The name with its scopes only is useful, too.
        m_budget = visitsOfName;
        name = scopeOf(function).append(textOf(function, DW_AT_name));
    }
    return name;
}

std::uint32_t DwarfCppNames::lineOfLambda(Dwarf_Die& function) {
    auto scopes = scopesAround(function);
    m_budget = visitsOfName;
    if (scopes.empty() || !callOperatorOf(scopes.back(), m_budget)) return 0;
    return static_cast<std::uint32_t>(numberOf(scopes.back(), DW_AT_decl_line));
}

/// The scope with "::" after it; empty for the global scope.
std::string DwarfCppNames::scopeOf(Dwarf_Die& die) {
    std::string scope;
    auto scopes = scopesAround(die);
    for (auto& part : scopes) {
        switch (dwarf_tag(&part)) {
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
            scope = nameInScope(part); // a part with a name of its own is complete
            break;
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_enumeration_type:
            scope += nameInScope(part);
            break;
        default:
            continue;
        }
        scope += "::";
    }
    return scope;
}

std::string DwarfCppNames::nameInScope(Dwarf_Die& scope) {
    if (!spend()) return std::string(unknownType);
    const auto name = textOf(scope, DW_AT_name);
    switch (dwarf_tag(&scope)) {
    case DW_TAG_namespace:
        return name.empty() ? "(anonymous namespace)" : std::string(name);
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
        return functionScope(scope);
    default:
        break;
    }
    if (auto lambda = lambdaName(scope); !lambda.empty()) return lambda;
    return name.empty() ? "{unnamed type}" : std::string(name);
}

/// A function around a local name, as demanglers print it: without the return type.
std::string DwarfCppNames::functionScope(Dwarf_Die function) {
    std::string_view linkageName;
    for (int step = 0; step < maximumOrigins; ++step) {
        if (linkageName.empty()) linkageName = linkageNameOf(function);
        const auto origin = originOf(function);
        if (!origin) break;
        function = *origin;
    }
    if (linkageName.empty()) return functionName(function, Returns::LeftOut);
    auto name = demangle(linkageName);
    // Linkage names state a return type only for templates.
    const auto ownName = textOf(function, DW_AT_name);
    const auto arguments = ownName.find('<');
    if (arguments == std::string_view::npos) return name;
    const auto begin = name.find(scopeOf(function).append(ownName.substr(0, arguments + 1)));
    if (begin != std::string::npos && begin > 0 && name[begin - 1] == ' ') name.erase(0, begin);
    return name;
}

std::string DwarfCppNames::functionName(Dwarf_Die& function, Returns returns) {
    if (!spend()) return std::string(unknownType);
    ++m_depth;
    const auto name = textOf(function, DW_AT_name);
    // External functions without a linkage name are main() and those of C, which have no scope.
    std::string result = hasFlag(function, DW_AT_external) ? std::string() : scopeOf(function);
    result += name;
    const bool hasParameters =
        !hasFlag(function, DW_AT_external) && unitOf(function).parameters == Parameters::Left;
    if (hasParameters) {
        bool isTemplate = false;
        forEachChild(function, m_budget, [&](Dwarf_Die& child) {
            const auto tag = dwarf_tag(&child);
            isTemplate |= tag == DW_TAG_template_type_parameter || tag == DW_TAG_template_value_parameter ||
                          tag == DW_TAG_GNU_template_parameter_pack;
        });
        if (isTemplate && name.ends_with('>') && returns == Returns::Included)
            result = fmt::format("{} {}", typeName(referenceOf(function, DW_AT_type)), result);
        result += parametersOf(function);
    }
    --m_depth;
    return result;
}

/// "(int, char const*) const"
std::string DwarfCppNames::parametersOf(Dwarf_Die& function) {
    std::string text;
    std::string_view qualifier;
    std::vector<Dwarf_Die> parameters;
    const auto add = [&](Dwarf_Die& child) {
        const auto tag = dwarf_tag(&child);
        if (tag == DW_TAG_formal_parameter && hasFlag(child, DW_AT_artificial))
            qualifier = qualifierOf(child);
        else if (tag == DW_TAG_formal_parameter || tag == DW_TAG_unspecified_parameters)
            parameters.push_back(child);
    };
    forEachChild(function, m_budget, [&](Dwarf_Die& child) {
        if (dwarf_tag(&child) == DW_TAG_GNU_formal_parameter_pack)
            forEachChild(child, m_budget, add);
        else
            add(child);
    });
    for (auto& parameter : parameters) {
        if (!text.empty()) text += ", ";
        text += dwarf_tag(&parameter) == DW_TAG_unspecified_parameters
                    ? "..."
                    : typeName(referenceOf(parameter, DW_AT_type), TopLevel::WithoutQualifiers);
    }
    return fmt::format("({}){}", text, qualifier);
}

/// "{lambda(int)#1}"; empty if it is not a closure.
std::string DwarfCppNames::lambdaName(Dwarf_Die& closure) {
    auto call = callOperatorOf(closure, m_budget);
    if (!call) return {};
    auto parameters = parametersOf(*call);
    parameters.resize(parameters.rfind(')') + 1);
    return fmt::format("{{lambda{}#{}}}", parameters, closureNumber(closure));
}

/// GCC up to version 13 numbers the closures of each function in source order. Later versions number those
/// with the same parameters, as in the ABI.
std::string DwarfCppNames::closureNumber(Dwarf_Die& closure) {
    auto scopes = scopesAround(closure);
    while (!scopes.empty() && dwarf_tag(&scopes.back()) == DW_TAG_lexical_block)
        scopes.pop_back();
    if (scopes.empty()) return "1";
    const auto own = positionOf(closure);
    std::size_t number = 1;
    std::vector<Dwarf_Die> blocks{scopes.back()};
    while (!blocks.empty()) {
        auto block = blocks.back();
        blocks.pop_back();
        forEachChild(block, m_budget, [&](Dwarf_Die& child) {
            if (dwarf_tag(&child) == DW_TAG_lexical_block) return blocks.push_back(child);
            if (!isClass(dwarf_tag(&child)) || positionOf(child) >= own) return;
            if (callOperatorOf(child, m_budget)) ++number;
        });
    }
    return std::to_string(number);
}

std::string DwarfCppNames::pointerName(Dwarf_Die& pointer, std::string_view mark) {
    auto target = referenceOf(pointer, DW_AT_type);
    const auto tag = target ? dwarf_tag(&*target) : 0;
    if (tag == DW_TAG_subroutine_type) {
        auto parameters = parametersOf(*target);
        return fmt::format("{} ({}){}", typeName(referenceOf(*target, DW_AT_type)), mark, parameters);
    }
    if (tag == DW_TAG_array_type) {
        std::string bounds;
        forEachChild(*target, m_budget, [&](Dwarf_Die& child) {
            if (dwarf_tag(&child) != DW_TAG_subrange_type) return;
            const auto count = numberOf(child, DW_AT_count);
            bounds += fmt::format("[{}]", count != 0 ? count : numberOf(child, DW_AT_upper_bound) + 1);
        });
        return fmt::format("{} ({}) {}", typeName(referenceOf(*target, DW_AT_type)), mark, bounds);
    }
    return typeName(target).append(mark);
}

std::string DwarfCppNames::typeName(const std::optional<Dwarf_Die>& type, TopLevel topLevel) {
    if (!type) return "void";
    if (!spend()) return std::string(unknownType);
    ++m_depth;
    auto die = *type;
    const auto inner = [&] { return referenceOf(die, DW_AT_type); };
    const auto qualified = [&](std::string_view qualifier) {
        return topLevel == TopLevel::WithoutQualifiers ? typeName(inner(), topLevel)
                                                       : typeName(inner()).append(qualifier);
    };
    std::string result;
    switch (dwarf_tag(&die)) {
    case DW_TAG_base_type:
    case DW_TAG_unspecified_type:
        result = builtInName(textOf(die, DW_AT_name));
        break;
    case DW_TAG_pointer_type:
        result = pointerName(die, "*");
        break;
    case DW_TAG_reference_type:
        result = pointerName(die, "&");
        break;
    case DW_TAG_rvalue_reference_type:
        result = pointerName(die, "&&");
        break;
    case DW_TAG_const_type:
        result = qualified(" const");
        break;
    case DW_TAG_volatile_type:
        result = qualified(" volatile");
        break;
    case DW_TAG_restrict_type:
        result = qualified(" restrict");
        break;
    case DW_TAG_typedef:
        result = typeName(inner(), topLevel);
        break;
    case DW_TAG_subroutine_type:
        result = typeName(inner()) + " " + parametersOf(die);
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
        result = scopeOf(die);
        result += nameInScope(die);
        break;
    default:
        result = unknownType;
    }
    --m_depth;
    return result;
}

} // namespace candela
