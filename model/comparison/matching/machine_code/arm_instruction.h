/// One instruction, as it is read from the bytes of a function.
#pragma once

#include "model/comparison/matching/machine_code/instructions.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

struct ReadInstruction {
    std::size_t size = 0; ///< 0: it is not known
    CodeInstruction instruction;
    bool isPadding = false;
};

/// The instruction of arm64 at the begin of the bytes, which are at the address.
ReadInstruction readArmInstruction(std::span<const std::byte> bytes, std::uint64_t address);

} // namespace candela
