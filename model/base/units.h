/// Numbers for people: weights with their unit, shares,
/// times, sizes. The same wording in window and text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

inline constexpr std::int64_t nanosecondsPerMicrosecond = 1'000;
inline constexpr std::int64_t nanosecondsPerMillisecond = 1'000'000;

/// "1.24 s", "3.5 MB", "1,234 samples": a weight in its value type's
/// unit, scaled for readability. Scaled units: nanoseconds, microseconds,
/// milliseconds, seconds, bytes, kilobytes; others are printed unscaled.
std::string formatWeight(std::int64_t weight, std::string_view unit);
/// "12.3 %"; "–" if total is 0; "< 0.1 %" for a part that is not zero but would round to it.
std::string formatShare(double part, double total);
/// "1,234,567".
std::string formatCount(std::int64_t count);
/// "1 sample", "1,234 samples".
std::string formatSamples(std::uint64_t count);
/// "12.34 s", "3.4 ms": a length of time in nanoseconds.
std::string formatDuration(std::int64_t nanoseconds);
/// "12.3 MB" (powers of 1000).
std::string formatBytes(std::uint64_t bytes);

} // namespace candela
