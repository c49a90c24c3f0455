#include "model/symbols/dwarf/die_shapes.h"

#include <dwarf.h>

#include <cstring>
#include <optional>

namespace candela {

namespace {

/// Compilers number abbreviations from 1 on; a unit has some hundreds.
constexpr std::size_t maximumShapes = 1 << 14;
constexpr std::size_t maximumAttributes = 64;

/// The bytes of an attribute of a form; nothing if they differ from DIE to DIE.
std::optional<unsigned> sizeOfForm(unsigned form, unsigned addressSize, unsigned offsetSize) {
    switch (form) {
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const:
        return 0;
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
        return 1;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
        return 2;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
        return 4;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sig8:
        return 8;
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_sec_offset:
    case DW_FORM_GNU_strp_alt:
    case DW_FORM_GNU_ref_alt:
        return offsetSize;
    case DW_FORM_addr:
        return addressSize;
    default:
        return std::nullopt;
    }
}

/// The size that the header states, if libdw agrees that the unit's last byte is in it; else 0. Bytes are
/// read up to there, and the header may be damaged. Units of types (DWARF 4) are in a section of their own.
std::size_t sizeOfUnit(Dwarf_Die& unit) {
    const auto start = dwarf_dieoffset(&unit) - dwarf_cuoffset(&unit);
    Dwarf_Off next = 0;
    std::size_t headerSize = 0;
    Dwarf* const dwarf = dwarf_cu_getdwarf(unit.cu);
    if (dwarf_next_unit(dwarf, start, &next, &headerSize, nullptr, nullptr, nullptr, nullptr, nullptr,
                        nullptr) != 0)
        return 0;
    Dwarf_Die last;
    if (next <= start || !dwarf_offdie(dwarf, next - 1, &last) || last.cu != unit.cu) return 0;
    return next - start;
}

} // namespace

DieShapes::DieShapes(Dwarf_Die unit) : m_unit(unit.cu) {
    const auto unitSize = sizeOfUnit(unit);
    Dwarf_Die same;
    std::uint8_t addressSize = 0;
    std::uint8_t offsetSize = 0;
    if (unitSize == 0 || !dwarf_diecu(&unit, &same, &addressSize, &offsetSize)) return;
    m_begin = static_cast<const std::uint8_t*>(unit.addr) - dwarf_cuoffset(&unit);
    m_end = m_begin + unitSize;
    m_addressSize = addressSize;
    m_offsetSize = offsetSize;
}

bool DieShapes::isInside(const Dwarf_Die& die) const {
    const auto* at = static_cast<const std::uint8_t*>(die.addr);
    return die.cu == m_unit && at >= m_begin && at < m_end;
}

DieShapes::Shape DieShapes::of(Dwarf_Die& die) {
    if (!isInside(die)) return read(die, Attributes::NotMeasured);
    const auto* at = static_cast<const std::uint8_t*>(die.addr);
    std::size_t code = *at;
    if (code >= 0x80) {
        if (m_end - at < 2 || at[1] >= 0x80) return read(die, Attributes::NotMeasured);
        code = (code & 0x7f) | std::size_t{at[1]} << 7;
    }
    static_assert(maximumShapes >= std::size_t{1} << 14);
    if (code >= m_shapes.size()) m_shapes.resize(code + 1);
    auto& shape = m_shapes[code];
    if (!shape.isRead) shape = read(die, Attributes::Measured);
    return shape;
}

DieShapes::Shape DieShapes::read(Dwarf_Die& die, Attributes attributes) const {
    Shape shape;
    shape.isRead = true;
    shape.tag = dwarf_tag(&die); // this reads the abbreviation, too
    if (shape.tag == DW_TAG_invalid) return shape;
    shape.hasChildren = dwarf_haschildren(&die) > 0;
    shape.mayHaveCode = dwarf_hasattr(&die, DW_AT_low_pc) || dwarf_hasattr(&die, DW_AT_ranges);
    if (attributes == Attributes::NotMeasured) return shape;
    unsigned size = 0;
    unsigned name = 0;
    unsigned form = 0;
    std::size_t number = 0;
    for (; dwarf_getabbrevattr(die.abbrev, number, &name, &form, nullptr) == 0; ++number) {
        const auto more = sizeOfForm(form, m_addressSize, m_offsetSize);
        if (name == DW_AT_sibling) {
            if (form == DW_FORM_ref4) shape.siblingAt = static_cast<std::uint16_t>(size);
            return shape;
        }
        if (!more || number >= maximumAttributes) return shape;
        size += *more;
    }
    shape.size = static_cast<std::uint16_t>(size);
    return shape;
}

bool DieShapes::findSibling(Dwarf_Die& die, Dwarf_Die& sibling) {
    const auto shape = of(die);
    if (shape.tag == DW_TAG_invalid || !isInside(die)) return dwarf_siblingof(&die, &sibling) == 0;
    const auto* const begin = static_cast<const std::uint8_t*>(die.addr);
    const auto* at = begin;
    while (at < m_end && (*at & 0x80) != 0)
        ++at;
    if (at < m_end) ++at; // behind the code of the abbreviation
    const auto room = static_cast<std::size_t>(m_end - at);
    const std::uint8_t* next = nullptr;
    if (shape.siblingAt != unknown && room >= shape.siblingAt + sizeof(std::uint32_t)) {
        std::uint32_t offset = 0; // from the unit's begin
        std::memcpy(&offset, at + shape.siblingAt, sizeof offset);
        // One that is not behind the DIE is damaged: libdw decides then.
        if (offset > begin - m_begin && offset < m_end - m_begin) next = m_begin + offset;
    } else if (shape.size != unknown && !shape.hasChildren && room > shape.size) {
        next = at + shape.size;
    }
    if (!next) return dwarf_siblingof(&die, &sibling) == 0;
    if (*next == 0) return false; // the end of the siblings
    sibling = {const_cast<std::uint8_t*>(next), die.cu, nullptr, 0};
    return true;
}

} // namespace candela
