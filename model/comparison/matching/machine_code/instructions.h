/// Machine code as a sequence of instructions that two builds share: without the addresses that linking gives
/// to code and data. Knows only the sizes and operands of instructions of x86-64 and arm64, not what they do.
#pragma once

#include "model/profile/kept_code.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace candela {

struct CodeInstruction {
    std::uint32_t kind = 0; ///< a number for its opcode and the form of its operands
    /// A hash of all but addresses: registers, sizes and numbers, too. Large numbers count only if the
    /// instruction does arithmetic that is not done with addresses.
    std::uint64_t whole = 0;
    /// A number in it, or an offset from a register other than the stack's; 0: none that says anything.
    std::int32_t constant = 0;
    std::optional<std::uint64_t> callee; ///< the address that it calls, or jumps to unconditionally
};

struct ReadCode {
    std::vector<CodeInstruction> instructions;
    /// Whether these are all of the function: nothing was cut, and no instruction is not known.
    bool isWhole = false;
};

/// The instructions of all parts without padding, those of the largest part first. Reading of a part ends
/// before an instruction that is not known. Empty for other processors.
ReadCode instructionsOf(const KeptCode& code);

/// Whether so many instructions can be read. Reads no more than these.
bool hasInstructions(const KeptCode& code, std::size_t count);

} // namespace candela
