/// One function's weights by source line and by instruction. Computed from stacks and their weights, once for
/// each distinct stack; recursion counts once in totals.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"
#include "model/analysis/transforms/transformed_stacks.h"
#include "model/base/task.h"
#include "model/code/code_finder.h"
#include "model/code/disassembly.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// Which line has the self weight of code that was inlined into the function: the one that was inlined, which
/// may be in another file, or the one that it was called from.
enum class InlinedCode : std::uint8_t { AtItsLine, AtTheCall };

struct LineWeight {
    std::string file;       ///< as debug information has it
    std::uint32_t line = 0; ///< 0: of what has no known line
    std::int64_t self = 0;
    std::int64_t total = 0;
};

struct InstructionWeight {
    Instruction instruction;
    std::int64_t self = 0;
    std::int64_t total = 0; ///< with what it calls
};

/// The machine code of a function: of the annotated one, or of one that it was inlined into.
struct AnnotatedCode {
    std::shared_ptr<const FunctionCode> code;
    std::vector<InstructionWeight> instructions; ///< by address
    std::int64_t self = 0;                       ///< of all
};

/// How much machine code is looked at.
struct AnnotationLimits {
    std::size_t functions = 64; ///< with code, that one was inlined into; the heaviest
};

struct AnnotatedFunction {
    std::string name;
    std::string module;           ///< the last part of its path; may be empty
    std::string file;             ///< its source; may be empty
    std::int64_t self = 0;        ///< without inlined code
    std::int64_t inlinedSelf = 0; ///< of code that was inlined into it
    std::int64_t total = 0;
    std::vector<LineWeight> lines;    ///< by file and line
    std::vector<AnnotatedCode> code;  ///< most self weight first
    std::int64_t selfWithoutCode = 0; ///< where no instruction is known for it
    std::vector<std::string>
        problems;     ///< why code is missing, as ends of a sentence that begins with the function
    std::string hint; ///< what to do about it
};

/// `function` has the groups that findFunction() gives. Without a finder there are no instructions, and lines
/// only where the profile has them. With `transformed`, the stacks are what transforms made of them: what is
/// hidden counts for the line that called it. Fails when cancelled.
Result<AnnotatedFunction> annotate(const FrameGroups& groups, std::span<const FrameGroupIndex> function,
                                   const StackWeights& weights, InlinedCode inlined, CodeFinder* finder,
                                   Task& task, const AnnotationLimits& limits = {},
                                   const TransformedStacks* transformed = nullptr);

} // namespace candela
