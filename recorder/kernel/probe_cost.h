/// The cost of a kernel program so far, by the kernel's BPF statistics.
#pragma once

#include <cstdint>

namespace candela {

struct ProbeCost {
    std::uint64_t runTime = 0; ///< nanoseconds
    std::uint64_t runCount = 0;
};

} // namespace candela
