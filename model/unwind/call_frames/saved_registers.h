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
        setOffset(index, offset == same ? nowhere
                         : offset < 0 && offset % 8 == 0 && offset / -8 < std::int64_t{elsewhere}
                             ? static_cast<std::uint64_t>(offset / -8)
                             : elsewhere);
        return true;
    }
    void restore(std::uint64_t reg, const SavedRegisters& initial) {
        if (const auto index = indexOf(reg); index < count)
            setOffset(index, initial.m_offsets >> (8 * index) & 0xFF);
    }
    /// `frameWords` is the position of the saved frame pointer, in words from the canonical frame address; 0:
    /// not saved.
    unsigned mask(std::int32_t frameWords) const {
        if (m_saved == 0) return 0;
        const auto slot = frameWords <= -2 && frameWords > -2 - frameSlots ? -2 - frameWords : frameSlots;
        const auto& adjacent = offsets[m_saved][static_cast<std::size_t>(slot)];
        if (m_offsets == adjacent.pushed) return m_saved;
        return m_offsets == adjacent.reversed ? reversedBits[m_saved] | UNWIND_SAVED_REVERSED
                                              : UNWIND_SAVED_UNKNOWN;
    }

private:
    static constexpr std::size_t count = 5;
    static constexpr std::uint64_t nowhere = 0;     // not saved
    static constexpr std::uint64_t elsewhere = 127; // saved, but not in one of the first words
    static constexpr std::int32_t frameSlots = count + 1;

    /// The offsets of registers that are saved one next to the other from the second word on, except where
    /// the frame pointer is.
    struct Adjacent {
        std::uint64_t pushed = 0;
        std::uint64_t reversed = 0;
    };
    /// For each set of registers and each slot of the frame pointer; the last slot: not among them.
    using Offsets = std::array<std::array<Adjacent, frameSlots + 1>, 1 << count>;

    static constexpr Offsets makeOffsets() {
        Offsets result{};
        for (std::size_t saved = 0; saved < result.size(); ++saved)
            for (std::size_t slot = 0; slot <= frameSlots; ++slot) {
                std::uint64_t pushed = 2;
                std::uint64_t reversed = 2;
                auto& adjacent = result[saved][slot];
                for (std::size_t step = 0; step < count; ++step) {
                    const auto last = count - 1 - step;
                    if (saved >> step & 1) adjacent.pushed |= takeWord(pushed, slot) << (8 * step);
                    if (saved >> last & 1) adjacent.reversed |= takeWord(reversed, slot) << (8 * last);
                }
            }
        return result;
    }
    /// The next word that the frame pointer does not take.
    static constexpr std::uint64_t takeWord(std::uint64_t& next, std::size_t frameSlot) {
        if (next == frameSlot + 2) ++next;
        return next++;
    }
    static constexpr std::array<std::uint8_t, 1 << count> makeReversedBits() {
        std::array<std::uint8_t, 1 << count> result{};
        for (std::size_t bits = 0; bits < result.size(); ++bits)
            for (std::size_t bit = 0; bit < count; ++bit)
                result[bits] |= static_cast<std::uint8_t>((bits >> bit & 1) << (count - 1 - bit));
        return result;
    }
    static const Offsets offsets;
    static const std::array<std::uint8_t, 1 << count> reversedBits;

    /// The bit of unwind_row::saved: r15, r14, r13, r12, rbx.
    static std::size_t indexOf(std::uint64_t reg) {
        if (reg == UNWIND_RBX) return count - 1;
        return reg >= 12 && reg <= 15 ? static_cast<std::size_t>(15 - reg) : count;
    }
    void setOffset(std::size_t index, std::uint64_t words) {
        const auto bit = 1u << index;
        m_offsets = (m_offsets & ~(std::uint64_t{0xFF} << (8 * index))) | words << (8 * index);
        m_saved = words == nowhere ? m_saved & ~bit : m_saved | bit;
    }

    std::uint64_t m_offsets = 0; // a byte for each register: words below the canonical frame address
    unsigned m_saved = 0;        // a bit for each register
};

inline constexpr SavedRegisters::Offsets SavedRegisters::offsets = makeOffsets();
inline constexpr std::array<std::uint8_t, 1 << SavedRegisters::count> SavedRegisters::reversedBits =
    makeReversedBits();

} // namespace candela
