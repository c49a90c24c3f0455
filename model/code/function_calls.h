/// The functions that a function calls, and the lines of the calls. They are taken from the profile's stacks,
/// so that calls through pointers and tables are known as well.
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

/// A line as in debug information.
struct CodeLine {
    std::string file;
    std::uint32_t line = 0;

    auto operator<=>(const CodeLine&) const = default;
};

struct FunctionCall {
    FrameGroupIndex callee;
    std::int64_t total = 0;                   ///< weight of the called function; recursion counts each time
    std::vector<CodeLine> lines;              ///< lines of the call, innermost first, with those of inlined
                                              ///< code
    std::shared_ptr<const FunctionCode> code; ///< the caller's code; null if it is not known
    std::uint64_t address = 0;                ///< in the code: address of the call instruction, or of a byte
                                              ///< in it
};

/// The calls with a weight, heaviest first. `function` is the result of annotate(); without a finder no call
/// has code. Fails when cancelled.
Result<std::vector<FunctionCall>> functionCalls(const FrameGroups& groups,
                                                std::span<const FrameGroupIndex> function,
                                                const CountedStacks& stacks, CodeFinder* finder, Task& task);

} // namespace candela
