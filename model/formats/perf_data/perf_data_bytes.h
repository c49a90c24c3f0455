/// Checked reading of the numbers in a perf.data file, which have the byte order of the machine that wrote
/// them.
#pragma once

#include "model/base/byte_reader.h"

#include <algorithm>
#include <bit>
#include <concepts>

namespace candela {

/// Most fields of records are words.
inline constexpr std::size_t wordSize = sizeof(std::uint64_t);

enum class ByteOrder : std::uint8_t { Own, Swapped };

class PerfDataBytes : public ByteReader {
public:
    PerfDataBytes(std::span<const std::byte> bytes, ByteOrder order) : ByteReader(bytes), m_order(order) {}

    ByteOrder order() const { return m_order; }

    template<std::unsigned_integral T>
    T number() {
        const T value = read<T>();
        return m_order == ByteOrder::Own ? value : swapped(value);
    }
    std::uint32_t u32() { return number<std::uint32_t>(); }
    std::uint64_t u64() { return number<std::uint64_t>(); }

    /// The rest as a text, which ends at the first '\0' or with the bytes.
    std::string_view lastText() {
        const auto rest = text(remaining());
        return rest.substr(0, rest.find('\0'));
    }
    /// A 32-bit length, then that many bytes, which contain a text.
    std::string_view countedText() {
        const auto field = text(u32());
        return field.substr(0, field.find('\0'));
    }
    PerfDataBytes part(std::size_t count) { return {bytes(count), m_order}; }

private:
    template<typename T>
    static T swapped(T value) {
        if constexpr (sizeof(T) == 8)
            return __builtin_bswap64(value);
        else if constexpr (sizeof(T) == 4)
            return __builtin_bswap32(value);
        else if constexpr (sizeof(T) == 2)
            return __builtin_bswap16(value);
        else
            return value;
    }

    ByteOrder m_order;
};

} // namespace candela
