/// What a view of an annotated function lists: rows of source lines and rows of instructions, which of them
/// belong together, and what they call.
#pragma once

#include "model/code/annotated_sources.h"
#include "model/code/function_calls.h"
#include "model/code/jump_lanes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

struct SourceRow {
    enum class Kind : std::uint8_t {
        File, ///< the name of the file that the next rows are of
        Gap,  ///< lines that are left out
        Line, ///< number 0: of weight whose line is not known
    };
    Kind kind = Kind::Line;
    std::uint32_t file = 0; ///< row of the sources
    std::uint32_t line = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
};

struct CodeRow {
    enum class Kind : std::uint8_t {
        Function, ///< the name of the function that the next rows are of
        Instruction,
    };
    Kind kind = Kind::Instruction;
    std::uint32_t code = 0;        ///< row of AnnotatedFunction::code
    std::uint32_t instruction = 0; ///< row in it
};

/// For each row of one list some rows of another one.
class RowLinks {
public:
    void setRows(std::size_t rows) { m_ends.assign(rows, 0); }
    /// Rows come in ascending order; those without links may be left out.
    void add(std::size_t row, std::uint32_t linked);
    /// Once all are added.
    void finish();
    std::span<const std::uint32_t> of(std::size_t row) const;
    /// The same links, for each row of the other list; ascending.
    RowLinks inverse(std::size_t rows) const;

private:
    std::vector<std::uint32_t> m_ends; // in m_linked, of each row
    std::vector<std::uint32_t> m_linked;
};

struct AnnotationRows {
    std::vector<SourceRow> source;
    std::vector<CodeRow> code;
    std::vector<JumpCell> jumps;  ///< a row per row of `code`
    unsigned lanes = 0;           ///< of the jumps
    RowLinks linesOfInstructions; ///< innermost line first
    RowLinks instructionsOfLines;
    RowLinks callsOfLines; ///< rows of the calls, heaviest first
    RowLinks callsOfInstructions;
};

/// Files have the function's own lines, and of code that is inlined into it what is near to weights.
/// `calls` are those of functionCalls().
AnnotationRows annotationRows(const AnnotatedFunction& function, std::span<const AnnotatedSource> sources,
                              std::span<const FunctionCall> calls);

} // namespace candela
