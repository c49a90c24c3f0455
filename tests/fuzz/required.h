/// What a fuzz target demands of what it read.
#pragma once

#include "model/profile/profile.h"

#include <cstdio>
#include <cstdlib>

namespace candela {

/// Ends the program with the broken invariant's sentence, so that the fuzzer takes it as a finding.
inline void requireInvariants(const Profile& profile) {
    const auto broken = check(profile);
    if (broken.empty()) return;
    std::fprintf(stderr, "the profile is not whole: %s\n", broken.c_str());
    std::abort();
}

} // namespace candela
