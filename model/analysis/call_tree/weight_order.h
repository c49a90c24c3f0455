/// Sorts rows by weight, the largest first and equal ones in the order in which they were given: in linear
/// time where there are many.
#pragma once

#include <cstdint>
#include <span>

namespace candela {

struct WeightedRow {
    std::int64_t weight = 0;
    std::uint32_t row = 0;
};

/// Many rows are sorted by radix (least significant byte first), which reads each of them once for each byte
/// in which the weights differ.
void sortByWeight(std::span<WeightedRow> rows);

} // namespace candela
