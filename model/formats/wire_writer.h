/// Writes one protobuf message into bytes. Fields with the value 0 are left out, as protobuf does.
#pragma once

#include "model/formats/wire_reader.h"

#include <string>

namespace candela {

class WireWriter {
public:
    const std::string& bytes() const { return m_bytes; }
    std::size_t size() const { return m_bytes.size(); }
    void clear() { m_bytes.clear(); }

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
    /// Fields that were written before, tags and all.
    void fields(std::string_view written) { m_bytes.append(written); }
    /// A number without its tag: an item of a packed field.
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
