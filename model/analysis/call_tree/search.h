/// The results of a search: groups by name, and how much of the weight they cover.
#pragma once

#include "model/analysis/call_tree/rooted_shape.h"

namespace candela {

/// Rows of `groups` whose name matches: RE2 anywhere in the text, ignoring case unless the text has capitals.
/// Fails on an invalid regular expression.
Result<std::vector<bool>> matchingGroups(const FrameGroups& groups, const std::string& text);

struct SearchCoverage {
    std::int64_t weight = 0; ///< weight of stacks with a matching frame; each stack counts once. With that of
                             ///< samples without a frame, if their group matches
    std::size_t groups = 0;  ///< matching groups that occur in stacks with a weight
};

/// One pass over the call nodes. A matching root covers its whole tree; null: there are no roots.
SearchCoverage searchCoverage(const CallTreeShape& shape, const StackWeights& weights,
                              const std::vector<bool>& matches, const RootedShape* rooted = nullptr);

} // namespace candela
