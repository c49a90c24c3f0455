/// One x86-64 instruction: how long it is, and what it does to the stack pointer and to rbp. Enough to follow
/// frames through code that just-in-time compilers made; what else it does is not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace candela {

/// What a push takes.
inline constexpr std::int32_t wordBytes = 8;

enum class StackEffect : std::uint8_t {
    None,
    Push,           ///< of a word other than rbp
    Pop,            ///< of a word to somewhere else than rbp and rsp
    PushFrame,      ///< push rbp
    PopFrame,       ///< pop rbp
    Add,            ///< rsp += value
    SetFrame,       ///< rbp = rsp + value
    StoreFrame,     ///< mov [rsp + value], rbp
    LoadFrame,      ///< mov rbp, [rsp + value]
    ClearFrame,     ///< rbp = 0
    StackFromFrame, ///< rsp = rbp + value
    CopyStack,      ///< reg = rsp
    StackFromCopy,  ///< rsp = reg
    Leave,          ///< rsp = rbp, pop rbp
    Unpredictable,  ///< rsp becomes something that only the running program knows
    Call,           ///< of the instruction's end + value
    CallSomewhere,
    Return,
    Jump, ///< to the instruction's end + value
    JumpSomewhere,
    Branch, ///< perhaps to the instruction's end + value
    Trap,   ///< nothing runs behind it
};

struct X86Instruction {
    std::size_t length = 0;
    StackEffect effect = StackEffect::None;
    std::int32_t value = 0;
    std::uint8_t reg = 0; ///< other than rbp and rsp; DWARF's number
};

/// The instruction at the beginning of `code`; none where that is no whole one, or of a kind that no compiler
/// for 64-bit programs emits. After the opcode maps of Intel's manual, volume 2, appendix A.
std::optional<X86Instruction> decodeX86(std::span<const std::byte> code);

} // namespace candela
