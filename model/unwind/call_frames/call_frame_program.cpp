#include "model/unwind/call_frames/call_frame_program.h"

#include "model/base/leb128.h"
#include "model/unwind/call_frames/call_frame_state.h"

#include <limits>
#include <optional>

namespace candela {

namespace {

/// The maximum of nested DW_CFA_remember_state; more are damage.
constexpr std::size_t maximumRemembered = 64;
/// The maximum size of a common program. Compilers write some ten bytes. Each function's entry runs them
/// again, so many entries with one long common program would take too long.
constexpr std::size_t maximumCommonProgram = 256;
/// The maximum size of a function's program. That of an interpreter's loop has a few thousand bytes, each of
/// which may become a row.
constexpr std::size_t maximumProgram = 1 << 20;

constexpr std::uint8_t noOperation = 0x00;  // DW_CFA_nop
constexpr std::uint8_t defineOffset = 0x0E; // DW_CFA_def_cfa_offset

using State = CallFrameState;

bool fitsRow(std::int64_t offset) {
    return offset >= std::numeric_limits<std::int32_t>::min() &&
           offset <= std::numeric_limits<std::int32_t>::max();
}

/// Runs instructions: of a common entry, or of a function.
class Program {
public:
    Program(const FunctionEntry& function, const UnwindMachine& machine, State& state, const State& initial,
            std::vector<State>& remembered, UnwindRows& rows, std::uint64_t shift)
        : m_common(*function.common), m_machine(machine), m_rows(rows), m_remembered(remembered),
          m_initial(initial), m_state(state), m_address(function.begin), m_end(function.end), m_shift(shift) {
    }

    void run(std::span<const std::byte> instructions) {
        if (execute(instructions)) return endRow(m_end);
        add(UnwindRule::unknown());
    }

    /// Computes the initial state that a common entry gives all its functions; false if it is damaged.
    bool prepare(std::span<const std::byte> instructions) { return execute(instructions); }

private:
    void add(const UnwindRule& rule) { m_rows.add(static_cast<std::uint32_t>(m_address + m_shift), rule); }

    /// Ends the row that is valid from m_address on, because the next one begins at `next`.
    void endRow(std::uint64_t next) {
        if (next <= m_address) return;
        if (!m_state.ruleIsMade || !m_state.ruleHasSaved) makeRule(m_state, m_common, m_machine);
        add(m_state.rule);
        m_address = next;
    }

    /// Advances the address; false if the next one would be outside of the function.
    bool advance(std::uint64_t units) {
        const auto distance = units * m_common.codeAlignment;
        if (distance > m_end - m_address) return distance == 0;
        endRow(m_address + distance);
        return true;
    }

    void setRule(std::uint64_t reg, const RegisterRule& rule) {
        if (reg == m_machine.framePointer) {
            m_state.framePointer = rule;
        } else if (reg == m_common.returnRegister) {
            m_state.returnAddress = rule;
        } else if (reg == m_machine.stackPointer) {
            m_state.isStackElsewhere = rule.kind != RegisterRule::Kind::Same;
        } else {
            const bool isSaved = rule.kind == RegisterRule::Kind::Offset;
            const auto otherwise =
                rule.kind == RegisterRule::Kind::Same ? SavedRegisters::same : SavedRegisters::other;
            if (m_state.saved.set(reg, isSaved ? rule.offset : otherwise)) m_state.ruleHasSaved = false;
            return;
        }
        m_state.ruleIsMade = false;
    }
    /// DW_CFA_offset, the most frequent rule.
    void setSaved(std::uint64_t reg, std::int64_t offset) {
        if (reg != m_common.returnRegister && m_state.saved.set(reg, offset))
            m_state.ruleHasSaved = false;
        else if (reg == m_machine.framePointer)
            saveFramePointer(m_state, offset);
        else
            setRule(reg, {RegisterRule::Kind::Offset, offset, {}});
    }
    void restore(std::uint64_t reg) {
        if (reg == m_machine.framePointer)
            m_state.framePointer = m_initial.framePointer;
        else if (reg == m_common.returnRegister)
            m_state.returnAddress = m_initial.returnAddress;
        else if (reg == m_machine.stackPointer)
            m_state.isStackElsewhere = m_initial.isStackElsewhere;
        else {
            m_state.saved.restore(reg, m_initial.saved);
            m_state.ruleHasSaved = false;
            return;
        }
        m_state.ruleIsMade = false;
    }
    std::int64_t scaled(std::int64_t units) const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(units) *
                                         static_cast<std::uint64_t>(m_common.dataAlignment));
    }
    static std::span<const std::byte> block(ByteReader& reader) {
        return reader.bytes(readUnsignedLeb(reader));
    }

    /// Instructions of one byte and a small number, which nearly all are, are read without a ByteReader:
    /// functions that take one keep its offset in memory.
    bool execute(std::span<const std::byte> instructions) {
        const auto* next = instructions.data();
        const auto* const end = next + instructions.size();
        while (next != end) {
            const auto code = std::to_integer<std::uint8_t>(*next++);
            const std::uint64_t operand = code & 0x3F;
            const bool hasShortNumber = next != end && *next < std::byte{0x80};
            if ((code & 0xC0) == 0x40) {
                if (!advance(operand)) return false;
            } else if (code == defineOffset && hasShortNumber) {
                setCfaOffset(std::to_integer<std::uint64_t>(*next++));
            } else if ((code & 0xC0) == 0x80 && hasShortNumber) {
                setSaved(operand, scaled(std::to_integer<std::int64_t>(*next++)));
            } else if (code != noOperation) {
                ByteReader reader({next, end});
                if (!executeAny(code, reader) || reader.failed()) return false;
                next += reader.offset();
            }
        }
        return true;
    }

    bool executeAny(std::uint8_t code, ByteReader& reader) {
        const std::uint64_t operand = code & 0x3F;
        switch (code & 0xC0) {
        case 0x80:
            setSaved(operand, scaled(static_cast<std::int64_t>(readUnsignedLeb(reader))));
            return true;
        case 0xC0:
            restore(operand);
            return true;
        default:
            return executeExtended(code, reader);
        }
    }

    bool executeExtended(std::uint8_t code, ByteReader& reader) {
        switch (code) {
        case 0x01:
            return setLocation(reader);
        case 0x02:
            return advance(reader.read<std::uint8_t>());
        case 0x03:
            return advance(reader.read<std::uint16_t>());
        case 0x04:
            return advance(reader.read<std::uint32_t>());
        case 0x0A:
            return remember();
        case 0x0B:
            return recall();
        case 0x2D:
            return true; // GNU_window_save; on arm64 it toggles the signing of return addresses
        case 0x2E:
            readUnsignedLeb(reader);
            return true; // GNU_args_size
        default:
            if (code == defineOffset) return setCfaOffset(readUnsignedLeb(reader)), true;
            return code >= 0x0C && code <= 0x0F ? executeCfa(code, reader) : executeRule(code, reader);
        }
    }

    /// DW_CFA_def_cfa_offset: nearly all instructions only change the offset.
    void setCfaOffset(std::uint64_t offset) {
        auto& cfa = m_state.cfa;
        cfa.offset = static_cast<std::int64_t>(offset);
        if (cfa.kind == CfaRule::Kind::Register && m_state.ruleIsMade && m_state.isPlain &&
            fitsRow(cfa.offset))
            m_state.rule.cfaOffset = static_cast<std::int32_t>(cfa.offset);
        else
            m_state.ruleIsMade = false;
        cfa.kind = CfaRule::Kind::Register;
    }

    bool executeCfa(std::uint8_t code, ByteReader& reader) {
        auto& cfa = m_state.cfa;
        if (code == 0x0F) {
            m_state.ruleIsMade = false;
            cfa = {CfaRule::Kind::Expression, 0, 0, block(reader)};
            return true;
        }
        cfa.kind = CfaRule::Kind::Register;
        cfa.reg = readUnsignedLeb(reader);
        if (code == 0x0C) cfa.offset = static_cast<std::int64_t>(readUnsignedLeb(reader));
        const bool isStackPointer = cfa.reg == m_machine.stackPointer;
        if (m_state.ruleIsMade && m_state.isPlain && fitsRow(cfa.offset) &&
            (isStackPointer || cfa.reg == m_machine.framePointer)) {
            m_state.rule.setCfa(isStackPointer ? UNWIND_CFA_SP : UNWIND_CFA_FP);
            m_state.rule.cfaOffset = static_cast<std::int32_t>(cfa.offset);
        } else {
            m_state.ruleIsMade = false;
        }
        return true;
    }

    bool executeRule(std::uint8_t code, ByteReader& reader) {
        using Kind = RegisterRule::Kind;
        if (code == 0x12 || code == 0x13) { // def_cfa_sf, def_cfa_offset_sf
            if (code == 0x12) m_state.cfa.reg = readUnsignedLeb(reader);
            m_state.cfa.offset = scaled(readSignedLeb(reader));
            m_state.cfa.kind = CfaRule::Kind::Register;
            m_state.ruleIsMade = false;
            return true;
        }
        const auto reg = readUnsignedLeb(reader);
        switch (code) {
        case 0x05:
            setRule(reg, {Kind::Offset, scaled(static_cast<std::int64_t>(readUnsignedLeb(reader))), {}});
            return true;
        case 0x06:
            restore(reg);
            return true;
        case 0x07:
            setRule(reg, {Kind::Undefined, 0, {}});
            return true;
        case 0x08:
            setRule(reg, {Kind::Same, 0, {}});
            return true;
        case 0x09: // register
            setRule(reg, {Kind::Register, static_cast<std::int64_t>(readUnsignedLeb(reader)), {}});
            return true;
        case 0x10:
            setRule(reg, {Kind::Expression, 0, block(reader)});
            return true;
        case 0x11:
            setRule(reg, {Kind::Offset, scaled(readSignedLeb(reader)), {}});
            return true;
        case 0x14: // val_offset: 0 is the stack pointer's rule anyway
            setRule(reg,
                    {readUnsignedLeb(reader) == 0 && reg == m_machine.stackPointer ? Kind::Same : Kind::Other,
                     0,
                     {}});
            return true;
        case 0x15:
            readSignedLeb(reader);
            setRule(reg, {Kind::Other, 0, {}});
            return true; // val_offset_sf
        case 0x16:
            block(reader);
            setRule(reg, {Kind::Other, 0, {}});
            return true; // val_expression
        case 0x2F:
            setRule(reg, {Kind::Offset, scaled(static_cast<std::int64_t>(0 - readUnsignedLeb(reader))), {}});
            return true;
        default:
            return false;
        }
    }

    /// DW_CFA_set_loc: rare; only absolute addresses are supported.
    bool setLocation(ByteReader& reader) {
        if (m_common.pointerEncoding != 0) return false;
        const auto address = reader.read<std::uint64_t>();
        if (address < m_address || address > m_end) return false;
        endRow(address);
        return true;
    }

    bool remember() {
        if (m_remembered.size() >= maximumRemembered) return false;
        m_remembered.push_back(m_state);
        return true;
    }
    bool recall() {
        if (m_remembered.empty()) return false;
        m_state = m_remembered.back();
        m_remembered.pop_back();
        return true;
    }

    const CommonEntry& m_common;
    const UnwindMachine& m_machine;
    UnwindRows& m_rows;
    std::vector<State>& m_remembered;
    const State& m_initial;
    State& m_state;
    std::uint64_t m_address;
    std::uint64_t m_end;
    std::uint64_t m_shift;
};

} // namespace

CallFramePrograms::CallFramePrograms(const UnwindMachine& machine, UnwindRows& rows)
    : m_machine(machine), m_rows(rows) {}

CallFramePrograms::~CallFramePrograms() = default;

bool CallFramePrograms::findInitialState(const FunctionEntry& function) {
    if (m_common == function.common) return m_initial != nullptr;
    m_common = function.common;
    m_initial = std::make_unique<State>();
    // The common program has no address, so none of its instructions may advance.
    const FunctionEntry nowhere{0, 0, {}, m_common};
    const State nothing;
    m_remembered.clear();
    Program program(nowhere, m_machine, *m_initial, nothing, m_remembered, m_rows, 0);
    if (m_common->instructions.size() > maximumCommonProgram || !program.prepare(m_common->instructions))
        m_initial.reset();
    else
        makeRule(*m_initial, *m_common, m_machine); // once, not for each function
    return m_initial != nullptr;
}

void CallFramePrograms::run(const FunctionEntry& function, std::uint64_t shift) {
    if (function.instructions.size() <= maximumProgram && findInitialState(function)) {
        State state = *m_initial;
        m_remembered.clear();
        Program(function, m_machine, state, *m_initial, m_remembered, m_rows, shift)
            .run(function.instructions);
    } else {
        m_rows.add(static_cast<std::uint32_t>(function.begin + shift), UnwindRule::unknown());
    }
    m_rows.end(static_cast<std::uint32_t>(function.end + shift));
}

} // namespace candela
