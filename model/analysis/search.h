/// What the search box finds: groups by name, and how much of the weight they cover.
#pragma once

#include "model/analysis/filter.h"
#include "model/analysis/grouping.h"

namespace candela {

/// Rows of `groups` whose name matches: RE2 anywhere in the text, ignoring case unless the text has
/// capitals. Fails on a text that is no regular expression.
Result<std::vector<bool>> matchingGroups(const FrameGroups& groups, const std::string& text);

struct SearchCoverage {
    std::int64_t weight = 0; ///< of stacks with a matching frame; each stack counts once
    std::size_t groups = 0;  ///< how many matching groups are in stacks that have a weight
};

/// One pass over the distinct stacks.
SearchCoverage searchCoverage(const FrameGroups& groups, const StackWeights& weights,
                              const std::vector<bool>& matches);

} // namespace candela
