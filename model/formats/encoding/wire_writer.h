/// Writes one protobuf message into bytes. Fields with the value 0 are left out, as protobuf does.
#pragma once

#include "model/formats/encoding/wire_reader.h"

#include <string>
#include <utility>

namespace candela {

class WireWriter {
public:
    const std::string& bytes() const { return m_bytes; }
    std::size_t size() const { return m_bytes.size(); }
    void clear() { m_bytes.clear(); }
    /// Moves the bytes out.
    std::string takeBytes() { return std::exchange(m_bytes, {}); }

    void number(std::uint32_t field, std::uint64_t value) {
        if (value == 0) return;
        tag(field, WireType::Varint);
        varint(value);
    }
    void bytes(std::uint32_t field, std::string_view value) {
        tag(field, WireType::Bytes);
        varint(value.size());
        m_bytes.append(value);
    }
    void message(std::uint32_t field, const WireWriter& message) { bytes(field, message.m_bytes); }
    /// Begins a nested message, whose fields are written next; pass the result to close().
    std::size_t open(std::uint32_t field) {
        tag(field, WireType::Bytes);
        return m_bytes.size();
    }
    void close(std::size_t begin) {
        WireWriter length;
        length.varint(m_bytes.size() - begin);
        m_bytes.insert(begin, length.m_bytes);
    }
    /// A 64-bit number; zeros are written, too.
    void fixed64(std::uint32_t field, std::uint64_t value) {
        tag(field, WireType::Fixed64);
        fixed64(value);
    }
    /// The same number without its tag.
    void fixed64(std::uint64_t value) {
        for (int shift = 0; shift < 64; shift += 8)
            m_bytes.push_back(static_cast<char>(value >> shift & 0xff));
    }
    /// Appends fields that were encoded before, including their tags.
    void fields(std::string_view written) { m_bytes.append(written); }
    /// Appends a number without its tag: an item of a packed field.
    void varint(std::uint64_t value) {
        while (value >= 0x80) {
            m_bytes.push_back(static_cast<char>(value | 0x80));
            value >>= 7;
        }
        m_bytes.push_back(static_cast<char>(value));
    }

private:
    void tag(std::uint32_t field, WireType type) {
        varint(std::uint64_t{field} << 3 | static_cast<std::uint8_t>(type));
    }

    std::string m_bytes;
};

} // namespace candela
