/// Known facts about the frame before one instruction of x86-64 code, and the instruction's effect on it. All
/// distances are in bytes from the canonical frame address downwards.
#pragma once

#include "bpf/unwind.h"
#include "model/unwind/instructions/x86_instruction.h"

#include <cstdint>

namespace candela {

struct CodeFrame {
    static constexpr std::int32_t unknown = 0;
    static constexpr std::int32_t atEntry = 8; ///< the depth after a call: the return address

    std::int32_t depth = unknown; ///< depth of the stack pointer
    std::int32_t frame = unknown; ///< where rbp points; unknown: rbp is not a frame pointer
    std::int32_t saved = unknown; ///< where the caller's rbp is saved; unknown: rbp is the caller's
    std::int32_t copy = unknown;  ///< an earlier stack pointer, in register `copyRegister`
    std::uint8_t copyRegister = 0;
    bool isStart = false; ///< nothing called this code

    bool operator==(const CodeFrame&) const = default;

    static CodeFrame ofFunction() { return {.depth = atEntry}; }
    static CodeFrame ofStart() { return {.depth = atEntry, .isStart = true}; }

    /// Applies an instruction. False if no frame is possible after it: then the code was decoded wrongly.
    bool apply(const X86Instruction& instruction);
    /// Whether a return here would find the return address; true if the depth is not known.
    bool mayReturn() const { return isStart || depth == unknown || depth == atEntry; }
    /// The row for the frame, without a pc; UNWIND_CFA_NONE if the frame can't be found.
    unwind_row row() const;
};

} // namespace candela
