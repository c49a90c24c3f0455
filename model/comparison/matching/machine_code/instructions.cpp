#include "model/comparison/matching/machine_code/instructions.h"

#include "model/comparison/matching/machine_code/arm_instruction.h"

#include <elf.h>

#include <absl/hash/hash.h>

#include <algorithm>
#include <cstddef>
#include <functional>
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
        instruction.whole = hashOf(instruction.kind, m_rex, m_vector, m_prefixes, m_isShort, m_modrm, m_sib,
                                   m_offset, m_number, m_largeNumber);
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
            case 0x64: // the segments of threads and of the kernel's processors
            case 0x65:
                m_prefixes |= byteAt(m_at) == 0x64 ? 1 : 2;
                continue;
            case 0xf0: // lock
                m_prefixes |= 4;
                continue;
            case 0x2e: // without meaning here, such as hints for branches
            case 0x36:
            case 0x3e:
            case 0x26:
            case 0x67:
                continue;
            default:
                break;
            }
            break;
        }
        if ((byteAt(m_at) & 0xf0) == 0x40) {
            m_rex = next();
            m_isWide = (m_rex & 8) != 0;
            m_extension = m_rex & 7;
        }
    }

    bool readOpcode() {
        const auto first = next();
        switch (first) {
        case 0xc4:
        case 0x62: { // VEX with three bytes, EVEX
            m_isVector = true;
            const bool isLong = first == 0x62;
            m_map = static_cast<Map>(byteAt(m_at) & (isLong ? 7 : 0x1f));
            if (m_map < Map0F || m_map > Map0F3A) return false;
            const std::uint32_t one = next(), two = next(), three = isLong ? next() : 0;
            setVector(one, two, three, isLong ? three >> 5 & 3 : two >> 2 & 1);
            break;
        }
        case 0xc5:
            m_isVector = true;
            m_map = Map0F;
            setShortVector(next());
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

    /// The bytes of VEX after the first one: they select float or double, the size, and further registers.
    void setVector(std::uint32_t one, std::uint32_t two, std::uint32_t three, std::uint32_t size) {
        m_vector = one | two << 8 | three << 16;
        m_extension = static_cast<std::uint8_t>(~one >> 5 & 7);
        const std::uint32_t prefix = two & 3, isWide = two >> 7 & 1;
        m_vectorKind = prefix | size << 2 | isWide << 4;
    }
    /// The form with two bytes means the same as one with three.
    void setShortVector(std::uint32_t byte) {
        setVector((byte & 0x80) | 0x61, byte & 0x7f, 0, byte >> 2 & 1);
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
        const int wide = m_isShort && !m_isWide ? 2 : 4;
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
                setNumber(number);
        }
        return m_at <= m_bytes.size();
    }

    void setNumber(std::int64_t number) {
        m_number = smallNumber(number);
        if (m_number == 0 && number != 0 && isNoAddress(number)) m_largeNumber = number;
    }

    /// Whether a number is masked, tested or multiplied, or is too large for an address.
    bool isNoAddress(std::int64_t number) const {
        if (m_map != OneByte) return false;
        constexpr std::int64_t addressEnd = std::int64_t(1) << 47;
        if (m_opcode >= 0xb8 && m_opcode <= 0xbf && m_isWide)
            return number <= -addressEnd || number >= addressEnd;
        const auto operation = m_modrm >> 3 & 7;
        const bool isMask = m_opcode == 0x0d || m_opcode == 0x25 || m_opcode == 0x35 ||
                            (m_opcode == 0x81 && (operation == 1 || operation == 4 || operation == 6));
        return isMask || m_opcode == 0x69 || m_opcode == 0xa9 || m_opcode == 0xf7;
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
               std::uint32_t(m_isVector) << 16 | m_vectorKind << 17;
    }

    Bytes m_bytes;
    std::uint64_t m_address;
    std::size_t m_at = 0;
    Map m_map = OneByte;
    bool m_isVector = false, m_isShort = false, m_isWide = false, m_hasModrm = false, m_isStack = false,
         m_isRelative = false;
    std::uint8_t m_opcode = 0, m_modrm = 0, m_sib = 0, m_repeat = 0, m_extension = 0, m_rex = 0,
                 m_prefixes = 0;
    std::uint32_t m_vector = 0, m_vectorKind = 0;
    std::int32_t m_offset = 0, m_number = 0;
    std::int64_t m_relative = 0, m_largeNumber = 0;
};

bool canBeRead(const KeptCode& code) {
    return code.machine == EM_X86_64 || code.machine == EM_AARCH64;
}

/// The parts, largest first: so their order does not depend on where the linker put them.
std::vector<const KeptPart*> partsBySize(const KeptCode& code) {
    std::vector<const KeptPart*> parts;
    for (const auto& part : code.parts)
        parts.push_back(&part);
    std::ranges::stable_sort(parts, std::ranges::greater(),
                             [](const KeptPart* part) { return part->bytes.size(); });
    return parts;
}

/// Calls visit(instruction) until it returns false. False if not all of the part was read.
bool readPart(const KeptCode& code, const KeptPart& part, auto&& visit) {
    const Bytes bytes(part.bytes);
    for (std::size_t at = 0; at < bytes.size();) {
        const auto rest = bytes.subspan(at);
        const auto read = code.machine == EM_X86_64 ? X86Reader(rest, part.start + at).read()
                                                    : readArmInstruction(rest, part.start + at);
        if (read.size == 0 || read.size > rest.size()) return false;
        if (!read.isPadding && !visit(read.instruction)) return false;
        at += read.size;
    }
    return true;
}

} // namespace

ReadCode instructionsOf(const KeptCode& code) {
    ReadCode read;
    if (!canBeRead(code)) return read;
    read.isWhole = !code.isCut;
    for (const auto* part : partsBySize(code)) {
        const bool isRead = readPart(code, *part, [&](const CodeInstruction& instruction) {
            read.instructions.push_back(instruction);
            return true;
        });
        read.isWhole = read.isWhole && isRead;
    }
    return read;
}

bool hasInstructions(const KeptCode& code, std::size_t count) {
    if (!canBeRead(code)) return false;
    std::size_t found = 0;
    for (const auto& part : code.parts)
        readPart(code, part, [&](const CodeInstruction&) { return ++found < count; });
    return found >= count;
}

} // namespace candela
