/// How much code and source a profile keeps, for people.
#pragma once

#include "model/profile/profile.h"

#include <cstddef>

namespace candela {

struct KeptCounts {
    std::size_t functions = 0; ///< with machine code
    std::size_t codeBytes = 0;
    std::size_t files = 0; ///< with source lines
    std::size_t lines = 0;
    std::size_t sourceBytes = 0;
};

KeptCounts keptCounts(const Profile& profile);

} // namespace candela
