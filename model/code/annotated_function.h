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

/// The line that has the self weight of code that was inlined into the function: the line of the inlined
/// code, which may be in another file, or the line of the call.
enum class InlinedCode : std::uint8_t { AtItsLine, AtTheCall };

struct LineWeight {
    std::string file;       ///< path of the file as in debug information
    std::uint32_t line = 0; ///< 0: the weight has no known line
    std::int64_t self = 0;
    std::int64_t total = 0;
};

struct InstructionWeight {
    Instruction instruction;
    std::int64_t self = 0;
    std::int64_t total = 0; ///< weight with that of called functions
};

/// The machine code of a function: of the annotated one, or of one that it was inlined into.
struct AnnotatedCode {
    std::shared_ptr<const FunctionCode> code;
    std::vector<InstructionWeight> instructions; ///< by address
    std::int64_t self = 0;                       ///< self weight of all instructions
};

/// Limits of how much machine code is read.
struct AnnotationLimits {
    std::size_t functions = 64; ///< number of functions with code: the annotated one, and the heaviest of
                                ///< those that it was inlined into
};

struct AnnotatedFunction {
    std::string name;
    std::string module;           ///< the last component of its path; may be empty
    std::string file;             ///< its source file; may be empty
    std::int64_t self = 0;        ///< weight without that of inlined code
    std::int64_t inlinedSelf = 0; ///< self weight of code that was inlined into it
    std::int64_t total = 0;
    std::vector<LineWeight> lines;    ///< by file and line
    std::vector<AnnotatedCode> code;  ///< most self weight first
    std::int64_t selfWithoutCode = 0; ///< self weight without a known instruction
    std::vector<std::string>
        problems;     ///< why code is missing: ends of sentences that begin with the function
    std::string hint; ///< what users can do about it
};

/// `function` has the groups from findFunction(). Without a finder there are no instructions, and lines only
/// if the profile has them. With `transformed`, the stacks are those after transforms: hidden frames count
/// for the line that called them. Fails when cancelled.
Result<AnnotatedFunction> annotate(const FrameGroups& groups, std::span<const FrameGroupIndex> function,
                                   const StackWeights& weights, InlinedCode inlined, CodeFinder* finder,
                                   Task& task, const AnnotationLimits& limits = {},
                                   const TransformedStacks* transformed = nullptr);

} // namespace candela
