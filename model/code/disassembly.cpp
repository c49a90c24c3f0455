#include "model/code/disassembly.h"

#include "model/symbols/lookup/module_symbols.h"
#include "model/symbols/lookup/shared_library.h"

#include <capstone/capstone.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// The functions of Capstone that are used, in the version whose header was compiled in.
struct CapstoneLibrary {
    decltype(&cs_open) open = nullptr;
    decltype(&cs_close) close = nullptr;
    decltype(&cs_option) option = nullptr;
    decltype(&cs_malloc) allocate = nullptr;
    decltype(&cs_free) free = nullptr;
    decltype(&cs_disasm_iter) next = nullptr;
    decltype(&cs_insn_group) isInGroup = nullptr;
    bool isComplete = false;

    static const CapstoneLibrary& get() {
        static const CapstoneLibrary library;
        return library;
    }

private:
    CapstoneLibrary() {
        SharedLibrary library(fmt::format("libcapstone.so.{}", CS_API_MAJOR));
        library.find(open, "cs_open");
        library.find(close, "cs_close");
        library.find(option, "cs_option");
        library.find(allocate, "cs_malloc");
        library.find(free, "cs_free");
        library.find(next, "cs_disasm_iter");
        library.find(isInGroup, "cs_insn_group");
        isComplete = library.isComplete();
    }
};

/// A disassembler for one processor.
class Capstone {
public:
    static Result<Capstone> create(std::uint16_t machine) {
        Capstone capstone;
        if (!capstone.m_library.isComplete)
            return failure(
                fmt::format("can't be disassembled, because libcapstone.so.{} can't be loaded", CS_API_MAJOR),
                ErrorCode::NotPossible, fmt::format("install it: apt install libcapstone{}", CS_API_MAJOR));
        switch (machine) {
        case EM_X86_64:
            capstone.open(CS_ARCH_X86, CS_MODE_64);
            break;
        case EM_386:
            capstone.open(CS_ARCH_X86, CS_MODE_32);
            break;
        case EM_AARCH64:
            capstone.m_step = 4;
            capstone.open(CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN);
            break;
        default:
            break;
        }
        if (!capstone.m_instruction)
            return failure(
                fmt::format("has code for a processor that is not disassembled here (ELF machine {})",
                            machine),
                ErrorCode::NotPossible, "its source lines can be shown: --source");
        return capstone;
    }
    Capstone(Capstone&& other) noexcept
        : m_handle(std::exchange(other.m_handle, 0)),
          m_instruction(std::exchange(other.m_instruction, nullptr)), m_step(other.m_step) {}
    Capstone& operator=(Capstone&&) = delete;
    ~Capstone() {
        if (m_instruction) m_library.free(m_instruction, 1);
        if (m_handle) m_library.close(&m_handle);
    }

    Instruction next(std::span<const std::byte> code, std::uint64_t address) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(code.data());
        auto left = code.size();
        auto behind = address;
        if (!m_library.next(m_handle, &bytes, &left, &behind, m_instruction)) return data(code, address);
        Instruction instruction{address, m_instruction->size, kind(), target(), m_instruction->mnemonic};
        if (*m_instruction->op_str) instruction.text.append(" ").append(m_instruction->op_str);
        return instruction;
    }

private:
    Capstone() = default;

    void open(cs_arch architecture, cs_mode mode) {
        if (m_library.open(architecture, mode, &m_handle) != CS_ERR_OK) return;
        m_library.option(m_handle, CS_OPT_DETAIL, CS_OPT_ON);
        m_instruction = m_library.allocate(m_handle);
    }

    Instruction data(std::span<const std::byte> code, std::uint64_t address) const {
        const auto size = std::min<std::size_t>(m_step, code.size());
        std::string text = ".byte";
        for (std::size_t at = 0; at < size; ++at)
            text += fmt::format("{} {:#04x}", at > 0 ? "," : "", std::to_integer<unsigned>(code[at]));
        return {address, static_cast<std::uint32_t>(size), InstructionKind::Data, {}, text};
    }

    bool isIn(unsigned group) const { return m_library.isInGroup(m_handle, m_instruction, group); }

    bool isAlwaysTaken() const {
        return m_step == 1 ? m_instruction->id == X86_INS_JMP || m_instruction->id == X86_INS_LJMP
                           : (m_instruction->id == ARM64_INS_B &&
                              m_instruction->detail->arm64.cc == ARM64_CC_INVALID) ||
                                 m_instruction->id == ARM64_INS_BR;
    }

    /// In Capstone 4, the calls of arm64 are only in the group of jumps.
    bool isCall() const {
        const bool isBranchWithLink = m_instruction->id == ARM64_INS_BL || m_instruction->id == ARM64_INS_BLR;
        return isIn(CS_GRP_CALL) || (m_step != 1 && isBranchWithLink);
    }

    InstructionKind kind() const {
        if (isCall()) return InstructionKind::Call;
        if (isIn(CS_GRP_RET) || isIn(CS_GRP_IRET)) return InstructionKind::Return;
        if (isIn(CS_GRP_JUMP)) return isAlwaysTaken() ? InstructionKind::Jump : InstructionKind::Branch;
        return InstructionKind::Other;
    }

    /// The target is the last operand: some jumps of arm64 test a register, their first operand.
    std::optional<std::uint64_t> target() const {
        if (!isCall() && !isIn(CS_GRP_JUMP)) return {};
        const auto* detail = m_instruction->detail;
        if (m_step == 1) {
            const auto& x86 = detail->x86;
            if (x86.op_count == 0 || x86.operands[x86.op_count - 1].type != X86_OP_IMM) return {};
            return static_cast<std::uint64_t>(x86.operands[x86.op_count - 1].imm);
        }
        const auto& arm = detail->arm64;
        if (arm.op_count == 0 || arm.operands[arm.op_count - 1].type != ARM64_OP_IMM) return {};
        return static_cast<std::uint64_t>(arm.operands[arm.op_count - 1].imm);
    }

    const CapstoneLibrary& m_library = CapstoneLibrary::get();
    csh m_handle = 0;
    cs_insn* m_instruction = nullptr;
    std::size_t m_step = 1; // addresses and sizes of instructions are multiples of this
};

} // namespace

std::string_view instructionKindName(InstructionKind kind) {
    switch (kind) {
    case InstructionKind::Call:
        return "call";
    case InstructionKind::Return:
        return "return";
    case InstructionKind::Jump:
        return "jump";
    case InstructionKind::Branch:
        return "branch";
    case InstructionKind::Data:
        return "data";
    case InstructionKind::Other:
        break;
    }
    return "other";
}

bool loadDisassembler() {
    return CapstoneLibrary::get().isComplete;
}

Result<std::vector<Instruction>> disassemble(const FunctionCode& code) {
    auto capstone = TRY(Capstone::create(code.machine));
    std::vector<Instruction> instructions;
    for (const auto& part : code.parts) {
        for (std::size_t offset = 0; offset < part.bytes.size();) {
            instructions.push_back(capstone.next(std::span(part.bytes).subspan(offset), part.start + offset));
            offset += instructions.back().size;
        }
    }
    return instructions;
}

std::span<const std::byte> bytesOf(const FunctionCode& code, const Instruction& instruction) {
    for (const auto& part : code.parts) {
        if (!part.range().covers(instruction.address)) continue;
        const auto behind = std::span(part.bytes).subspan(instruction.address - part.start);
        return behind.first(std::min<std::size_t>(behind.size(), instruction.size));
    }
    return {};
}

std::optional<std::vector<std::uint64_t>> disassembledStarts(const FunctionCode& code) {
    const auto instructions = disassemble(code);
    if (!instructions) return {};
    std::vector<std::uint64_t> starts;
    for (const auto& instruction : *instructions)
        starts.push_back(instruction.address);
    return starts;
}

std::vector<std::uint64_t> disassembledTargets(const FunctionCode& code) {
    std::vector<std::uint64_t> targets;
    const auto instructions = disassemble(code);
    if (!instructions) return targets;
    for (const auto& instruction : *instructions) {
        if (instruction.target && !code.covers(*instruction.target)) targets.push_back(*instruction.target);
    }
    return targets;
}

void nameTargets(FunctionCode& code, std::span<const std::uint64_t> targets, ModuleSymbols& symbols) {
    std::vector<SymbolizedFrames> frames;
    symbols.resolve(targets, frames);
    for (std::size_t row = 0; row < targets.size(); ++row) {
        if (!frames[row].empty() && !frames[row].back().name.empty())
            code.targets.try_emplace(targets[row], frames[row].back().name);
    }
}

} // namespace candela
