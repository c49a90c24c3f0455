/// The machine code of a function in two builds, side by side: basic blocks and instructions that correspond,
/// and the calls and inlined functions that only one build has.
#pragma once

#include "model/code/annotated_function.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

enum class Alignment : std::uint8_t {
    Same,    ///< but for addresses: targets of jumps, distances of data from the instruction
    Changed, ///< the same operation with other operands
    Base,    ///< only in base
    New,     ///< only in new
};
std::string_view alignmentName(Alignment alignment); ///< "same", "changed", "base", "new"
std::string_view alignmentSign(Alignment alignment); ///< "", "~", "<", ">": between the sides in a table

struct AlignedRow {
    std::optional<std::uint32_t> base, newSide; ///< rows of the sides' instructions
    Alignment alignment = Alignment::Same;
    bool beginsBlock = false; ///< the row begins a basic block of one side at least
};

/// How one side uses another function: calls of it, and its instructions where it was inlined.
struct UseOfFunction {
    std::size_t calls = 0;
    std::size_t instructions = 0;
    std::int64_t self = 0; ///< self weight of those instructions
};
struct UsedFunction {
    std::string name; ///< without what compilers append to clones
    UseOfFunction base, newSide;
};

struct AlignedCode {
    std::vector<AlignedRow> rows;   ///< every instruction of both sides once, in order
    std::vector<UsedFunction> used; ///< by name
    bool areBlocksAligned = true;   ///< false: the code is too long; rows are those of base, then of new
};

/// The limit of instructions on each side, above which nothing is aligned: the time grows with the product.
inline constexpr std::size_t maximumAlignedInstructions = 6000;

/// Blocks are aligned in order, so that the sum of what they have in common is as large as possible, and then
/// the instructions of aligned blocks (alignedPairs()). Blocks that have less than a third of their
/// instructions in common are not aligned. A jump whose target is aligned with another block is a change.
/// Exchanging the sides exchanges the rows. Takes time in proportion to the product of the sides' lengths.
AlignedCode alignedCode(const AnnotatedCode& base, const AnnotatedCode& newSide);

} // namespace candela
