/// Flat arrays of numbers as JsonValue::rawArray() gives them: columns with millions of rows, read without a
/// look at each value's kind.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace candela {

/// A whole number times `factor`, kept within 64 bits.
std::int64_t scaledWhole(std::int64_t whole, std::int64_t factor);
/// The same for any number that is finite; what rounding takes away is left in `carry` and added to the next.
std::int64_t scaledReal(double real, std::int64_t factor, double& carry);

/// Row numbers; -1 for null and everything else that is none. The column is replaced.
void readRowNumbers(std::string_view rawArray, std::vector<std::int32_t>& column);

/// Numbers times `factor`, a power of ten, rounded; `otherwise` for anything but a number. Decimals are exact.
/// What rounding takes away is added to the next number, so that sums stay right.
void readNumbers(std::string_view rawArray, std::int64_t factor, std::int64_t otherwise,
                 std::vector<std::int64_t>& column);

} // namespace candela
