/// A 0 or 1 per row of some table: faster than bits where rows are looked up in any order.
#pragma once

#include <cstdint>
#include <vector>

namespace candela {

using RowMask = std::vector<std::uint8_t>;

} // namespace candela
