/// Sums of weights. Files may contain any 64-bit number, so sums wrap around as in hardware, which is
/// defined.
#pragma once

#include <cstdint>

namespace candela {

constexpr std::int64_t wrappingSum(std::int64_t left, std::int64_t right) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) + static_cast<std::uint64_t>(right));
}
constexpr std::int64_t wrappingDifference(std::int64_t left, std::int64_t right) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) - static_cast<std::uint64_t>(right));
}

/// The absolute value. The smallest number, which has no positive counterpart, is returned unchanged.
constexpr std::int64_t magnitudeOf(std::int64_t weight) {
    return weight < 0 ? wrappingDifference(0, weight) : weight;
}

} // namespace candela
