#include "model/formats/otlp/otlp_dictionary.h"

#include "model/formats/otlp/otlp_layout.h"
#include "model/formats/output/inlined_frames.h"

namespace candela {

namespace {

std::string_view frameType(FrameKind kind) {
    if (kind == FrameKind::Kernel) return "kernel";
    return kind == FrameKind::Interpreted ? "interpreted" : "native";
}

} // namespace

std::uint64_t OtlpDictionary::Table::row(const WireWriter& message) {
    const auto [found, isNew] = known.try_emplace(message.bytes(), known.size());
    if (isNew) rows.message(field, message);
    return found->second;
}

OtlpDictionary::OtlpDictionary(const Profile& profile)
    : m_profile(profile), m_parts(profile.stacks.size()), m_stackRows(profile.stacks.size()) {
    const auto& fields = newestOtlpLayout().table;
    m_strings.field = fields.string;
    m_attributes.field = fields.attribute;
    m_mappings.field = fields.mapping;
    m_locations.field = fields.location;
    m_functions.field = fields.function;
    m_stacks.field = fields.stack;
    string({});
    for (auto* table : {&m_attributes, &m_mappings, &m_locations, &m_functions, &m_stacks})
        table->row({});
}

std::uint64_t OtlpDictionary::string(std::string_view text) {
    const auto [found, isNew] = m_strings.known.try_emplace(std::string(text), m_strings.known.size());
    if (isNew) m_strings.rows.bytes(m_strings.field, text);
    return found->second;
}

std::uint64_t OtlpDictionary::attributeRow(std::string_view key, const WireWriter& value,
                                           std::string_view unit) {
    WireWriter row;
    row.number(1, string(key));
    row.message(2, value);
    row.number(3, string(unit));
    return m_attributes.row(row);
}

std::uint64_t OtlpDictionary::attribute(std::string_view key, std::string_view text) {
    WireWriter value;
    value.bytes(1, text);
    return attributeRow(key, value, {});
}

std::uint64_t OtlpDictionary::attribute(std::string_view key, std::int64_t number, std::string_view unit) {
    WireWriter value;
    value.varint(3u << 3); // zeros are written, too, or the value would not be a number
    value.varint(static_cast<std::uint64_t>(number));
    return attributeRow(key, value, unit);
}

std::uint64_t OtlpDictionary::mapping(MappingIndex index) {
    if (index.isNone()) return 0;
    const auto& mapping = m_profile.mappings[index.row()];
    const auto& fields = newestOtlpLayout().mapping;
    WireWriter row;
    row.number(fields.start, mapping.start);
    row.number(fields.limit, mapping.end);
    row.number(fields.offset, mapping.fileOffset);
    row.number(fields.file, string(m_profile.text(mapping.path)));
    if (!m_profile.text(mapping.buildId).empty()) {
        WireWriter attributes;
        attributes.varint(attribute(otlp_key::buildId, m_profile.text(mapping.buildId)));
        row.message(fields.attributes, attributes);
    }
    return m_mappings.row(row);
}

std::uint64_t OtlpDictionary::function(FunctionIndex index) {
    if (index.isNone()) return 0;
    const auto& function = m_profile.functions[index.row()];
    const auto first = newestOtlpLayout().functionName;
    WireWriter row;
    row.number(first, string(m_profile.text(function.name)));
    row.number(first + 1, string(m_profile.text(function.rawName)));
    row.number(first + 2, string(m_profile.text(function.file)));
    row.number(first + 3, function.startLine);
    return m_functions.row(row);
}

OtlpDictionary::StackPart OtlpDictionary::partAt(StackIndex leaf) {
    auto& part = m_parts[leaf.row()];
    if (part.location != 0) return part;
    const auto caller = takeLocation(m_profile, leaf, m_frames);
    part = {location(m_frames), caller};
    return part;
}

std::uint64_t OtlpDictionary::location(std::span<const FrameIndex> frames) {
    const auto& fields = newestOtlpLayout().location;
    const auto outermost = frames.back().row();
    WireWriter row;
    row.number(fields.mapping, mapping(m_profile.frames.mapping[outermost]));
    row.number(fields.address, m_profile.frames.address[outermost]);
    for (const auto frame : frames) {
        const auto name = m_profile.frames.function[frame.row()];
        if (!name) continue;
        WireWriter line;
        line.number(1, function(name));
        line.number(2, m_profile.frames.line[frame.row()]);
        row.message(fields.line, line);
    }
    WireWriter attributes;
    attributes.varint(attribute(otlp_key::frameType, frameType(m_profile.frames.kind[outermost])));
    row.message(fields.attributes, attributes);
    return m_locations.row(row);
}

std::uint64_t OtlpDictionary::stack(StackIndex leaf) {
    if (leaf.isNone()) return 0;
    auto& known = m_stackRows[leaf.row()];
    if (known != 0) return known;
    WireWriter locations;
    for (auto stack = leaf; stack;) {
        const auto part = partAt(stack);
        locations.varint(part.location);
        stack = part.caller;
    }
    WireWriter row;
    row.message(1, locations);
    known = m_stacks.row(row);
    return known;
}

std::string OtlpDictionary::bytes() const {
    std::string bytes;
    for (const auto* table : {&m_mappings, &m_locations, &m_functions, &m_strings, &m_attributes, &m_stacks})
        bytes += table->rows.bytes();
    return bytes;
}

} // namespace candela
