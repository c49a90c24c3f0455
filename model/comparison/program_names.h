/// Which program a side of a comparison is of, so that what a user chose for it holds for its next builds and
/// captures, and not for other programs.
#pragma once

#include "model/profile/profile.h"

#include <set>
#include <string>
#include <string_view>

namespace candela {

struct ProgramNames {
    /// The process with most weight of the default value; without processes, the first module. Empty: the
    /// profile names neither.
    std::string main;
    std::set<std::string, std::less<>> all; ///< of all processes, and the main one

    /// Whether the profile has that program; every profile has the one without a name.
    bool has(std::string_view name) const { return name.empty() || all.contains(name); }
};

/// Without versions: "python3.11" and "python3.12" are "python". One pass over the samples.
ProgramNames programNames(const Profile& profile);

} // namespace candela
