/// Which file, by build id, would provide missing names of code, and where to get it.
#pragma once

#include "model/analysis/completeness/completeness.h"

#include <string>
#include <vector>

namespace candela {

struct MissingNames {
    std::string module;      ///< the module's name in Completeness::unnamed
    std::int64_t weight = 0; ///< self weight without a function
    std::string buildId;     ///< hexadecimal; empty: none, or not known
    std::string file; ///< path of the debug file that would have the names, as in Debian and Fedora; may be
                      ///< empty
    std::string example; ///< placeholder name of a function of which only the start is known; may be empty
    std::string remedy;  ///< a short advice; empty if nothing helps
};

/// A row for each of `completeness.unnamed`, in its order.
std::vector<MissingNames> missingNames(const Profile& profile, const Completeness& completeness);

} // namespace candela
