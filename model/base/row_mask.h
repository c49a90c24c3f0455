/// A 0 or 1 for each row of a table: faster than bits for random access.
#pragma once

#include <cstdint>
#include <vector>

namespace candela {

using RowMask = std::vector<std::uint8_t>;

} // namespace candela
