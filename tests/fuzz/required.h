/// A requirement of a fuzz target.
#pragma once

#include "model/profile/profile.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace candela {

/// Aborts the program if the requirement is not met, so that the fuzzer records a finding.
inline void require(bool isMet, const std::string& demand) {
    if (isMet) return;
    std::fprintf(stderr, "not met: %s\n", demand.c_str());
    std::abort();
}

inline void requireInvariants(const Profile& profile) {
    const auto broken = check(profile);
    require(broken.empty(), broken);
}

} // namespace candela
