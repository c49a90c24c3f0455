/// Values of DIEs' attributes.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace candela {

/// The maximum number of references to follow. Inlined calls refer to the function's abstract instance, and
/// that to its declaration; damaged references may be cyclic.
inline constexpr int maximumOrigins = 16;

/// The text of an attribute; empty if there is no such attribute.
inline std::string_view textOf(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    const char* text = dwarf_attr(&die, name, &attribute) ? dwarf_formstring(&attribute) : nullptr;
    return text ? std::string_view(text) : std::string_view();
}

/// The number of an attribute; 0 if there is no such attribute.
inline std::uint64_t numberOf(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0;
    if (!dwarf_attr(&die, name, &attribute) || dwarf_formudata(&attribute, &number) != 0) return 0;
    return number;
}

inline bool hasFlag(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    bool isSet = false;
    return dwarf_attr(&die, name, &attribute) && dwarf_formflag(&attribute, &isSet) == 0 && isSet;
}

/// The DIE that an attribute refers to.
inline std::optional<Dwarf_Die> referenceOf(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Die result;
    if (!dwarf_attr(&die, name, &attribute) || !dwarf_formref_die(&attribute, &result)) return {};
    return result;
}

/// The DIE with further attributes of a function: its abstract instance, or its declaration.
inline std::optional<Dwarf_Die> originOf(Dwarf_Die& die) {
    if (auto pattern = referenceOf(die, DW_AT_abstract_origin)) return pattern;
    return referenceOf(die, DW_AT_specification);
}

/// A function's linker name; empty if the DIE has none.
inline std::string_view linkageNameOf(Dwarf_Die& die) {
    const auto name = textOf(die, DW_AT_linkage_name);
    return name.empty() ? textOf(die, DW_AT_MIPS_linkage_name) : name;
}

} // namespace candela
