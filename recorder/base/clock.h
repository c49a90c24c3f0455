/// The kernel's clocks, in nanoseconds.
#pragma once

#include <cstdint>
#include <ctime>

namespace candela {

/// 0 if there is no such clock (any more): those of processes end with them.
std::int64_t clockTime(clockid_t clock);
/// CLOCK_MONOTONIC.
std::int64_t monotonicTime();
/// CLOCK_BOOTTIME: includes the time that the machine was suspended.
std::int64_t timeSinceBoot();

} // namespace candela
