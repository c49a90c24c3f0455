/// One recording with disturbances, from its start to the verdict.
#pragma once

#include "tests/chaos/disturbance.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct RoundResult {
    std::string line;                  ///< a summary in one line
    std::vector<std::string> faults;   ///< violated requirements; empty if there are none
    std::vector<std::string> unusable; ///< disturbances that this machine does not have, with the reason
    std::int64_t stopTime = -1;        ///< milliseconds from the request to stop until the client has exited
};

/// Records this machine for that many seconds. All disturbances happen at times that are chosen by `seed`.
RoundResult runRound(const std::vector<const DisturbanceKind*>& kinds, std::uint64_t seed, double seconds,
                     const QString& folder);

} // namespace candela
