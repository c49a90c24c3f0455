/// Finds the function that a user's text names.
#pragma once

#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/grouping/grouping.h"
#include "model/base/result.h"

#include <span>
#include <string>
#include <vector>

namespace candela {

struct FunctionMatch {
    /// Groups of one name and module, heaviest first. There are several if the function's code is from
    /// several source files, as with inlined code that has no further debug information.
    std::vector<FrameGroupIndex> groups;
    /// Groups with the same name in other modules, heaviest first.
    std::vector<FrameGroupIndex> namesakes;
};

/// The function with this name, which may be the shown name, the linker's name, or the name without
/// parameters. With the prefix "MODULE!", only functions of that module are searched. If functions of several
/// modules match, the result is from the module whose function is heaviest. If there is none, the only
/// function whose name contains the text or matches it as a regular expression. Fails with ErrorCode::Usage
/// if none or several match. Groups must be functions; weights are those of groupWeights().
Result<FunctionMatch> findFunction(const FrameGroups& groups, std::span<const GroupWeight> weights,
                                   const std::string& text);

} // namespace candela
