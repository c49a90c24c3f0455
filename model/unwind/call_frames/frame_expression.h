/// The few forms of DWARF expressions that compilers and linkers use in call frame information.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

struct UnwindMachine;

struct FrameExpression {
    enum class Kind {
        Unknown,
        RegisterPlus,     ///< reg + offset
        WordAt,           ///< the word at reg + offset, plus addend
        WordAtIndex,      ///< the word at reg + 8 * index + offset, plus addend
        ProcedureLinkage, ///< a PLT entry: sp + 8, and 8 more if pc % 16 >= offset
    };
    Kind kind = Kind::Unknown;
    std::uint64_t reg = 0;
    std::int64_t offset = 0;
    std::uint64_t index = 0; ///< a register
    std::uint64_t addend = 0;
};

FrameExpression frameExpression(std::span<const std::byte> bytes, const UnwindMachine& machine);

} // namespace candela
