/// The checksum in a debug link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

/// CRC-32 as in IEEE 802.3 (polynomial 0x04c11db7 reflected, start and end inverted).
std::uint32_t crc32(std::span<const std::byte> bytes);

} // namespace candela
