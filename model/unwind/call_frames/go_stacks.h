/// Facts that are missing in the unwind information of Go programs: where stacks begin, where functions of
/// the runtime switch to the thread's own stack, and where signal handlers return to.
#pragma once

#include <gelf.h>

#include <cstdint>
#include <vector>

namespace candela {

/// ELF addresses of these functions, sorted.
struct GoStacks {
    std::vector<std::uint64_t> begins; ///< the runtime's own tracebacks also end there (topofstack())
    std::vector<std::uint64_t> signalReturns;
};

/// The functions of a file; empty if no Go compiler made it, or if it has no symbols.
GoStacks goStacksOf(Elf* elf);

} // namespace candela
