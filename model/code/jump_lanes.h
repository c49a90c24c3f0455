/// The jumps inside of a function as lines beside its instructions, as people draw them: each in a lane, the
/// shortest nearest to the instructions, and none over another in its lane.
#pragma once

#include "model/code/annotated_function.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// What is drawn beside one instruction: bits of lanes, 1 for the one nearest to the instruction.
struct JumpCell {
    std::uint8_t above = 0;   ///< a line in the upper half
    std::uint8_t below = 0;   ///< a line in the lower half
    std::uint8_t leaves = 0;  ///< the jump begins here
    std::uint8_t arrives = 0; ///< it ends here
    bool isLeftOut = false;   ///< a jump begins here that found no free lane

    std::uint8_t lanes() const { return static_cast<std::uint8_t>(above | below | leaves | arrives); }
};

struct JumpLanes {
    static constexpr unsigned maximumLanes = 8;

    std::vector<JumpCell> cells; ///< a row per instruction
    unsigned lanes = 0;          ///< how many are used
};

/// The row of the instruction at an address; the number of rows where none is.
std::size_t instructionAt(std::span<const InstructionWeight> instructions, std::uint64_t address);

/// Jumps and branches to instructions of the same function; instructions are in ascending order.
JumpLanes jumpLanes(std::span<const InstructionWeight> instructions);

} // namespace candela
