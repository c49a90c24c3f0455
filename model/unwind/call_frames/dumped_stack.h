/// Unwinding over a copy of a stack's memory, as perf.data files hold it: the steps of bpf/unwind.h, compiled
/// for user space.
#pragma once

#include "bpf/unwind.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

struct DumpedStack {
    std::uint64_t start = 0; ///< address of the first byte
    std::span<const std::byte> bytes;
    bool wasReadBehind = false; ///< a step asked for memory behind the copy: the stack goes on there
};

/// To the caller by a row of an unwind table.
unwind_result stepByRow(unwind_registers& registers, const unwind_row& row, DumpedStack& stack);
/// To the caller where no row covers the code.
unwind_result stepWithoutRow(unwind_registers& registers, unwind_code code, DumpedStack& stack);

} // namespace candela
