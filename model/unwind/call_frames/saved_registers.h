/// Where a function saved rbx and r12 to r15, encoded as unwind_row::saved of bpf/unwind.h.
#pragma once

#include "bpf/unwind.h"

#include <array>
#include <cstdint>
#include <limits>

namespace candela {

class SavedRegisters {
public:
    static constexpr std::int64_t same = 0;
    /// Marks a register that is saved, but not at an offset.
    static constexpr std::int64_t other = std::numeric_limits<std::int64_t>::min();

    /// `offset` is relative to the canonical frame address. False for any other register.
    bool set(std::uint64_t reg, std::int64_t offset) {
        const auto index = indexOf(reg);
        if (index >= count) return false;
        m_offsets[index] = offset >= lowest && offset < 0 ? static_cast<std::int32_t>(offset)
                           : offset == same               ? 0
                                                          : unknown;
        return true;
    }
    void restore(std::uint64_t reg, const SavedRegisters& initial) {
        if (const auto index = indexOf(reg); index < count) m_offsets[index] = initial.m_offsets[index];
    }
    /// `frameWords` is the position of the saved frame pointer, in words from the canonical frame address; 0:
    /// not saved.
    unsigned mask(std::int32_t frameWords) const {
        if (isNothingSaved()) return 0;
        constexpr std::array<std::size_t, count> pushed{4, 3, 2, 1, 0}; // r15 first
        constexpr std::array<std::size_t, count> reversed{0, 1, 2, 3, 4};
        if (const auto bits = maskInOrder(pushed, frameWords)) return bits;
        if (const auto bits = maskInOrder(reversed, frameWords)) return bits | UNWIND_SAVED_REVERSED;
        return UNWIND_SAVED_UNKNOWN;
    }

private:
    static constexpr std::size_t count = 5;
    static constexpr std::int32_t lowest = -(1 << 20);
    static constexpr std::int32_t unknown = std::numeric_limits<std::int32_t>::min();
    using Offsets = std::array<std::int32_t, count>;

    bool isNothingSaved() const {
        std::int32_t bits = 0;
        for (const auto offset : m_offsets)
            bits |= offset;
        return bits == 0;
    }

    /// rbx, r12, r13, r14, r15.
    static std::size_t indexOf(std::uint64_t reg) {
        if (reg == UNWIND_RBX) return 0;
        return reg >= 12 && reg <= 15 ? static_cast<std::size_t>(reg - 11) : count;
    }
    /// The bits of the saved registers; 0 if they are not adjacent and in that order.
    unsigned maskInOrder(const std::array<std::size_t, count>& order, std::int32_t frameWords) const {
        unsigned bits = 0;
        std::int32_t expected = -2;
        for (unsigned bit = 0; bit < count; ++bit) {
            const auto offset = m_offsets[order[bit]];
            if (offset == 0) continue;
            if (expected == frameWords) --expected;
            if (offset != expected * 8) return 0;
            bits |= 1u << bit;
            --expected;
        }
        return bits;
    }

    Offsets m_offsets{}; // 0: not saved
};

} // namespace candela
