/// The rows of a view of an annotated function: source lines and instructions, the links between them, and
/// the functions that they call.
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
        File, ///< the name of the file of the next rows
        Gap,  ///< omitted lines
        Line, ///< number 0: weight whose line is not known
    };
    Kind kind = Kind::Line;
    std::uint32_t file = 0; ///< row of annotatedSources()
    std::uint32_t line = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
};

struct CodeRow {
    enum class Kind : std::uint8_t {
        Function, ///< the name of the function of the next rows
        Instruction,
    };
    Kind kind = Kind::Instruction;
    std::uint32_t code = 0;        ///< row of AnnotatedFunction::code
    std::uint32_t instruction = 0; ///< row of the instruction in that code
};

/// Links between two lists: for each row of one list, the linked rows of the other.
class RowLinks {
public:
    void setRows(std::size_t rows) { m_ends.assign(rows, 0); }
    /// Call it with rows in ascending order; rows without links may be omitted.
    void add(std::size_t row, std::uint32_t linked);
    /// To be called when all rows are added.
    void finish();
    std::span<const std::uint32_t> of(std::size_t row) const;
    /// The same links, for each row of the other list; ascending.
    RowLinks inverse(std::size_t rows) const;

private:
    std::vector<std::uint32_t> m_ends; // the end of each row's links in m_linked
    std::vector<std::uint32_t> m_linked;
};

struct AnnotationRows {
    std::vector<SourceRow> source;
    std::vector<CodeRow> code;
    std::vector<JumpCell> jumps;  ///< a row per row of `code`
    unsigned lanes = 0;           ///< number of lanes that the jumps use
    RowLinks linesOfInstructions; ///< innermost line first
    RowLinks instructionsOfLines;
    RowLinks callsOfLines; ///< rows of the calls, heaviest first
    RowLinks callsOfInstructions;
};

/// Files have the function's own lines and, of code that is inlined into it, the lines near weights. `calls`
/// are the result of functionCalls().
AnnotationRows annotationRows(const AnnotatedFunction& function, std::span<const AnnotatedSource> sources,
                              std::span<const FunctionCall> calls);

} // namespace candela
