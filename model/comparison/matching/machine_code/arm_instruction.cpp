#include "model/comparison/matching/machine_code/arm_instruction.h"

#include <cstring>

namespace candela {

// Groups of the top-level encoding table in the architecture's manual, chapter C4.
ReadInstruction readArmInstruction(std::span<const std::byte> bytes, std::uint64_t address) {
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

} // namespace candela
