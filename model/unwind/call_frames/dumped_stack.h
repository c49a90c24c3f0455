/// Unwinding over a copy of stack memory, as in perf.data files: the steps of bpf/unwind.h, compiled for user
/// space.
#pragma once

#include "bpf/unwind.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

struct DumpedStack {
    std::uint64_t start = 0; ///< address of the first byte
    std::span<const std::byte> bytes;
    bool wasReadBehind = false; ///< a step needed memory after the copy, where the stack continues
    /// Makes steps faster, if it stays the same for a whole walk; needs no initial values. Null: none.
    unwind_saved_frames* savedFrames = nullptr;
};

/// Steps to the caller with a row of an unwind table.
unwind_result stepByRow(unwind_registers& registers, const unwind_row& row, DumpedStack& stack);
/// Steps to the caller if no row covers the code.
unwind_result stepWithoutRow(unwind_registers& registers, unwind_code code, DumpedStack& stack);

} // namespace candela
