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

/// To the caller by a row of an unwind table; `other` is the register that the row asks for, in the innermost
/// frame.
unwind_result stepByRow(unwind_registers& registers, const unwind_row& row, std::uint64_t other,
                        DumpedStack& stack);
/// To the caller by the chain of frame pointers.
unwind_result stepByFramePointer(unwind_registers& registers, DumpedStack& stack);

} // namespace candela
