/// The rows of an unwind table under construction: they are added sorted by pc, and redundant ones are left
/// out.
#pragma once

#include "bpf/unwind.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace candela {

inline bool isEnd(const unwind_row& row) {
    return row.cfa_rule == UNWIND_CFA_NONE;
}

class UnwindRows {
public:
    /// The kind of gaps between two pieces of known code.
    enum class Gaps : std::uint8_t {
        Padding, ///< padding, if the gap is short: known code is whole functions
        Code,    ///< code of which nothing is known yet
    };

    explicit UnwindRows(Gaps gaps = Gaps::Padding) : m_gaps(gaps) {}

    void reserve(std::size_t rows) { m_rows.reserve(rows); }
    std::size_t size() const { return m_rows.size(); }
    std::size_t unknown() const { return m_unknown; }

    /// Adds a row. No row of this pc may have been added before, except one that ends known code.
    void add(const unwind_row& row) {
        m_unknown += row.cfa_rule == UNWIND_CFA_UNKNOWN;
        if (!m_rows.empty()) {
            if (sameRule(m_rows.back(), row)) return;
            // In code with a frame pointer, registers are saved one by one at a function's beginning. Rows
            // that differ only in that are redundant, because it matters to callees only.
            if (sameFrame(m_rows.back(), row) && row.pc - m_rows.back().pc < maximumBeginning) {
                m_rows.back().saved = row.saved;
                return;
            }
            // Padding between functions never runs, so it needs no row.
            if (m_gaps == Gaps::Padding && isEnd(m_rows.back()) &&
                row.pc - m_rows.back().pc < maximumPadding) {
                m_rows.pop_back();
                if (!m_rows.empty() && sameRule(m_rows.back(), row)) return;
            }
        }
        m_rows.push_back(row);
    }
    /// Nothing is known from here on, unless a row begins here.
    void end(std::uint32_t pc) {
        unwind_row row{};
        row.pc = pc;
        add(row);
    }

    std::vector<unwind_row> take() { return std::move(m_rows); }

private:
    /// Compilers align functions to 16 bytes, rarely to more.
    static constexpr std::uint32_t maximumPadding = 32;
    static constexpr std::uint32_t maximumBeginning = 32;

    /// The bit fields of a row as one number, which is faster to compare.
    static std::uint32_t bitsOf(const unwind_row& row) {
        constexpr auto offset = offsetof(unwind_row, cfa_offset) + sizeof row.cfa_offset;
        static_assert(sizeof row == offset + sizeof(std::uint32_t));
        std::uint32_t bits = 0;
        std::memcpy(&bits, reinterpret_cast<const std::byte*>(&row) + offset, sizeof bits);
        return bits;
    }
    static std::uint32_t savedBits() {
        unwind_row row{};
        row.saved = UNWIND_SAVED_ALL | UNWIND_SAVED_REVERSED;
        return bitsOf(row);
    }
    static bool sameRule(const unwind_row& left, const unwind_row& right) {
        return left.cfa_offset == right.cfa_offset && bitsOf(left) == bitsOf(right);
    }
    /// Whether the rows differ in the saved registers at most.
    static bool sameFrame(const unwind_row& left, const unwind_row& right) {
        return left.cfa_offset == right.cfa_offset && ((bitsOf(left) ^ bitsOf(right)) & ~savedBits()) == 0;
    }

    Gaps m_gaps;
    std::vector<unwind_row> m_rows;
    std::size_t m_unknown = 0;
};

} // namespace candela
