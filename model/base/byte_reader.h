/// The one way to read input bytes: every read is checked against the rest; little-endian unless stated.
/// After the first read past the end the reader is `failed()` and every later read returns zero.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace candela {

class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    bool failed() const { return m_failed; }
    std::size_t offset() const { return m_offset; }
    std::size_t remaining() const { return m_bytes.size() - m_offset; }
    /// The bytes that were not read yet.
    std::span<const std::byte> peek() const { return m_bytes.subspan(m_offset); }
    bool atEnd() const { return remaining() == 0; }

    /// An integer or floating-point number in the machine's byte order (little-endian on all supported
    /// machines).
    template<typename T>
    requires std::is_arithmetic_v<T> T read() {
        T value{};
        if (!require(sizeof(T))) return value;
        std::memcpy(&value, m_bytes.data() + m_offset, sizeof(T));
        m_offset += sizeof(T);
        return value;
    }

    std::span<const std::byte> bytes(std::size_t count) {
        if (!require(count)) return {};
        auto result = m_bytes.subspan(m_offset, count);
        m_offset += count;
        return result;
    }

    std::string_view text(std::size_t count) {
        auto part = bytes(count);
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }

    /// The bytes up to a zero; the reader is then behind that. Without one, the read fails.
    std::string_view terminatedText() {
        const std::string_view rest{reinterpret_cast<const char*>(m_bytes.data()) + m_offset, remaining()};
        const auto size = m_failed ? std::string_view::npos : rest.find('\0');
        if (size == std::string_view::npos) {
            skip(remaining() + 1);
            return {};
        }
        m_offset += size + 1;
        return rest.substr(0, size);
    }

    void skip(std::size_t count) {
        if (require(count)) m_offset += count;
    }

    /// Moves to an absolute offset; past the end is a failed read.
    void seek(std::size_t offset) {
        if (offset > m_bytes.size()) {
            m_failed = true;
            offset = m_bytes.size();
        }
        m_offset = offset;
    }

    /// Whether `count` items of at least `size` bytes can still follow; check it before allocating for them.
    bool canHold(std::uint64_t count, std::size_t size) const {
        return size == 0 || count <= remaining() / size;
    }

private:
    bool require(std::size_t count) {
        if (m_failed || count > remaining()) {
            m_failed = true;
            m_offset = m_bytes.size();
            return false;
        }
        return true;
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_offset = 0;
    bool m_failed = false;
};

/// The bytes of a text, and the text of bytes, without a copy.
inline std::span<const std::byte> asBytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}
inline std::string_view asText(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace candela
