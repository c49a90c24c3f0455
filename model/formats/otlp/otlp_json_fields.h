/// The names of the fields of OTLP profiles in JSON, of one layout.
#pragma once

#include "model/formats/otlp/otlp_layout.h"

#include <array>
#include <string_view>
#include <vector>

namespace candela {

enum class OtlpJsonMessage : std::uint8_t {
    Data,
    Resource,
    ResourceAttributes,
    Scope,
    Container,
    Profile,
    Dictionary,
    ValueType,
    Sample,
    Label,
    Mapping,
    Location,
    Line,
    Function,
    Stack,
    KeyValue,
    KeyValueAndUnit,
    AttributeUnit,
    AnyValue,
    Count,
};

enum class OtlpJsonKind : std::uint8_t {
    Number, ///< a varint, or an array of them
    Fixed,  ///< a 64-bit number, or an array of them
    Real,
    Flag,
    Text,    ///< a text, or an array of them
    Message, ///< a message, or an array of them
};

struct OtlpJsonField {
    std::string_view name; ///< lowerCamelCase
    std::uint32_t field = 0;
    OtlpJsonKind kind = OtlpJsonKind::Number;
    OtlpJsonMessage message = OtlpJsonMessage::Data; ///< which message, if the kind is Message
};

/// Whether a key is that name: in lowerCamelCase, or the same in snake_case.
bool isOtlpName(std::string_view key, std::string_view name);

class OtlpJsonFields {
public:
    explicit OtlpJsonFields(const OtlpLayout& layout);

    /// The field of a key; null for names that this layout does not have, and for unused fields.
    const OtlpJsonField* find(OtlpJsonMessage message, std::string_view key) const;

private:
    using Fields = std::vector<OtlpJsonField>;

    Fields& of(OtlpJsonMessage message) { return m_fields[static_cast<std::size_t>(message)]; }
    void addEnvelope(const OtlpLayout& layout);
    void addTables(Fields& fields, const OtlpLayout& layout);
    void addProfile(const OtlpLayout& layout);
    void addRows(const OtlpLayout& layout);
    void addAttributes();

    std::array<Fields, static_cast<std::size_t>(OtlpJsonMessage::Count)> m_fields;
};

} // namespace candela
