/// The unit in which tests of timelines write times.
#pragma once

#include <cstdint>

inline constexpr std::int64_t second = 1'000'000'000; ///< nanoseconds
