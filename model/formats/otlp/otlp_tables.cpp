#include "model/formats/otlp/otlp_tables.h"

#include "model/formats/encoding/wire_reader.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace candela {

namespace {

/// Fields of common.proto's KeyValue and AnyValue, and of KeyValueAndUnit.
enum ValueField : std::uint32_t { TextValue = 1, BoolValue = 2, IntValue = 3, DoubleValue = 4, TextRow = 8 };
constexpr std::uint32_t keyField = 1;
constexpr std::uint32_t valueField = 2;
constexpr std::uint32_t unitField = 3;   // of KeyValueAndUnit
constexpr std::uint32_t keyRowField = 3; // in KeyValue, since 1.10

FrameKind kindOf(std::string_view frameType) {
    if (frameType.empty() || frameType == "native") return FrameKind::User;
    return frameType == "kernel" ? FrameKind::Kernel : FrameKind::Interpreted;
}

} // namespace

void OtlpTables::read(std::span<const std::byte> message) {
    const auto& fields = m_layout.table;
    std::vector<std::span<const std::byte>> units;
    WireReader reader(message);
    while (reader.next()) {
        const auto field = reader.field();
        const auto bytes = reader.bytes();
        if (field == fields.mapping)
            m_mappingRows.push_back(bytes);
        else if (field == fields.location)
            m_locationRows.push_back(bytes);
        else if (field == fields.function)
            m_functionRows.push_back(bytes);
        else if (field == fields.attribute)
            m_attributeRows.push_back(bytes);
        else if (field == fields.string)
            m_texts.push_back(reader.text());
        else if (field == fields.stack)
            m_stackRows.push_back({.locations = bytes});
        else if (field == fields.attributeUnit)
            units.push_back(bytes);
    }
    m_isDamaged |= reader.failed();
    m_mappings.resize(m_mappingRows.size());
    m_functions.resize(m_functionRows.size());
    m_locations.resize(m_locationRows.size());
    m_strings.resize(m_texts.size());
    for (const auto unit : units) {
        std::uint64_t key = 0;
        std::uint64_t unitText = 0;
        WireReader row(unit);
        while (row.next()) {
            if (row.field() == 1) key = row.number();
            if (row.field() == 2) unitText = row.number();
        }
        m_units[text(key)] = text(unitText);
    }
}

std::string_view OtlpTables::text(std::uint64_t row) const {
    return row < m_texts.size() ? m_texts[row] : std::string_view();
}

/// The text of a row; none for the empty text.
StringIndex OtlpTables::string(std::uint64_t row) {
    if (row >= m_texts.size() || m_texts[row].empty()) return {};
    if (m_strings[row].isNone()) m_strings[row] = m_builder.string(m_texts[row]);
    return m_strings[row];
}

void OtlpTables::readValue(std::span<const std::byte> message, OtlpAttribute& attribute) const {
    WireReader value(message);
    while (value.next()) {
        if (value.field() == TextValue && value.type() == WireType::Bytes) attribute.text = value.text();
        if (value.field() == TextRow && value.type() == WireType::Varint)
            attribute.text = text(value.number());
        if (value.field() == BoolValue || value.field() == IntValue) {
            attribute.isNumber = true;
            attribute.number = value.signedNumber();
        }
        if (value.field() == DoubleValue && value.type() == WireType::Fixed64) {
            const auto number = std::bit_cast<double>(value.number());
            attribute.isNumber = number > -9.2e18 && number < 9.2e18;
            if (attribute.isNumber) attribute.number = static_cast<std::int64_t>(number);
        }
    }
}

OtlpAttribute OtlpTables::keyValue(std::span<const std::byte> message) const {
    OtlpAttribute attribute;
    WireReader reader(message);
    while (reader.next()) {
        // A key is a text or a row; the unused field may be present with its default.
        if (reader.field() == keyField && !reader.text().empty()) attribute.key = reader.text();
        if (reader.field() == keyRowField && reader.number() != 0) attribute.key = text(reader.number());
        if (reader.field() == valueField) readValue(reader.bytes(), attribute);
    }
    if (const auto unit = m_units.find(attribute.key); unit != m_units.end()) attribute.unit = unit->second;
    return attribute;
}

OtlpAttribute OtlpTables::attribute(std::uint64_t row) {
    if (row >= m_attributeRows.size()) return {};
    if (!m_layout.hasNullRows) return keyValue(m_attributeRows[row]);
    OtlpAttribute attribute;
    WireReader reader(m_attributeRows[row]);
    while (reader.next()) {
        if (reader.field() == keyField) attribute.key = text(reader.number());
        if (reader.field() == valueField) readValue(reader.bytes(), attribute);
        if (reader.field() == unitField) attribute.unit = text(reader.number());
    }
    return attribute;
}

MappingIndex OtlpTables::mapping(std::uint64_t row) {
    if (row >= m_mappingRows.size()) return {};
    auto& known = m_mappings[row];
    if (known) return *known;
    const auto& fields = m_layout.mapping;
    Mapping mapping{.path = {}, .buildId = {}};
    WireReader reader(m_mappingRows[row]);
    while (reader.next()) {
        const auto field = reader.field();
        if (field == fields.start) mapping.start = reader.number();
        if (field == fields.limit) mapping.end = reader.number();
        if (field == fields.offset) mapping.fileOffset = reader.number();
        if (field == fields.file) mapping.path = string(reader.number());
        if (fields.buildId != 0 && field == fields.buildId) mapping.buildId = string(reader.number());
        if (field != fields.attributes) continue;
        m_isDamaged |= !forEachNumber(reader, [&](std::uint64_t index) {
            const auto read = attribute(index);
            if (read.key == otlp_key::buildId && !read.text.empty())
                mapping.buildId = m_builder.string(read.text);
        });
    }
    m_isDamaged |= reader.failed();
    const bool isNothing = mapping.path.isNone() && mapping.buildId.isNone() && mapping.end == 0;
    known = isNothing ? MappingIndex() : m_builder.mapping(mapping);
    return *known;
}

/// The table does not state a function's module: in another module, the same row is another function.
FunctionIndex OtlpTables::function(std::uint64_t row, MappingIndex mapping) {
    if (row >= m_functionRows.size()) return {};
    auto function = functionRow(row);
    function.mapping = mapping;
    return function.name ? m_builder.function(function) : FunctionIndex();
}

Function OtlpTables::functionRow(std::uint64_t row) {
    auto& known = m_functions[row];
    if (known) return *known;
    const auto first = m_layout.functionName;
    Function function{.name = {}, .rawName = {}, .file = {}, .mapping = {}};
    WireReader reader(m_functionRows[row]);
    while (reader.next()) {
        if (reader.field() == first) function.name = string(reader.number());
        if (reader.field() == first + 1) function.rawName = string(reader.number());
        if (reader.field() == first + 2) function.file = string(reader.number());
        if (reader.field() == first + 3)
            function.startLine =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(reader.number(), 0xffffffff));
    }
    m_isDamaged |= reader.failed();
    if (function.name.isNone()) function.name = function.rawName;
    known = function;
    return function;
}

std::span<const FrameIndex> OtlpTables::frames(std::uint64_t row) {
    if (row >= m_locationRows.size()) {
        m_isDamaged = true;
        return {};
    }
    auto& location = m_locations[row];
    if (!location.isRead && !(row == 0 && m_layout.hasNullRows)) readLocation(m_locationRows[row], location);
    location.isRead = true;
    return location.frames;
}

void OtlpTables::readLocation(std::span<const std::byte> message, Location& location) {
    struct Line {
        std::uint64_t function = 0; // a row
        bool hasFunction = false;
        std::uint32_t line = 0;
    };
    const auto& fields = m_layout.location;
    Frame frame;
    std::vector<Line> lines;
    // Before 1.8 the first row was a mapping, too. In the oldest version, locations that state no mapping
    // have that one.
    if (m_layout.mapping.start != 1 && !m_mappingRows.empty()) frame.mapping = mapping(0);
    WireReader reader(message);
    while (reader.next()) {
        const auto field = reader.field();
        if (field == fields.mapping && !(m_layout.hasNullRows && reader.number() == 0))
            frame.mapping = mapping(reader.number());
        if (field == fields.address) frame.address = reader.number();
        if (field == fields.attributes) {
            m_isDamaged |= !forEachNumber(reader, [&](std::uint64_t index) {
                const auto read = attribute(index);
                if (read.key == otlp_key::frameType) frame.kind = kindOf(read.text);
            });
        }
        if (field != fields.line) continue;
        auto& line = lines.emplace_back();
        std::uint64_t functionRow = 0;
        WireReader part(reader.bytes());
        while (part.next()) {
            if (part.field() == 1) functionRow = part.number();
            if (part.field() == 2)
                line.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(part.number(), 0xffffffff));
        }
        line.function = functionRow;
        line.hasFunction = functionRow != 0 || !m_layout.hasNullRows;
    }
    m_isDamaged |= reader.failed();
    if (lines.empty()) lines.emplace_back();
    const auto kind = frame.kind;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        frame.function = line->hasFunction ? function(line->function, frame.mapping) : FunctionIndex();
        frame.line = line->line;
        frame.kind = frame.inlineDepth > 0 ? FrameKind::Inlined : kind;
        if (frame.function.isNone() && frame.mapping.isNone() && kind == FrameKind::User)
            frame.kind = FrameKind::Unknown;
        location.frames.push_back(m_builder.frame(frame));
        if (frame.inlineDepth < std::numeric_limits<std::uint16_t>::max()) ++frame.inlineDepth;
    }
}

OtlpTables::StackRow* OtlpTables::stack(std::uint64_t row) {
    return row < m_stackRows.size() ? &m_stackRows[row] : nullptr;
}

} // namespace candela
