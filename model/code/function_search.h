/// Finds the function that a person means by a text.
#pragma once

#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/grouping/grouping.h"
#include "model/base/result.h"

#include <span>
#include <string>
#include <vector>

namespace candela {

struct FunctionMatch {
    /// Of one name and one module, heaviest first: several where it has code of several source files, as
    /// inlined code without further debug information has.
    std::vector<FrameGroupIndex> groups;
    /// Of the same name in other modules, heaviest first.
    std::vector<FrameGroupIndex> namesakes;
};

/// The function whose name is the text: as it is shown, as the linker knows it, or without parameters; with
/// "MODULE!" before it in that module alone. Of several modules, the one with the heaviest. If there is none,
/// the only one whose name contains the text or matches it as a regular expression. Fails with
/// ErrorCode::Usage where none or several do. Groups are functions; weights are those that groupWeights()
/// gives.
Result<FunctionMatch> findFunction(const FrameGroups& groups, std::span<const GroupWeight> weights,
                                   const std::string& text);

} // namespace candela
