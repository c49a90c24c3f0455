/// Sorts rows by weight, largest first; in linear time if there are many.
#pragma once

#include <cstdint>
#include <span>

namespace candela {

struct WeightedRow {
    std::int64_t weight = 0;
    std::uint32_t row = 0;
};

/// The rows must ascend before; those of equal weight ascend afterwards.
/// Many rows are sorted by radix (least significant byte first), with one pass for each byte in which the
/// weights differ.
void sortByWeight(std::span<WeightedRow> rows);

} // namespace candela
