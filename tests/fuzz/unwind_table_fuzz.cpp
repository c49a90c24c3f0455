/// Unwind information of untrusted files: a whole ELF file (its first byte is 0x7f), or the bytes of one
/// section after a byte that selects the section. The resulting table is used for a walk like that of the
/// kernel program.
#include <cstdint>
static int readMadeUpMemory(std::uint64_t address, std::uint64_t* value);
#define UNWIND_READ(context, address, value) readMadeUpMemory(address, value)
#include "bpf/unwind_step.h"
#include "model/unwind/call_frames/unwind_table.h"

#include "tests/fuzz/made_elf.h"
#include "tests/fuzz/required.h"

#include <algorithm>

/// Reads a stack whose memory can be read except at its end.
static int readMadeUpMemory(std::uint64_t address, std::uint64_t* value) {
    if (address > std::uint64_t{1} << 47) return -1;
    *value = address * 0x9E3779B97F4A7C15u >> 40;
    return 0;
}

namespace {

constexpr std::size_t maximumRows = 200'000;

void walk(const candela::UnwindTable& table, std::uint64_t pc) {
    unwind_saved_frames savedFrames;
    unwind_registers registers{};
    registers.pc = pc;
    registers.sp = 0x7000'0000'0000;
    registers.fp = 0x7000'0000'0100;
    registers.known = UNWIND_ALL_REGISTERS;
    std::fill(std::begin(registers.others), std::end(registers.others), 0x7000'0000'0200);
    for (int step = 0; step < 127; ++step) {
        const auto* row = candela::findUnwindRow(table, registers.pc);
        if (!row) return;
        const auto before = registers.sp;
        const auto result = unwind_step(&registers, &savedFrames, row, nullptr);
        if (result != UNWIND_STEPPED && result != UNWIND_STEPPED_SIGNAL) return;
        const bool isEmpty = row->ra_rule == UNWIND_RA_REGISTER && registers.sp == before;
        candela::require(result == UNWIND_STEPPED_SIGNAL || registers.sp > before || isEmpty,
                         "a walk moves on");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::span<const std::uint8_t> input(bytes, size);
    if (input.empty()) return 0;
    std::string file(reinterpret_cast<const char*>(bytes), size);
    if (input[0] != 0x7f) {
        candela::MadeElf elf;
        elf.add(input[0] % 2 == 0 ? ".eh_frame" : ".debug_frame", input.subspan(1), 0x1000);
        file = elf.finish();
    }
    const auto table = candela::buildUnwindTable(std::as_writable_bytes(std::span(file)), maximumRows);
    if (!table) return 0;
    const auto& rows = table->rows;
    candela::require(rows.size() <= 8 * file.size(), "rows are bounded by the file");
    candela::require(std::is_sorted(rows.begin(), rows.end(),
                                    [](const auto& left, const auto& right) { return left.pc < right.pc; }),
                     "rows are sorted");
    for (const auto& row : rows) {
        candela::require(row.cfa_rule < UNWIND_CFA_RULES, "a rule that the kernel's program knows");
    }
    for (std::size_t row = 0; row < rows.size(); row += 1 + rows.size() / 64)
        walk(*table, rows[row].pc);
    return 0;
}
