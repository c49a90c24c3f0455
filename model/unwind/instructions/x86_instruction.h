/// One x86-64 instruction: its length, and its effect on the stack pointer and rbp. Enough to track frames
/// through code of just-in-time compilers; other effects are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace candela {

/// The size of what a push stores.
inline constexpr std::int32_t wordBytes = 8;

enum class StackEffect : std::uint8_t {
    None,
    Push,           ///< pushes a word other than rbp
    Pop,            ///< pops a word, not into rbp or rsp
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
    Unpredictable,  ///< rsp becomes something known only at run time
    Call,           ///< calls the instruction's end + value
    CallSomewhere,
    Return,
    Jump, ///< jumps to the instruction's end + value
    JumpSomewhere,
    Branch, ///< conditional, to the instruction's end + value
    Trap,   ///< nothing after it runs
};

struct X86Instruction {
    std::uint8_t length = 0;
    StackEffect effect = StackEffect::None;
    std::uint8_t reg = 0; ///< a register other than rbp and rsp: DWARF's number
    std::int32_t value = 0;
};

/// The instruction at the beginning of `code`; none if it is incomplete, or of a kind that compilers for
/// 64-bit programs never emit. Based on the opcode maps of Intel's manual, volume 2, appendix A.
std::optional<X86Instruction> decodeX86(std::span<const std::byte> code);

} // namespace candela
