/// Machine code as instructions, by Capstone. Bytes that are not instructions are shown as data, so every
/// byte of the code is in exactly one row. The library is loaded when first needed: its 80,000 relocations
/// take longer than the start of a program, and 1.5 MB in each process.
#pragma once

#include "model/base/result.h"
#include "model/code/function_code.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

enum class InstructionKind : std::uint8_t {
    Other,
    Call,
    Return,
    Jump,   ///< always
    Branch, ///< jumps, or continues with the next instruction
    Data,   ///< no instruction
};
/// "other", "call" and so on, as in JSON.
std::string_view instructionKindName(InstructionKind kind);

struct Instruction {
    std::uint64_t address = 0;
    std::uint32_t size = 0; ///< bytes
    InstructionKind kind = InstructionKind::Other;
    std::optional<std::uint64_t> target; ///< target of a call or jump to a fixed address
    std::string text;                    ///< "mov rax, qword ptr [rsp + 8]", in Intel's syntax on x86
};

/// Loads Capstone, for a process that can't open files later. Returns false if it can't be loaded: then
/// disassemble() fails.
bool loadDisassembler();

/// The instructions in ascending order. Fails for processors other than x86, x86-64 and arm64, and if
/// Capstone is not installed.
Result<std::vector<Instruction>> disassemble(const FunctionCode& code);

/// The bytes of an instruction of that code.
std::span<const std::byte> bytesOf(const FunctionCode& code, const Instruction& instruction);

/// Where the instructions start, in ascending order; none if the code can't be disassembled.
std::optional<std::vector<std::uint64_t>> disassembledStarts(const FunctionCode& code);

/// The targets of the instructions that are not in the code itself; empty if it can't be disassembled.
std::vector<std::uint64_t> disassembledTargets(const FunctionCode& code);

/// Fills in FunctionCode::targets for such targets: "memcpy@plt".
void nameTargets(FunctionCode& code, std::span<const std::uint64_t> targets, ModuleSymbols& symbols);

} // namespace candela
