/// Sizes in tests, in bytes.
#pragma once

#include <cstdint>

namespace candela {

inline constexpr std::uint64_t megabyte = 1 << 20;

} // namespace candela
