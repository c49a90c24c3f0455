#include "model/analysis/call_tree/weight_order.h"

#include <algorithm>
#include <array>
#include <vector>

namespace candela {

namespace {

/// The minimum number of rows for sorting by radix: for fewer, comparing is faster.
constexpr std::size_t minimumForRadix = 1000;

/// Ascending order of keys is descending order of weights.
std::uint64_t keyOf(const WeightedRow& row) {
    return ~(static_cast<std::uint64_t>(row.weight) ^ (std::uint64_t(1) << 63));
}

void sortByByte(std::span<const WeightedRow> from, std::span<WeightedRow> to, int shift) {
    const auto byteOf = [shift](const WeightedRow& row) { return keyOf(row) >> shift & 0xff; };
    std::array<std::size_t, 257> begin{};
    for (const auto& row : from)
        ++begin[byteOf(row) + 1];
    for (std::size_t byte = 1; byte < begin.size(); ++byte)
        begin[byte] += begin[byte - 1];
    for (const auto& row : from)
        to[begin[byteOf(row)]++] = row;
}

} // namespace

void sortByWeight(std::span<WeightedRow> rows) {
    if (rows.size() < minimumForRadix) {
        std::ranges::sort(rows, [](const WeightedRow& left, const WeightedRow& right) {
            return left.weight != right.weight ? left.weight > right.weight : left.row < right.row;
        });
        return;
    }
    std::uint64_t differing = 0;
    for (const auto& row : rows)
        differing |= keyOf(row) ^ keyOf(rows.front());
    std::vector<WeightedRow> other(rows.size());
    std::span<WeightedRow> from = rows;
    std::span<WeightedRow> to = other;
    for (int shift = 0; shift < 64; shift += 8) {
        if ((differing >> shift & 0xff) == 0) continue;
        sortByByte(from, to, shift);
        std::swap(from, to);
    }
    if (from.data() != rows.data()) std::ranges::copy(from, rows.begin());
}

} // namespace candela
