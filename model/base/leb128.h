/// Numbers of variable length, as in DWARF (DWARF 5, section 7.6).
#pragma once

#include "model/base/byte_reader.h"

namespace candela {

/// Bits beyond the 64th are dropped.
inline std::uint64_t readUnsignedLeb(ByteReader& reader) {
    const auto first = reader.read<std::uint8_t>();
    if (!(first & 0x80)) return first; // nearly all numbers
    std::uint64_t value = first & 0x7Fu;
    for (unsigned shift = 7;; shift += 7) {
        const auto byte = reader.read<std::uint8_t>();
        if (shift < 64) value |= std::uint64_t{byte & 0x7Fu} << shift;
        if (!(byte & 0x80)) return value;
    }
}

inline std::int64_t readSignedLeb(ByteReader& reader) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = reader.read<std::uint8_t>();
        if (shift < 64) value |= std::uint64_t{byte & 0x7Fu} << shift;
        if (byte & 0x80) continue;
        const bool isNegative = (byte & 0x40) != 0;
        if (isNegative && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
        return static_cast<std::int64_t>(value);
    }
}

} // namespace candela
