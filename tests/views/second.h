/// The unit of time in tests of timelines.
#pragma once

#include <cstdint>

inline constexpr std::int64_t second = 1'000'000'000; ///< nanoseconds
