/// One recording with disturbances, from its start to the verdict.
#pragma once

#include "tests/chaos/disturbance.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct RoundResult {
    std::string line;                  ///< what happened, in one line
    std::vector<std::string> faults;   ///< violated requirements; empty if there are none
    std::vector<std::string> unusable; ///< disturbances that this machine does not have, with the reason
    std::int64_t stopTime = -1;        ///< milliseconds from the wish to stop to the client's end
};

/// Records this machine for so many seconds while all of these happen at moments that `seed` decides.
RoundResult runRound(const std::vector<const DisturbanceKind*>& kinds, std::uint64_t seed, double seconds,
                     const QString& folder);

} // namespace candela
