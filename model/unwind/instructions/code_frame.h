/// What one instruction of x86-64 code knows about the frame around it, and how the next one's knowledge
/// follows. All distances are in bytes from the canonical frame address downwards.
#pragma once

#include "bpf/unwind.h"
#include "model/unwind/instructions/x86_instruction.h"

#include <cstdint>

namespace candela {

struct CodeFrame {
    static constexpr std::int32_t unknown = 0;
    static constexpr std::int32_t atEntry = 8; ///< the depth behind a call: the return address

    std::int32_t depth = unknown; ///< of the stack pointer
    std::int32_t frame = unknown; ///< of where rbp points; unknown: rbp is no frame pointer
    std::int32_t saved = unknown; ///< of where the caller's rbp lies; unknown: rbp is the caller's
    bool isStart = false;         ///< nothing called this code
    std::int32_t copy = unknown;  ///< of what the register `copyRegister` has: an earlier stack pointer
    std::uint8_t copyRegister = 0;

    bool operator==(const CodeFrame&) const = default;

    static CodeFrame ofFunction() { return {atEntry, unknown, unknown, false}; }
    static CodeFrame ofStart() { return {atEntry, unknown, unknown, true}; }

    /// False if no frame is possible after the instruction: then the code was decoded wrongly.
    bool apply(const X86Instruction& instruction);
    /// Whether a return here would find the return address; true where the depth is not known.
    bool mayReturn() const { return isStart || depth == unknown || depth == atEntry; }
    /// UNWIND_CFA_NONE where the frame can't be found. The row has no pc yet.
    unwind_row row() const;
};

} // namespace candela
