/// How much code and source a profile keeps, for people.
#pragma once

#include "model/profile/profile.h"

#include <cstddef>

namespace candela {

/// Code may add this share to the bytes of a recording.
inline constexpr unsigned maximumKeptCodePercent = 10;

struct KeptCounts {
    std::size_t functions = 0; ///< with machine code
    std::size_t codeBytes = 0;
    std::size_t files = 0; ///< with source lines
    std::size_t lines = 0;
    std::size_t sourceBytes = 0;
};

KeptCounts keptCounts(const Profile& profile);

/// Weights of a value by whether the machine code at their stacks' innermost frame outside the kernel is
/// kept.
struct KeptSelf {
    std::int64_t kept = 0;
    std::int64_t all = 0; ///< of stacks with such a frame
};
/// O(samples + stacks + parts * log(parts)).
KeptSelf keptSelf(const Profile& profile, ValueTypeIndex value);

} // namespace candela
