/// Durations in tests, in nanoseconds.
#pragma once

#include <cstdint>

namespace candela {

inline constexpr std::int64_t second = 1'000'000'000;

} // namespace candela
