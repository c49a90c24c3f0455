/// Finds rows of a tree by their parent and label: a hash table whose slots are in one column, so that a
/// look-up mostly reads one cache line. Trees of many rows are grown by look-ups, each of which waits for
/// memory.
#pragma once

#include "model/profile/long_column.h"

#include <absl/hash/hash.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

template<typename Node, typename Label>
class TreeBranches {
public:
    /// The row; none if there is no such row.
    Node find(Node parent, Label label) const {
        return m_slots.empty() ? Node() : m_slots[slotOf(parent, label)].row;
    }

    /// May be called only after find() has returned none.
    void add(Node parent, Label label, Node row) {
        if (m_count * 3 >= m_slots.size() * 2) grow();
        m_slots[slotOf(parent, label)] = {parent, label, row};
        ++m_count;
    }

private:
    static constexpr std::size_t minimumSlots = 16;
    /// Smaller tables grow to four times their size, so that rows are moved less often; larger ones only
    /// double, so that less memory is unused.
    static constexpr std::size_t smallSlots = 1 << 19;

    struct Slot {
        Node parent;
        Label label;
        Node row; ///< none: the slot is free
    };

    /// Where these are, or else the free slot where they belong.
    std::size_t slotOf(Node parent, Label label) const {
        const auto mask = m_slots.size() - 1;
        // Hashed one after the other: a file could choose rows so that one hash of both puts many into a few
        // slots, whatever the seed.
        const std::uint64_t parentRow = parent ? parent.row() : Node::noneValue;
        auto slot = absl::HashOf(parentRow, std::uint64_t{label.row()}) & mask;
        while (m_slots[slot].row && (m_slots[slot].parent != parent || m_slots[slot].label != label))
            slot = (slot + 1) & mask;
        return slot;
    }

    void grow() {
        // A power of two, of which at most two thirds are in use.
        const auto factor = m_slots.size() < smallSlots ? 4 : 2;
        auto before = longColumn<Slot>(m_slots.empty() ? minimumSlots : factor * m_slots.size());
        before.swap(m_slots);
        for (const auto& slot : before)
            if (slot.row) m_slots[slotOf(slot.parent, slot.label)] = slot;
    }

    std::vector<Slot> m_slots;
    std::size_t m_count = 0;
};

} // namespace candela
