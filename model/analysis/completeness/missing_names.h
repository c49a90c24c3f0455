/// Which file, by build id, would provide the missing names of code, and where to get it.
#pragma once

#include "model/analysis/completeness/completeness.h"

#include <string>
#include <vector>

namespace candela {

struct MissingNames {
    std::string module;      ///< as Completeness::unnamed calls it
    std::int64_t weight = 0; ///< self weight without a function
    std::string buildId;     ///< hexadecimal; empty: the module has none, or it is not known
    std::string file; ///< the debug file that would have them, where Debian and Fedora put it; may be empty
    std::string example; ///< what a function is called whose start alone is known; empty where none is
    std::string remedy;  ///< what to do, in a few words; empty where nothing helps
};

/// A row for each of `completeness.unnamed`, in its order.
std::vector<MissingNames> missingNames(const Profile& profile, const Completeness& completeness);

} // namespace candela
