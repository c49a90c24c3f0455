/// Instructions of kept code: where they start, and what they call and jump to. The code of x86-64 is read
/// with a small decoder: Capstone makes the text of each instruction, too, and would take most of the time
/// that kept code costs. It reads code of other processors, and code with an instruction that the decoder
/// does not know.
#pragma once

#include "model/code/function_code.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace candela {

/// The same as disassembledStarts().
std::optional<std::vector<std::uint64_t>> decodedStarts(const FunctionCode& code);

/// The same as disassembledTargets(), and the targets of loop instructions.
std::vector<std::uint64_t> decodedTargets(const FunctionCode& code);

} // namespace candela
