/// Flat arrays of numbers from JsonValue::rawArray(): columns with millions of rows, read without checking
/// each value's kind.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace candela {

/// An integer times `factor`, limited to 64 bits.
std::int64_t scaledWhole(std::int64_t whole, std::int64_t factor);
/// The same for any finite number; the rounding error is kept in `carry` and added to the next number.
std::int64_t scaledReal(double real, std::int64_t factor, double& carry);

/// Reads row numbers; -1 for null and everything else that is not a number. Replaces the column.
void readRowNumbers(std::string_view rawArray, std::vector<std::int32_t>& column);

/// Reads numbers times `factor`, a power of ten, rounded; `otherwise` for anything but a number. Decimals are
/// exact. The rounding error is added to the next number, so that sums stay exact.
void readNumbers(std::string_view rawArray, std::int64_t factor, std::int64_t otherwise,
                 std::vector<std::int64_t>& column);

} // namespace candela
