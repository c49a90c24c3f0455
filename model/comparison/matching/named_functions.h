/// Which names that a user wrote are names of a profile's functions.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/comparison/matching/hand_links.h"

#include <absl/container/flat_hash_set.h>

#include <string_view>

namespace candela {

using NameSet = absl::flat_hash_set<std::string_view>;

/// Those of the names that a group or a function has, as rows show it or as linkage name. One pass over the
/// functions.
NameSet knownNames(const NameSet& names, const FrameGroups& groups);

/// The links of which both sides know the name: the others have no effect on their comparison.
HandLinks linksWithin(const HandLinks& links, const FrameGroups& base, const FrameGroups& newSide);

} // namespace candela
