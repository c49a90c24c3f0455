#include "recorder/sandbox/decoded_code.h"

#include "model/code/disassembly.h"
#include "model/unwind/instructions/x86_instruction.h"

#include <elf.h>

#include <span>

namespace candela {

namespace {

/// Calls back with the address of each instruction, and with the instruction. False if one is not known.
template<typename OnInstruction>
bool decodeAll(const FunctionCode& code, OnInstruction onInstruction) {
    if (code.machine != EM_X86_64) return false;
    for (const auto& part : code.parts) {
        for (std::size_t offset = 0; offset < part.bytes.size();) {
            const auto instruction = decodeX86(std::span(part.bytes).subspan(offset));
            if (!instruction) return false;
            onInstruction(part.start + offset, *instruction);
            offset += instruction->length;
        }
    }
    return true;
}

bool hasTarget(const X86Instruction& instruction) {
    return instruction.effect == StackEffect::Call || instruction.effect == StackEffect::Jump ||
           instruction.effect == StackEffect::Branch;
}

} // namespace

std::optional<std::vector<std::uint64_t>> decodedStarts(const FunctionCode& code) {
    std::vector<std::uint64_t> starts;
    const auto add = [&](std::uint64_t address, const X86Instruction&) { starts.push_back(address); };
    return decodeAll(code, add) ? std::optional(std::move(starts)) : disassembledStarts(code);
}

std::vector<std::uint64_t> decodedTargets(const FunctionCode& code) {
    std::vector<std::uint64_t> targets;
    const auto add = [&](std::uint64_t address, const X86Instruction& instruction) {
        if (!hasTarget(instruction)) return;
        const auto target =
            address + instruction.length + static_cast<std::uint64_t>(std::int64_t{instruction.value});
        if (!code.covers(target)) targets.push_back(target);
    };
    return decodeAll(code, add) ? targets : disassembledTargets(code);
}

} // namespace candela
