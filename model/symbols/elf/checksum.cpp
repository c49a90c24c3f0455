#include "model/symbols/elf/checksum.h"

#include <array>
#include <cstring>

namespace candela {

namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// tables[k][b]: the effect of a byte b on the remainder if k more bytes follow, so that eight bytes can be
/// processed at once.
constexpr Tables makeTables() {
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit)
            remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320u : 0u);
        tables[0][byte] = remainder;
    }
    for (std::size_t more = 1; more < tables.size(); ++more) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const auto before = tables[more - 1][byte];
            tables[more][byte] = (before >> 8) ^ tables[0][before & 0xff];
        }
    }
    return tables;
}

constexpr Tables tables = makeTables();

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes) {
    std::uint32_t remainder = ~0u;
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        word ^= remainder;
        remainder = 0;
        for (std::size_t byte = 0; byte < 8; ++byte)
            remainder ^= tables[7 - byte][(word >> (8 * byte)) & 0xff];
    }
    for (const auto byte : bytes)
        remainder = (remainder >> 8) ^ tables[0][(remainder ^ static_cast<std::uint32_t>(byte)) & 0xff];
    return ~remainder;
}

} // namespace candela
