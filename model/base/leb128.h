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
    auto byte = reader.read<std::uint8_t>();
    if (byte < 0x40) return byte; // most numbers
    std::uint64_t value = byte & 0x7Fu;
    unsigned shift = 7;
    for (; byte & 0x80; shift += 7) {
        byte = reader.read<std::uint8_t>();
        if (shift < 64) value |= std::uint64_t{byte & 0x7Fu} << shift;
    }
    const bool isNegative = (byte & 0x40) != 0;
    if (isNegative && shift < 64) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
}

} // namespace candela
