#include "model/unwind/instructions/x86_instruction.h"

#include "model/unwind/instructions/x86_shapes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace candela {

namespace {

constexpr std::size_t maximumInstructionLength = 15;
constexpr unsigned stackRegister = 4; // in ModRM: rsp, or r12 with a REX bit
constexpr unsigned frameRegister = 5; // rbp
/// The DWARF numbers of the first eight registers (System V ABI for AMD64, figure 3.36); the others' are
/// equal.
constexpr std::array<std::uint8_t, 8> dwarfNumbers{0, 2, 1, 3, 7, 6, 4, 5};

enum class Map : std::uint8_t { OneByte, TwoByte, Wide38, Wide3a, Invalid };

Map mapOfNumber(unsigned number) {
    switch (number) {
    case 1:
        return Map::TwoByte;
    case 2:
    case 5: // half-precision numbers have no immediate bytes
    case 6:
        return Map::Wide38;
    case 3:
        return Map::Wide3a;
    default:
        return Map::Invalid;
    }
}

/// Reads the parts of an instruction in order.
class Parts {
public:
    explicit Parts(std::span<const std::byte> code)
        : m_code(code.first(std::min(code.size(), maximumInstructionLength))) {}

    bool read() {
        readPrefixes();
        if (!readOpcode()) return false;
        const auto shape = shapeOfOpcode();
        if (shape == X86Shape::Invalid) return false;
        if (shape >= X86Shape::Operands && !readOperands()) return false;
        return !isOfAnotherLength() && skipImmediate(shape) && !m_isCut;
    }
    X86Instruction instruction() const {
        X86Instruction result;
        result.length = static_cast<std::uint8_t>(m_offset);
        if (m_isVector) return result;
        if (m_map == Map::OneByte) setEffect(result);
        if (m_map == Map::TwoByte && m_opcode >= 0x80 && m_opcode <= 0x8f) {
            result.effect = StackEffect::Branch;
            result.value = m_immediate;
        }
        if (m_map == Map::TwoByte && m_opcode == 0x0b) result.effect = StackEffect::Trap;
        return result;
    }

private:
    unsigned next() {
        if (m_offset >= m_code.size()) {
            m_isCut = true;
            return 0;
        }
        return std::to_integer<unsigned>(m_code[m_offset++]);
    }
    unsigned peek() const {
        return m_offset < m_code.size() ? std::to_integer<unsigned>(m_code[m_offset]) : 0;
    }
    bool skip(std::size_t bytes) {
        m_offset += bytes;
        return m_offset <= m_code.size();
    }
    /// The last `bytes` that were skipped, as a signed number.
    std::int32_t signedBehind(std::size_t bytes) const {
        std::int32_t value = 0;
        std::memcpy(&value, m_code.data() + m_offset - bytes, std::min<std::size_t>(bytes, 4));
        return bytes == 1 ? static_cast<std::int8_t>(value) : value;
    }

    void readPrefixes() {
        constexpr std::string_view prefixes = "\x66\xf2\xf3\xf0\x2e\x36\x3e\x26\x64\x65\x67";
        while (prefixes.find(static_cast<char>(peek())) != std::string_view::npos) {
            m_isShort = m_isShort || peek() == 0x66;
            m_hasShortAddress = m_hasShortAddress || peek() == 0x67;
            next();
            if (m_isCut) return;
        }
        if (peek() >= 0x40 && peek() <= 0x4f) m_rex = next();
    }
    bool readOpcode() {
        m_opcode = next();
        switch (m_opcode) {
        case 0x0f:
            m_opcode = next();
            m_map = m_opcode == 0x38 ? Map::Wide38 : m_opcode == 0x3a ? Map::Wide3a : Map::TwoByte;
            if (m_map != Map::TwoByte) m_opcode = next();
            return !m_isCut;
        case 0xc5:
            return readVectorOpcode(1, 1);
        case 0xc4:
            return readVectorOpcode(peek() & 0x1f, 2);
        case 0x62:
            return readVectorOpcode(peek() & 0x07, 3);
        default:
            return !m_isCut;
        }
    }
    bool readVectorOpcode(unsigned map, std::size_t bytes) {
        m_isVector = true;
        m_map = mapOfNumber(map);
        if (!skip(bytes)) return false;
        m_opcode = next();
        return m_map != Map::Invalid && !m_isCut;
    }
    X86Shape shapeOfOpcode() const {
        switch (m_map) {
        case Map::OneByte:
            return x86OneByteShapes[m_opcode];
        case Map::TwoByte:
            if (m_isVector && x86TwoByteShapes[m_opcode] == X86Shape::Relative)
                return X86Shape::Operands; // mask registers
            return x86TwoByteShapes[m_opcode];
        case Map::Wide38:
            return X86Shape::Operands;
        case Map::Wide3a:
            return X86Shape::OperandsByte;
        case Map::Invalid:
            break;
        }
        return X86Shape::Invalid;
    }
    bool readOperands() {
        const auto modRm = next();
        m_mode = modRm >> 6;
        m_register = modRm >> 3 & 7;
        m_operand = modRm & 7;
        if (m_mode == 3) return !m_isCut;
        std::size_t displacement = m_mode == 1 ? 1 : m_mode == 2 ? 4 : 0;
        if (m_operand == 4) {
            const auto scaled = next();
            m_base = scaled & 7;
            m_hasIndex = (scaled >> 3 & 7) != 4 || (m_rex & 2) != 0;
            if (m_mode == 0 && m_base == 5) displacement = 4;
        } else if (m_mode == 0 && m_operand == 5) {
            displacement = 4;
        }
        if (m_isCut || !skip(displacement)) return false;
        if (displacement > 0) m_displacement = signedBehind(displacement);
        return true;
    }
    bool skipImmediate(X86Shape shape) {
        const std::size_t full = m_isShort ? 2 : 4;
        switch (shape) {
        case X86Shape::Byte:
        case X86Shape::OperandsByte:
            return takeImmediate(1);
        case X86Shape::Word:
            return skip(2);
        case X86Shape::Full:
        case X86Shape::OperandsFull:
            return takeImmediate((m_rex & 8) != 0 ? 4 : full);
        case X86Shape::Relative:
            return takeImmediate(4);
        case X86Shape::Register:
            return skip((m_rex & 8) != 0 ? 8 : full);
        case X86Shape::Address:
            return skip(m_hasShortAddress ? 4 : 8);
        case X86Shape::Enter:
            return skip(3);
        case X86Shape::TestByte:
            return m_register > 1 || skip(1);
        case X86Shape::TestFull:
            return m_register > 1 || skip((m_rex & 8) != 0 ? 4 : full);
        default:
            return true;
        }
    }
    bool takeImmediate(std::size_t bytes) {
        if (!skip(bytes)) return false;
        m_immediate = bytes == 2 ? 0 : signedBehind(bytes);
        return true;
    }

    /// Whether the length is not that of the opcode's table: AMD's XOP (pop with another number in ModRM),
    /// extrq and insertq; jumps with a short operand, which processors of Intel and AMD read differently;
    /// xbegin, which is also a jump.
    bool isOfAnotherLength() const {
        if (m_isVector) return false;
        if (m_map == Map::TwoByte)
            return m_opcode == 0x78 || (m_opcode >= 0x80 && m_opcode <= 0x8f && m_isShort && !isWide());
        if (m_map != Map::OneByte) return false;
        return (m_opcode == 0x8f && m_register != 0) || (m_opcode == 0xc7 && m_register == 7) ||
               ((m_opcode == 0xe8 || m_opcode == 0xe9) && m_isShort && !isWide());
    }

    bool isWide() const { return (m_rex & 8) != 0; }
    /// Whether ModRM's operand is this register. With the REX bit, the number is of another register.
    bool operandIs(unsigned number) const { return m_mode == 3 && m_operand == number && (m_rex & 1) == 0; }
    bool registerIs(unsigned number) const { return m_register == number && (m_rex & 4) == 0; }
    bool isRelativeToStack() const {
        return m_mode != 3 && m_operand == 4 && m_base == stackRegister && !m_hasIndex && (m_rex & 1) == 0;
    }
    bool isRelativeToFrame() const {
        return (m_mode == 1 || m_mode == 2) && m_operand == frameRegister && (m_rex & 1) == 0;
    }

    void setEffect(X86Instruction& result) const {
        using enum StackEffect;
        const bool isOfLowRegisters = (m_rex & 1) == 0;
        if (m_opcode >= 0x50 && m_opcode <= 0x57) {
            result.effect = m_opcode == 0x55 && isOfLowRegisters ? PushFrame : Push;
        } else if (m_opcode >= 0x58 && m_opcode <= 0x5f) {
            result.effect = Pop;
            if (m_opcode == 0x5d && isOfLowRegisters) result.effect = PopFrame;
            if (m_opcode == 0x5c && isOfLowRegisters) result.effect = Unpredictable;
        } else if ((m_opcode >= 0x70 && m_opcode <= 0x7f) || (m_opcode >= 0xe0 && m_opcode <= 0xe3)) {
            result.effect = Branch;
            result.value = m_immediate;
        } else if (m_opcode < 0x38 && (m_opcode & 7) < 4) {
            const bool isToStack = (m_opcode & 2) != 0 ? registerIs(stackRegister) : operandIs(stackRegister);
            if (isToStack && isWide()) result.effect = Unpredictable;
            const bool isExclusive = m_opcode == 0x31 || m_opcode == 0x33;
            if (isExclusive && operandIs(frameRegister) && registerIs(frameRegister))
                result.effect = ClearFrame;
        } else {
            setEffectOfOthers(result);
        }
    }
    void setEffectOfOthers(X86Instruction& result) const {
        using enum StackEffect;
        switch (m_opcode) {
        case 0x68:
        case 0x6a:
        case 0x9c:
            result.effect = Push;
            return;
        case 0x9d:
            result.effect = Pop;
            return;
        case 0x8f:
            result.effect = operandIs(stackRegister) ? Unpredictable : Pop;
            return;
        case 0x81:
        case 0x83:
            return setEffectOfArithmetic(result);
        case 0x87:
        case 0x89:
        case 0x8b:
        case 0x8d:
            if (isWide()) setEffectOfMove(result);
            return;
        case 0xc2:
        case 0xc3:
            result.effect = Return;
            return;
        case 0xc9:
            result.effect = Leave;
            return;
        case 0xcc:
        case 0xf4:
            result.effect = Trap;
            return;
        case 0xe8:
            result.effect = Call;
            result.value = m_immediate;
            return;
        case 0xe9:
        case 0xeb:
            result.effect = Jump;
            result.value = m_immediate;
            return;
        case 0xff:
            if (m_register == 2 || m_register == 3) result.effect = CallSomewhere;
            if (m_register == 4 || m_register == 5) result.effect = JumpSomewhere;
            if (m_register == 6) result.effect = Push;
            return;
        default:
            return;
        }
    }
    void setEffectOfArithmetic(X86Instruction& result) const {
        constexpr unsigned addition = 0, subtraction = 5, comparison = 7;
        if (!operandIs(stackRegister) || !isWide() || m_register == comparison) return;
        result.effect = StackEffect::Unpredictable;
        if (m_register == addition || (m_register == subtraction && m_immediate != INT32_MIN)) {
            result.effect = StackEffect::Add;
            result.value = m_register == addition ? m_immediate : -m_immediate;
        }
    }
    void setEffectOfMove(X86Instruction& result) const {
        using enum StackEffect;
        const bool isStore = m_opcode == 0x89; // copies a register to the operand
        if (m_opcode == 0x8d) return setEffectOfAddress(result);
        if (isStore && registerIs(frameRegister) && isRelativeToStack()) {
            result.effect = StoreFrame;
            result.value = m_displacement;
        } else if (m_opcode == 0x8b && registerIs(frameRegister) && isRelativeToStack()) {
            result.effect = LoadFrame;
            result.value = m_displacement;
        } else if (isMove(stackRegister, frameRegister)) {
            result.effect = SetFrame;
        } else if (isMove(frameRegister, stackRegister)) {
            result.effect = StackFromFrame;
        } else if ((m_opcode != 0x8b && operandIs(stackRegister)) ||
                   (!isStore && registerIs(stackRegister))) {
            result.effect = m_mode == 3 && m_opcode != 0x87 ? StackFromCopy : Unpredictable;
            result.reg = otherRegister(isStore);
        } else if (m_mode == 3 && (isStore ? registerIs(stackRegister) : operandIs(stackRegister))) {
            result.effect = CopyStack;
            result.reg = otherRegister(!isStore);
        }
    }
    /// The number of ModRM's register, or that of its operand.
    std::uint8_t otherRegister(bool isRegister) const {
        const bool isHigh = (m_rex & (isRegister ? 4 : 1)) != 0;
        const auto number = isRegister ? m_register : m_operand;
        return static_cast<std::uint8_t>(isHigh ? number + 8 : dwarfNumbers[number]);
    }
    bool isMove(unsigned from, unsigned to) const {
        return (m_opcode == 0x89 && registerIs(from) && operandIs(to)) ||
               (m_opcode == 0x8b && registerIs(to) && operandIs(from));
    }
    void setEffectOfAddress(X86Instruction& result) const {
        using enum StackEffect;
        if (registerIs(stackRegister)) {
            result.effect = isRelativeToStack() ? Add : isRelativeToFrame() ? StackFromFrame : Unpredictable;
        } else if (registerIs(frameRegister) && isRelativeToStack()) {
            result.effect = SetFrame;
        } else {
            return;
        }
        if (result.effect != Unpredictable) result.value = m_displacement;
    }

    std::span<const std::byte> m_code;
    std::size_t m_offset = 0;
    bool m_isCut = false;
    bool m_isShort = false;
    bool m_hasShortAddress = false;
    bool m_isVector = false;
    bool m_hasIndex = false;
    unsigned m_rex = 0;
    unsigned m_opcode = 0;
    unsigned m_mode = 0;
    unsigned m_register = 0;
    unsigned m_operand = 0;
    unsigned m_base = 0;
    Map m_map = Map::OneByte;
    std::int32_t m_displacement = 0;
    std::int32_t m_immediate = 0;
};

} // namespace

std::optional<X86Instruction> decodeX86(std::span<const std::byte> code) {
    Parts parts(code);
    if (!parts.read()) return std::nullopt;
    return parts.instruction();
}

} // namespace candela
