/// What the DIEs of one unit have in common, by abbreviation, to visit many of them with little work: libdw
/// reads all attributes of a DIE to find its sibling.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

class DieShapes {
public:
    struct Shape {
        int tag = 0; ///< 0: the DIE is damaged
        bool isRead = false;
        bool hasChildren = false;
        bool mayHaveCode = false;          ///< it has an address or ranges
        std::uint16_t size = unknown;      ///< bytes of all attributes
        std::uint16_t siblingAt = unknown; ///< their bytes in front of the sibling's offset
    };

    /// The DWARF must outlive this object.
    explicit DieShapes(Dwarf_Die unit);

    Shape of(Dwarf_Die& die);
    /// The same as dwarf_siblingof(), but false for 1 and for damaged DIEs. The DIEs may be one object.
    bool findSibling(Dwarf_Die& die, Dwarf_Die& sibling);
    /// Bytes of the unit with its header; 0 if it is damaged.
    std::size_t unitSize() const { return static_cast<std::size_t>(m_end - m_begin); }
    /// Memory held.
    std::size_t byteSize() const { return m_shapes.capacity() * sizeof(Shape); }

private:
    static constexpr std::uint16_t unknown = 0xffff;

    bool isInside(const Dwarf_Die& die) const;
    /// Sizes take a while, and are worth it for shapes that are kept.
    enum class Attributes { NotMeasured, Measured };
    Shape read(Dwarf_Die& die, Attributes attributes) const;

    const Dwarf_CU* m_unit;
    const std::uint8_t* m_begin = nullptr; // the unit's bytes
    const std::uint8_t* m_end = nullptr;
    unsigned m_addressSize = 0;
    unsigned m_offsetSize = 0;
    std::vector<Shape> m_shapes; // by abbreviation code
};

} // namespace candela
