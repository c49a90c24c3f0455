/// OTLP profiles of the newest release as JSON, converted from the protobuf message. The table of names is
/// independent of the reader's, so that it reveals errors in that one.
#pragma once

#include "model/formats/encoding/wire_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// Choices that a JSON writer has.
struct OtlpJsonStyle {
    bool isSnakeCase = false;
    bool hasTextNumbers = true; ///< 64-bit numbers in quotes, as in ProtoJSON
    bool isDictionaryFirst = false;
    bool isBackwards = false;    ///< the last field first, in all messages
    std::string_view space = {}; ///< between all
};

class OtlpJsonText {
    // A kind: 'i' a 32-bit number, 'l' a 64-bit number, 'u' the same without a sign, 'f' the same of fixed
    // size, 's' a text, 'm' a message; upper case: an array of them.
    struct Field {
        std::string_view parent;
        std::uint32_t number;
        std::string_view name;
        char kind;
        std::string_view child;
    };

public:
    explicit OtlpJsonText(OtlpJsonStyle style) : m_style(style) {}

    std::string text(std::string_view message) const { return object("Data", message); }

private:
    static constexpr Field fields[]{
        {"Data", 1, "resourceProfiles", 'M', "Resources"},
        {"Data", 2, "dictionary", 'm', "Dictionary"},
        {"Resources", 1, "resource", 'm', "Resource"},
        {"Resources", 2, "scopeProfiles", 'M', "Scope"},
        {"Resource", 1, "attributes", 'M', "KeyValue"},
        {"Scope", 2, "profiles", 'M', "Profile"},
        {"Dictionary", 1, "mappingTable", 'M', "Mapping"},
        {"Dictionary", 2, "locationTable", 'M', "Location"},
        {"Dictionary", 3, "functionTable", 'M', "Function"},
        {"Dictionary", 5, "stringTable", 'S', ""},
        {"Dictionary", 6, "attributeTable", 'M', "KeyValueAndUnit"},
        {"Dictionary", 7, "stackTable", 'M', "Stack"},
        {"Profile", 1, "sampleType", 'm', "ValueType"},
        {"Profile", 2, "samples", 'M', "Sample"},
        {"Profile", 3, "timeUnixNano", 'f', ""},
        {"Profile", 4, "durationNano", 'u', ""},
        {"Profile", 5, "periodType", 'm', "ValueType"},
        {"Profile", 6, "period", 'l', ""},
        {"ValueType", 1, "typeStrindex", 'i', ""},
        {"ValueType", 2, "unitStrindex", 'i', ""},
        {"Sample", 1, "stackIndex", 'i', ""},
        {"Sample", 2, "attributeIndices", 'I', ""},
        {"Sample", 4, "values", 'L', ""},
        {"Sample", 5, "timestampsUnixNano", 'F', ""},
        {"Mapping", 1, "memoryStart", 'u', ""},
        {"Mapping", 2, "memoryLimit", 'u', ""},
        {"Mapping", 3, "fileOffset", 'u', ""},
        {"Mapping", 4, "filenameStrindex", 'i', ""},
        {"Mapping", 5, "attributeIndices", 'I', ""},
        {"Location", 1, "mappingIndex", 'i', ""},
        {"Location", 2, "address", 'u', ""},
        {"Location", 3, "lines", 'M', "Line"},
        {"Location", 4, "attributeIndices", 'I', ""},
        {"Line", 1, "functionIndex", 'i', ""},
        {"Line", 2, "line", 'l', ""},
        {"Function", 1, "nameStrindex", 'i', ""},
        {"Function", 2, "systemNameStrindex", 'i', ""},
        {"Function", 3, "filenameStrindex", 'i', ""},
        {"Function", 4, "startLine", 'l', ""},
        {"Stack", 1, "locationIndices", 'I', ""},
        {"KeyValue", 1, "key", 's', ""},
        {"KeyValue", 2, "value", 'm', "AnyValue"},
        {"KeyValueAndUnit", 1, "keyStrindex", 'i', ""},
        {"KeyValueAndUnit", 2, "value", 'm', "AnyValue"},
        {"KeyValueAndUnit", 3, "unitStrindex", 'i', ""},
        {"AnyValue", 1, "stringValue", 's', ""},
        {"AnyValue", 3, "intValue", 'l', ""},
    };

    static const Field& fieldOf(std::string_view parent, std::uint32_t number) {
        for (const auto& field : fields) {
            if (field.parent == parent && field.number == number) return field;
        }
        std::abort(); // the writer has a new field: add it to the table
    }

    std::string object(std::string_view parent, std::string_view message) const {
        std::vector<std::pair<const Field*, std::vector<std::string>>> values;
        WireReader reader(std::as_bytes(std::span(message)));
        while (reader.next()) {
            const auto& field = fieldOf(parent, reader.field());
            if (values.empty() || values.back().first != &field) values.push_back({&field, {}});
            append(field, reader, values.back().second);
        }
        if (m_style.isBackwards || (m_style.isDictionaryFirst && parent == "Data"))
            std::ranges::reverse(values);
        std::vector<std::string> members;
        for (const auto& [field, items] : values) {
            const bool isArray = field->kind < 'a';
            const auto joined = joinedItems(items);
            members.push_back(fmt::format("{}:{}{}", quoted(nameOf(*field)), m_style.space,
                                          isArray ? "[" + joined + "]" : joined));
        }
        return "{" + joinedItems(members) + "}";
    }

    void append(const Field& field, const WireReader& reader, std::vector<std::string>& items) const {
        const auto put = [&](std::uint64_t number) { items.push_back(numberText(field.kind, number)); };
        switch (field.kind) {
        case 'm':
        case 'M':
            items.push_back(object(field.child, reader.text()));
            break;
        case 's':
        case 'S':
            items.push_back(quoted(reader.text()));
            break;
        case 'F':
            for (auto bytes = reader.bytes(); bytes.size() >= 8; bytes = bytes.subspan(8)) {
                std::uint64_t number = 0;
                std::memcpy(&number, bytes.data(), 8);
                put(number);
            }
            break;
        default:
            forEachNumber(reader, put);
        }
    }

    std::string numberText(char kind, std::uint64_t number) const {
        const bool isSigned = kind == 'i' || kind == 'I' || kind == 'l' || kind == 'L';
        const auto text =
            isSigned ? std::to_string(static_cast<std::int64_t>(number)) : std::to_string(number);
        const bool isShort = kind == 'i' || kind == 'I';
        return m_style.hasTextNumbers && !isShort ? quoted(text) : text;
    }
    std::string nameOf(const Field& field) const {
        std::string name;
        for (const char letter : field.name) {
            const bool isUpper = letter >= 'A' && letter <= 'Z';
            if (isUpper && m_style.isSnakeCase) name += '_';
            name += isUpper && m_style.isSnakeCase ? static_cast<char>(letter | 0x20) : letter;
        }
        return name;
    }
    static std::string quoted(std::string_view text) {
        std::string quoted = "\"";
        for (const char letter : text) {
            if (static_cast<unsigned char>(letter) < 0x20)
                quoted += fmt::format("\\u{:04x}", letter);
            else
                quoted += letter == '"' || letter == '\\' ? std::string{'\\', letter} : std::string{letter};
        }
        return quoted + "\"";
    }
    std::string joinedItems(const std::vector<std::string>& items) const {
        return fmt::format("{}{}{}", m_style.space, fmt::join(items, fmt::format(",{}", m_style.space)),
                           m_style.space);
    }

    OtlpJsonStyle m_style;
};

/// A protobuf message of the newest release as one JSON object.
inline std::string otlpJsonText(std::string_view message, OtlpJsonStyle style = {}) {
    return OtlpJsonText(style).text(message);
}

} // namespace candela
