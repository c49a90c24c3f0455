/// What the unwind information of Go programs leaves out: where stacks begin, as functions of the runtime
/// switch to the thread's own stack, and where signal handlers return to.
#pragma once

#include <gelf.h>

#include <cstdint>
#include <vector>

namespace candela {

/// ELF addresses of these functions, sorted.
struct GoStacks {
    std::vector<std::uint64_t> begins; ///< the runtime's own tracebacks end there, too (topofstack())
    std::vector<std::uint64_t> signalReturns;
};

/// Empty for what no Go compiler made, and for a file without symbols.
GoStacks goStacksOf(Elf* elf);

} // namespace candela
