/// Runs the instructions of one function's call frame information (DWARF 5, section 6.4.2) and reduces each
/// state to an unwind_row of bpf/unwind.h.
#pragma once

#include "bpf/unwind.h"
#include "model/unwind/call_frame.h"

#include <cstdint>
#include <vector>

namespace candela {

/// DWARF's numbers of the registers that matter.
struct UnwindMachine {
    std::uint64_t stackPointer = 7;
    std::uint64_t framePointer = 6;
    std::uint64_t returnAddress = 16;
};

/// A row whose place is still an ELF virtual address.
struct PlacedRow {
    std::uint64_t address = 0;
    unwind_row row{};
};

/// Appends the rows of the function, by address, without one for its end. Damaged instructions end the
/// function early with a row that says UNWIND_CFA_UNKNOWN.
void runCallFrameProgram(const FunctionEntry& function, const UnwindMachine& machine,
                         std::vector<PlacedRow>& rows);

} // namespace candela
