#include "recorder/base/clock.h"

namespace candela {

std::int64_t clockTime(clockid_t clock) {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) return 0;
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

std::int64_t monotonicTime() {
    return clockTime(CLOCK_MONOTONIC);
}

std::int64_t timeSinceBoot() {
    return clockTime(CLOCK_BOOTTIME);
}

} // namespace candela
