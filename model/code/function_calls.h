/// What a function calls, and from where in it: by the profile's stacks, so that calls through pointers and
/// tables are known as well.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/base/result.h"
#include "model/code/code_finder.h"
#include "model/code/counted_stacks.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// A line as debug information has it.
struct CodeLine {
    std::string file;
    std::uint32_t line = 0;

    auto operator<=>(const CodeLine&) const = default;
};

struct FunctionCall {
    FrameGroupIndex callee;
    std::int64_t total = 0;                   ///< of what was called; recursion counts each time
    std::vector<CodeLine> lines;              ///< of the call, innermost first: those of inlined code, too
    std::shared_ptr<const FunctionCode> code; ///< null where it is not known
    std::uint64_t address = 0;                ///< in the code: of the call, or behind its start
};

/// The calls that have a weight, heaviest first. `function` is that of annotate(); without a finder no call
/// has code. Fails when cancelled.
Result<std::vector<FunctionCall>> functionCalls(const FrameGroups& groups,
                                                std::span<const FrameGroupIndex> function,
                                                const CountedStacks& stacks, CodeFinder* finder, Task& task);

} // namespace candela
