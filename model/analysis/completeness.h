/// How complete a profile is: stacks that reached their start, cost without a name.
#pragma once

#include "model/profile/profile.h"

#include <string>
#include <utility>
#include <vector>

namespace candela {

struct Completeness {
    std::uint64_t userStacks = 0; ///< samples of the shown value that have, or should have, a user stack
    std::uint64_t complete = 0;   ///< of these: reached the thread's start
    std::vector<std::pair<std::string, std::uint64_t>>
        broken; ///< by reason, most first; "unknown" where nobody said
    std::vector<std::pair<std::string, std::int64_t>>
        unnamed;      ///< self weight without a function, by module, most first
    double total = 0; ///< weight of the shown value
};

/// Of the value type that is shown first. One pass over its samples.
Completeness completenessOf(const Profile& profile);

} // namespace candela
