/// How complete a profile is: stacks that reached the thread's start, weight without a name.
#pragma once

#include "model/profile/profile.h"

#include <string>
#include <utility>
#include <vector>

namespace candela {

/// The user stacks that pass through one module.
struct ModuleStacks {
    std::string module;
    std::uint64_t stacks = 0; ///< samples whose stack has a frame in it; without a module: or no user frame
    std::uint64_t brokenCount = 0;
    std::vector<std::pair<std::string, std::uint64_t>>
        broken; ///< samples whose stack ended in it before the thread's start, by reason, most frequent first
    std::string remedy; ///< a short advice; empty if nothing helps
};

struct Completeness {
    std::uint64_t userStacks = 0; ///< samples of the shown value that have, or should have, a user stack
    std::uint64_t complete = 0;   ///< how many of these stacks reached the thread's start
    std::uint64_t unstated = 0;   ///< of how many the file does not state how they ended
    std::vector<std::pair<std::string, std::uint64_t>>
        broken;                              ///< by reason, most frequent first; "unknown" if not in the file
    std::vector<ModuleStacks> brokenModules; ///< modules in which a stack was broken, the most frequent first
    std::vector<std::pair<std::string, std::int64_t>>
        unnamed;                ///< self weight of code without a name, by module, largest first
    std::int64_t stackless = 0; ///< weight of samples without any frame
    double total = 0;           ///< weight of the shown value
};

/// Computed for the default value type. One pass over its samples.
Completeness completenessOf(const Profile& profile);

} // namespace candela
