/// Looks up the names that a profile lacks: what every command and the window do after they opened a file.
#pragma once

#include "model/symbols/symbolize_profile.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// Where names are looked for.
struct LookupPlaces {
    std::string root = "/";           ///< of this machine's files
    std::vector<std::string> folders; ///< that the user names; searched whole
};

/// Names of modules from this machine's files and debug files, then from the folders; a warning says which of
/// them are not known to be what was recorded. Fails where a folder can't be read, and when cancelled. A
/// profile that lacks no names comes back at once.
Result<Symbolized> lookUpNames(Profile profile, const LookupPlaces& places, Task& task);

/// All modules of a lookup together.
struct LookupSummary {
    std::size_t addresses = 0;                                ///< that had no name
    std::size_t named = 0;                                    ///< of these: have one now
    std::vector<std::pair<std::string, std::size_t>> sources; ///< where they came from; most first
};
LookupSummary summaryOf(const std::vector<ModuleLookup>& modules);

} // namespace candela
