/// The rows of an unwind table under construction: they are added sorted by pc, and redundant ones are left
/// out.
#pragma once

#include "bpf/unwind.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace candela {

inline bool isEnd(const unwind_row& row) {
    return row.cfa_rule == UNWIND_CFA_NONE;
}

/// The rule of a row, without its pc. Two numbers instead of bit fields are fast to compare, and to read
/// after they were written: a processor waits where it loads bytes that shorter writes have just stored.
struct UnwindRule {
    std::int32_t cfaOffset = 0;
    std::uint32_t fields = 0; ///< the bit fields of unwind_row

    UnwindRule() = default;
    explicit UnwindRule(const unwind_row& row) : cfaOffset(row.cfa_offset) {
        std::memcpy(&fields, reinterpret_cast<const std::byte*>(&row) + fieldsOffset, sizeof fields);
    }
    unwind_row at(std::uint32_t pc) const {
        unwind_row row{};
        row.pc = pc;
        row.cfa_offset = cfaOffset;
        std::memcpy(reinterpret_cast<std::byte*>(&row) + fieldsOffset, &fields, sizeof fields);
        return row;
    }
    static UnwindRule unknown() {
        unwind_row row{};
        row.cfa_rule = UNWIND_CFA_UNKNOWN;
        return UnwindRule(row);
    }

    void setCfa(std::uint32_t rule) { set(cfaMask(), rule); }
    void setFramePointer(std::uint32_t rule, std::int32_t words = 0) {
        set(framePointerMask(), rule);
        set(wordsMask(), static_cast<std::uint32_t>(words));
    }
    void setReturnAddress(std::uint32_t rule) { set(returnAddressMask(), rule); }
    void setRegister(std::uint32_t number) { set(registerMask(), number); }
    void setSaved(std::uint32_t saved) { set(savedMask(), saved); }

    std::uint32_t cfa() const { return get(cfaMask()); }

    bool isEnd() const { return (fields & cfaMask()) == 0; }
    bool isUnknown() const { return (fields & cfaMask()) == unknown().fields; }
    /// Whether the rules differ in the saved registers at most.
    bool hasFrameOf(const UnwindRule& other) const {
        return cfaOffset == other.cfaOffset && ((fields ^ other.fields) & ~savedMask()) == 0;
    }
    bool operator==(const UnwindRule&) const = default;

private:
    static constexpr auto fieldsOffset = offsetof(unwind_row, cfa_offset) + sizeof(unwind_row::cfa_offset);
    static_assert(sizeof(unwind_row) == fieldsOffset + sizeof(std::uint32_t));

    static std::uint32_t savedMask() {
        unwind_row row{};
        row.saved = UNWIND_SAVED_ALL | UNWIND_SAVED_REVERSED;
        return UnwindRule(row).fields;
    }
    static std::uint32_t cfaMask() {
        unwind_row row{};
        row.cfa_rule = 0xF;
        return UnwindRule(row).fields;
    }
    static std::uint32_t framePointerMask() {
        unwind_row row{};
        row.fp_rule = 0x3;
        return UnwindRule(row).fields;
    }
    static std::uint32_t returnAddressMask() {
        unwind_row row{};
        row.ra_rule = 0x3;
        return UnwindRule(row).fields;
    }
    static std::uint32_t registerMask() {
        unwind_row row{};
        row.reg = UNWIND_REGISTERS - 1;
        return UnwindRule(row).fields;
    }
    static std::uint32_t wordsMask() {
        unwind_row row{};
        row.fp_words = -1;
        return UnwindRule(row).fields;
    }
    std::uint32_t get(std::uint32_t mask) const { return (fields & mask) >> std::countr_zero(mask); }
    void set(std::uint32_t mask, std::uint32_t value) {
        fields = (fields & ~mask) | (value << std::countr_zero(mask) & mask);
    }
};

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
    void add(const unwind_row& row) { add(row.pc, UnwindRule(row)); }
    void add(std::uint32_t pc, const UnwindRule& rule) {
        m_unknown += rule.isUnknown();
        if (!m_rows.empty()) {
            if (m_last == rule) return;
            // In code with a frame pointer, registers are saved one by one at a function's beginning. Rows
            // that differ only in that are redundant, because it matters to callees only.
            if (m_last.hasFrameOf(rule) && pc - m_lastPc < maximumBeginning) return replaceLast(rule);
            // Padding between functions never runs, so it needs no row.
            if (m_gaps == Gaps::Padding && m_last.isEnd() && pc - m_lastPc < maximumPadding) {
                dropLast();
                if (!m_rows.empty() && m_last == rule) return;
            }
        }
        m_rows.push_back(rule.at(pc));
        m_last = rule;
        m_lastPc = pc;
    }
    /// Nothing is known from here on, unless a row begins here.
    void end(std::uint32_t pc) { add(pc, UnwindRule()); }

    std::vector<unwind_row> take() { return std::move(m_rows); }

private:
    /// Compilers align functions to 16 bytes, rarely to more.
    static constexpr std::uint32_t maximumPadding = 32;
    static constexpr std::uint32_t maximumBeginning = 32;

    void replaceLast(const UnwindRule& rule) {
        m_rows.back() = rule.at(m_lastPc);
        m_last = rule;
    }
    void dropLast() {
        m_rows.pop_back();
        if (m_rows.empty()) return;
        m_last = UnwindRule(m_rows.back());
        m_lastPc = m_rows.back().pc;
    }

    Gaps m_gaps;
    std::vector<unwind_row> m_rows;
    UnwindRule m_last; // of the last row
    std::uint32_t m_lastPc = 0;
    std::size_t m_unknown = 0;
};

} // namespace candela
