/// Walks one protobuf message field by field, straight over its bytes: nothing is copied or allocated.
/// Wire format: protobuf.dev/programming-guides/encoding. Every read is checked against the end of the
/// message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace candela {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// takeVarint() for any length.
inline bool takeLongVarint(std::span<const std::byte>& bytes, std::uint64_t& value) {
    std::uint64_t result = 0;
    const auto size = bytes.size() < 10 ? bytes.size() : 10;
    for (std::size_t index = 0; index < size; ++index) {
        const auto byte = static_cast<std::uint64_t>(bytes[index]);
        result |= (byte & 0x7f) << (7 * index);
        if (byte < 0x80) {
            value = result;
            bytes = bytes.subspan(index + 1);
            return true;
        }
    }
    return false;
}

/// Removes one varint from the front of `bytes`; false, without a change, if it is cut off or longer than ten
/// bytes. Most tags and lengths are one byte, and a call would take longer than reading it.
[[gnu::always_inline]] inline bool takeVarint(std::span<const std::byte>& bytes, std::uint64_t& value) {
    if (bytes.empty() || static_cast<std::uint8_t>(bytes.front()) >= 0x80)
        return takeLongVarint(bytes, value);
    value = static_cast<std::uint8_t>(bytes.front());
    bytes = bytes.subspan(1);
    return true;
}

class WireReader {
public:
    explicit WireReader(std::span<const std::byte> message) : m_rest(message) {}

    /// Moves to the next field; false at the end of the message and at the first damage (then failed() is
    /// true).
    bool next() {
        if (m_rest.empty() || m_failed) return false;
        m_fieldBegin = m_rest.data();
        std::uint64_t tag = 0;
        if (!takeVarint(m_rest, tag) || tag >> 3 == 0 || tag >> 3 > 0x1fffffff) return fail();
        m_field = static_cast<std::uint32_t>(tag >> 3);
        m_type = static_cast<WireType>(tag & 7);
        m_number = 0;
        m_bytes = {};
        switch (m_type) {
        case WireType::Varint:
            return takeVarint(m_rest, m_number) || fail();
        case WireType::Fixed64:
            return takeFixed(8);
        case WireType::Fixed32:
            return takeFixed(4);
        case WireType::Bytes: {
            std::uint64_t length = 0;
            if (!takeVarint(m_rest, length) || length > m_rest.size()) return fail();
            m_bytes = m_rest.first(static_cast<std::size_t>(length));
            m_rest = m_rest.subspan(static_cast<std::size_t>(length));
            return true;
        }
        }
        return fail(); // groups, which no writer uses, are damage here
    }

    bool failed() const { return m_failed; }
    std::uint32_t field() const { return m_field; }
    WireType type() const { return m_type; }
    /// The value of a field that is a number; 0 for bytes.
    std::uint64_t number() const { return m_number; }
    std::int64_t signedNumber() const { return static_cast<std::int64_t>(m_number); }
    /// The bytes of a field that is a message, a text or packed numbers; empty for a number.
    std::span<const std::byte> bytes() const { return m_bytes; }
    std::string_view text() const { return {reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size()}; }
    /// The whole field with its tag. After damage: from the damaged field to the end.
    std::span<const std::byte> wholeField() const {
        return {m_fieldBegin, static_cast<std::size_t>(m_rest.data() - m_fieldBegin)};
    }

private:
    bool takeFixed(std::size_t size) {
        if (m_rest.size() < size) return fail();
        std::memcpy(&m_number, m_rest.data(), size);
        m_rest = m_rest.subspan(size);
        return true;
    }
    bool fail() {
        m_failed = true;
        m_rest = m_rest.last(0);
        return false;
    }

    std::span<const std::byte> m_rest;
    std::span<const std::byte> m_bytes;
    const std::byte* m_fieldBegin = nullptr;
    std::uint64_t m_number = 0;
    std::uint32_t m_field = 0;
    WireType m_type = WireType::Varint;
    bool m_failed = false;
};

/// Calls `visit(number)` for each of the varints that these bytes are. False if the last one is cut off or
/// longer than ten bytes.
template<typename Visit>
bool forEachVarint(std::span<const std::byte> packed, Visit visit) {
    const auto* position = packed.data();
    const auto* const end = position + packed.size();
    while (position != end) {
        auto byte = static_cast<std::uint64_t>(*position++);
        auto number = byte & 0x7f;
        for (int shift = 7; byte >= 0x80; shift += 7) {
            if (position == end || shift == 70) return false;
            byte = static_cast<std::uint64_t>(*position++);
            number |= (byte & 0x7f) << shift;
        }
        visit(number);
    }
    return true;
}

/// Calls `visit(number)` for each number of a repeated field, packed or not. False if the packed bytes are
/// damaged.
template<typename Visit>
bool forEachNumber(const WireReader& field, Visit visit) {
    if (field.type() == WireType::Bytes) return forEachVarint(field.bytes(), visit);
    visit(field.number());
    return true;
}

} // namespace candela
