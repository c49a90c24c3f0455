/// The jumps inside a function as lines beside its instructions. Each is in a lane, short ones near the
/// instructions, and lines of different targets do not overlap in a lane.
#pragma once

#include "model/code/annotated_function.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// The lines beside one instruction: bits of lanes, bit 0 for the lane nearest to the instruction.
struct JumpCell {
    std::uint8_t above = 0;   ///< a line in the upper half
    std::uint8_t below = 0;   ///< a line in the lower half
    std::uint8_t leaves = 0;  ///< a jump begins at this row
    std::uint8_t arrives = 0; ///< a jump ends at this row
    bool isLeftOut = false;   ///< a jump begins here for which no lane was free

    std::uint8_t lanes() const { return static_cast<std::uint8_t>(above | below | leaves | arrives); }
};

struct JumpLanes {
    static constexpr unsigned maximumLanes = 8;

    std::vector<JumpCell> cells; ///< a cell for each instruction
    unsigned lanes = 0;          ///< the number of lanes that are used
};

/// The row of the instruction at an address; the number of rows if there is none.
std::size_t instructionAt(std::span<const InstructionWeight> instructions, std::uint64_t address);

/// Jumps and branches to instructions of the same function; instructions are in ascending order.
JumpLanes jumpLanes(std::span<const InstructionWeight> instructions);

} // namespace candela
