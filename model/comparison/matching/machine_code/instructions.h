/// Machine code as a sequence of instructions that two builds share: without the addresses that linking gives
/// to code and data. Knows only the sizes and operands of instructions of x86-64 and arm64, not what they do.
#pragma once

#include "model/profile/kept_code.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace candela {

struct CodeInstruction {
    std::uint32_t kind = 0;  ///< a number for its opcode and the form of its operands
    std::uint64_t whole = 0; ///< a hash of all but addresses: registers and small numbers, too
    /// A number in it, or an offset from a register other than the stack's; 0: none that says anything.
    std::int32_t constant = 0;
    std::optional<std::uint64_t> callee; ///< the address that it calls, or jumps to unconditionally
};

/// The instructions of all parts, in order, without padding. Reading ends before an instruction that is not
/// known. Empty for other processors.
std::vector<CodeInstruction> instructionsOf(const KeptCode& code);

} // namespace candela
