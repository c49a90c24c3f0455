#include "model/comparison/matching/machine_code/instructions.h"

#include <elf.h>

#include <absl/hash/hash.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <tuple>

namespace candela {

namespace {

using Bytes = std::span<const std::byte>;

/// Larger numbers may be addresses.
constexpr std::int64_t maximumConstant = 1 << 20;

std::int32_t smallNumber(std::int64_t number) {
    return number > -maximumConstant && number < maximumConstant ? static_cast<std::int32_t>(number) : 0;
}

std::uint64_t hashOf(const auto&... values) {
    return absl::HashOf(std::tuple(values...));
}

struct ReadInstruction {
    std::size_t size = 0; ///< 0: it is not known
    CodeInstruction instruction;
    bool isPadding = false;
};

/// One instruction of x86-64. The table of sizes is that of the opcode maps in volume 2 of Intel's manual,
/// appendix A.
class X86Reader {
public:
    X86Reader(Bytes bytes, std::uint64_t address) : m_bytes(bytes), m_address(address) {}

    ReadInstruction read() {
        readPrefixes();
        if (!readOpcode() || !readOperands()) return {};
        ReadInstruction result{m_at, {}, isPadding()};
        auto& instruction = result.instruction;
        instruction.kind = kind();
        instruction.constant = m_number != 0 ? m_number : m_isStack ? 0 : m_offset;
        instruction.whole = hashOf(instruction.kind, m_isWide, m_modrm, m_sib, m_offset, m_number);
        if (m_isRelative && isCallOrJump())
            instruction.callee = m_address + m_at + static_cast<std::uint64_t>(m_relative);
        return result;
    }

private:
    enum Map : std::uint8_t { OneByte, Map0F, Map0F38, Map0F3A };

    std::uint8_t byteAt(std::size_t at) const {
        return at < m_bytes.size() ? std::to_integer<std::uint8_t>(m_bytes[at]) : std::uint8_t(0);
    }
    std::uint8_t next() { return byteAt(m_at++); }

    /// A number of at most eight bytes.
    std::int64_t readNumber(std::size_t size) {
        std::int64_t number = 0;
        for (std::size_t at = 0; at < size; ++at)
            number |= static_cast<std::int64_t>(static_cast<std::uint64_t>(next()) << (8 * at));
        const auto unused = 64 - 8 * static_cast<int>(size);
        return size == 0 || size == 8
                   ? number
                   : static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << unused) >> unused;
    }

    void readPrefixes() {
        for (;; ++m_at) {
            switch (byteAt(m_at)) {
            case 0x66:
                m_isShort = true;
                continue;
            case 0xf2:
            case 0xf3:
                m_repeat = byteAt(m_at);
                continue;
            case 0x2e:
            case 0x36:
            case 0x3e:
            case 0x26:
            case 0x64:
            case 0x65:
            case 0x67:
            case 0xf0:
                continue;
            default:
                break;
            }
            break;
        }
        if ((byteAt(m_at) & 0xf0) == 0x40) {
            m_isWide = (byteAt(m_at) & 8) != 0;
            m_extension = byteAt(m_at++) & 7;
        }
    }

    bool readOpcode() {
        const auto first = next();
        switch (first) {
        case 0xc4:
        case 0x62: { // VEX with three bytes, EVEX
            m_isVector = true;
            m_map = static_cast<Map>(byteAt(m_at) & (first == 0x62 ? 7 : 0x1f));
            if (m_map < Map0F || m_map > Map0F3A) return false;
            m_at += first == 0x62 ? 3 : 2;
            break;
        }
        case 0xc5:
            m_isVector = true;
            m_map = Map0F;
            ++m_at;
            break;
        case 0x0f:
            m_map = byteAt(m_at) == 0x38 ? Map0F38 : byteAt(m_at) == 0x3a ? Map0F3A : Map0F;
            if (m_map != Map0F) ++m_at;
            break;
        default:
            m_opcode = first;
            return true;
        }
        m_opcode = next();
        return true;
    }

    bool hasModrm() const {
        const auto code = m_opcode;
        if (m_map == Map0F) {
            if (m_isVector) return code != 0x77;
            const bool isWithout = (code >= 0x05 && code <= 0x09) || code == 0x0b || code == 0x0e ||
                                   (code >= 0x30 && code <= 0x37) || code == 0x77 ||
                                   (code >= 0x80 && code <= 0x8f) || (code >= 0xa0 && code <= 0xa2) ||
                                   (code >= 0xa8 && code <= 0xaa) || code >= 0xc8;
            return !isWithout || code >= 0xd0;
        }
        if (m_map != OneByte) return true;
        if (code < 0x40) return (code & 7) < 4;
        return code == 0x63 || code == 0x69 || code == 0x6b || (code >= 0x80 && code <= 0x8f) ||
               code == 0xc0 || code == 0xc1 || code == 0xc6 || code == 0xc7 ||
               (code >= 0xd0 && code <= 0xd3) || (code >= 0xd8 && code <= 0xdf) || code == 0xf6 ||
               code == 0xf7 || code >= 0xfe;
    }

    bool isRelative() const {
        if (m_isVector) return false;
        if (m_map == Map0F) return m_opcode >= 0x80 && m_opcode <= 0x8f;
        return m_map == OneByte &&
               ((m_opcode >= 0x70 && m_opcode <= 0x7f) || (m_opcode >= 0xe0 && m_opcode <= 0xe3) ||
                m_opcode == 0xe8 || m_opcode == 0xe9 || m_opcode == 0xeb);
    }

    /// How many bytes the number at the end has; -1: no such instruction.
    int numberSize() const {
        const auto code = m_opcode;
        const int wide = m_isShort ? 2 : 4;
        if (m_map == Map0F3A) return 1;
        if (m_map == Map0F38) return 0;
        if (m_map == Map0F) {
            const bool isByte = (code >= 0x70 && code <= 0x73) || code == 0xc2 ||
                                (code >= 0xc4 && code <= 0xc6) ||
                                (!m_isVector && (code == 0xa4 || code == 0xac || code == 0xba));
            return isRelative() ? 4 : isByte ? 1 : 0;
        }
        if (code < 0x40) return (code & 7) == 4 ? 1 : (code & 7) == 5 ? wide : (code & 7) > 5 ? -1 : 0;
        if (code >= 0x70 && code <= 0x7f) return 1;
        if (code >= 0xb0 && code <= 0xb7) return 1;
        if (code >= 0xb8 && code <= 0xbf) return m_isWide ? 8 : wide;
        if (code >= 0xa0 && code <= 0xa3) return 8;
        if (code >= 0xe0 && code <= 0xe7) return 1;
        const auto operation = m_modrm >> 3 & 7;
        switch (code) {
        case 0x60:
        case 0x61:
        case 0x82:
        case 0x9a:
        case 0xce:
        case 0xd4:
        case 0xd5:
        case 0xd6:
        case 0xea:
            return -1;
        case 0x68:
        case 0x69:
        case 0x81:
        case 0xa9:
        case 0xc7:
            return wide;
        case 0xe8:
        case 0xe9:
            return 4;
        case 0x6a:
        case 0x6b:
        case 0x80:
        case 0x83:
        case 0xa8:
        case 0xc0:
        case 0xc1:
        case 0xc6:
        case 0xcd:
        case 0xeb:
            return 1;
        case 0xc2:
        case 0xca:
            return 2;
        case 0xc8:
            return 3;
        case 0xf6:
            return operation < 2 ? 1 : 0;
        case 0xf7:
            return operation < 2 ? wide : 0;
        default:
            return 0;
        }
    }

    bool readOperands() {
        if (hasModrm()) readModrm();
        const auto size = numberSize();
        if (size < 0) return false;
        m_isRelative = isRelative();
        if (size == 3) {
            m_at += 3;
        } else {
            const auto number = readNumber(static_cast<std::size_t>(size));
            if (m_isRelative)
                m_relative = number;
            else
                m_number = smallNumber(number);
        }
        return m_at <= m_bytes.size();
    }

    void readModrm() {
        m_modrm = next();
        m_hasModrm = true;
        const auto mode = m_modrm >> 6, base = m_modrm & 7;
        if (mode == 3) return;
        std::size_t size = mode == 1 ? 1 : mode == 2 ? 4 : 0;
        m_isStack = base == 5 && (m_extension & 1) == 0 && mode != 0;
        if (base == 4) {
            m_sib = next();
            m_isStack = (m_sib & 7) == 4 && (m_extension & 1) == 0;
            if (mode == 0 && (m_sib & 7) == 5) size = 4;
        } else if (mode == 0 && base == 5) {
            readNumber(4); // the address of data
            return;
        }
        m_offset = smallNumber(readNumber(size));
    }

    bool isCallOrJump() const {
        return m_map == OneByte && (m_opcode == 0xe8 || m_opcode == 0xe9 || m_opcode == 0xeb);
    }
    bool isPadding() const {
        if (m_isVector) return false;
        const bool isLandingPad = m_map == Map0F && m_opcode == 0x1e && m_repeat == 0xf3;
        return isLandingPad || (m_map == Map0F && m_opcode == 0x1f) ||
               (m_map == OneByte && (m_opcode == 0x90 || m_opcode == 0xcc));
    }

    /// Jumps have one kind for near and far ones: their distance changes with the code between.
    std::uint32_t kind() const {
        std::uint32_t opcode = m_opcode, map = m_map;
        if (m_map == Map0F && m_isRelative) {
            opcode -= 0x10;
            map = OneByte;
        } else if (m_map == OneByte && m_opcode == 0xeb) {
            opcode = 0xe9;
        } else if (m_map == OneByte && m_opcode == 0x83) {
            opcode = 0x81;
        }
        const bool isGroup = m_map == OneByte && (m_opcode >= 0x80 && m_opcode <= 0x83);
        const bool isUnary =
            m_map == OneByte && (m_opcode >= 0xf6 || (m_opcode & 0xec) == 0xc0 || (m_opcode & 0xfc) == 0xd0);
        const std::uint32_t operation = isGroup || isUnary ? m_modrm >> 3 & 7 : 0;
        const std::uint32_t isMemory = m_hasModrm && m_modrm >> 6 != 3 ? 1 : 0;
        const std::uint32_t prefix = m_repeat == 0xf2 ? 3 : m_repeat == 0xf3 ? 2 : m_isShort ? 1 : 0;
        return opcode | operation << 8 | isMemory << 11 | map << 12 | prefix << 14 |
               std::uint32_t(m_isVector) << 16;
    }

    Bytes m_bytes;
    std::uint64_t m_address;
    std::size_t m_at = 0;
    Map m_map = OneByte;
    bool m_isVector = false, m_isShort = false, m_isWide = false, m_hasModrm = false, m_isStack = false,
         m_isRelative = false;
    std::uint8_t m_opcode = 0, m_modrm = 0, m_sib = 0, m_repeat = 0, m_extension = 0;
    std::int32_t m_offset = 0, m_number = 0;
    std::int64_t m_relative = 0;
};

/// One instruction of arm64: groups of the top-level encoding table in the architecture's manual, chapter C4.
ReadInstruction readArm(Bytes bytes, std::uint64_t address) {
    std::uint32_t word = 0;
    if (bytes.size() < sizeof word) return {};
    std::memcpy(&word, bytes.data(), sizeof word);
    ReadInstruction result{sizeof word, {}, word == 0xd503201f};
    auto& instruction = result.instruction;
    std::uint32_t kept = word;
    if ((word & 0x7c000000) == 0x14000000) { // B, BL
        kept = word & 0xfc000000;
        const auto distance = static_cast<std::int32_t>(word << 6) >> 4;
        instruction.callee = address + static_cast<std::uint64_t>(std::int64_t(distance));
    } else if ((word & 0xff000010) == 0x54000000) { // B.cond
        kept = word & 0xff00001f;
    } else if ((word & 0x7e000000) == 0x34000000) { // CBZ, CBNZ
        kept = word & 0xff00001f;
    } else if ((word & 0x7e000000) == 0x36000000) { // TBZ, TBNZ
        kept = word & 0xfff8001f;
    } else if ((word & 0x1f000000) == 0x10000000) { // ADR, ADRP
        kept = word & 0x9f00001f;
    } else if ((word & 0x3b000000) == 0x18000000) { // LDR of a literal
        kept = word & 0xff00001f;
    } else if ((word & 0x1f800000) == 0x11000000 && (word >> 5 & 31) != 31) { // ADD, SUB; may be an address
        kept = word & ~0x003ffc00U;
    } else if ((word & 0x3b000000) == 0x39000000 && (word >> 5 & 31) != 31) { // LDR, STR with an offset
        instruction.constant = static_cast<std::int32_t>(word >> 10 & 0xfff);
    } else if ((word & 0x1f800000) == 0x12800000) { // MOVZ, MOVN, MOVK
        instruction.constant = static_cast<std::int32_t>(word >> 5 & 0xffff);
    }
    instruction.kind = word >> 22;
    instruction.whole = kept;
    return result;
}

} // namespace

std::vector<CodeInstruction> instructionsOf(const KeptCode& code) {
    std::vector<CodeInstruction> instructions;
    if (code.machine != EM_X86_64 && code.machine != EM_AARCH64) return instructions;
    for (const auto& part : code.parts) {
        const Bytes bytes(part.bytes);
        for (std::size_t at = 0; at < bytes.size();) {
            const auto rest = bytes.subspan(at);
            const auto read = code.machine == EM_X86_64 ? X86Reader(rest, part.start + at).read()
                                                        : readArm(rest, part.start + at);
            if (read.size == 0 || read.size > rest.size()) break;
            if (!read.isPadding) instructions.push_back(read.instruction);
            at += read.size;
        }
    }
    return instructions;
}

} // namespace candela
