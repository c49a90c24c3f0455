/// A program that is stopped repeatedly, and the data for an unwinder each time: its registers, and its stack
/// memory.
#pragma once

#include "bpf/unwind.h"
#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct SeenStack {
    unwind_registers registers{};
    std::vector<std::byte> memory; ///< from the stack pointer on
};

/// A file's code that is mapped in a process.
struct SeenMapping {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t fileOffset = 0;
    std::string path;
};

struct SeenProgram {
    std::vector<SeenStack> stacks;
    std::vector<SeenMapping> mappings; ///< by start, at the end of the run
};

/// Stops the program every few milliseconds until there are that many stacks, then kills it. Fails if it
/// can't be started or ends before.
Result<SeenProgram> stopAgainAndAgain(const std::vector<std::string>& command, std::size_t stacks);

} // namespace candela
