/// The rows of an unwind table under construction: they are added sorted by pc, and redundant ones are left
/// out.
#pragma once

#include "bpf/unwind.h"

#include <cstddef>
#include <cstdint>
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

    static bool sameRule(const unwind_row& left, const unwind_row& right) {
        return sameFrame(left, right) && left.saved == right.saved;
    }
    static bool sameFrame(const unwind_row& left, const unwind_row& right) {
        return left.cfa_offset == right.cfa_offset && left.cfa_rule == right.cfa_rule &&
               left.fp_rule == right.fp_rule && left.fp_words == right.fp_words &&
               left.ra_rule == right.ra_rule && left.reg == right.reg;
    }

    Gaps m_gaps;
    std::vector<unwind_row> m_rows;
    std::size_t m_unknown = 0;
};

} // namespace candela
