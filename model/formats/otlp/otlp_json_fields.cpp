#include "model/formats/otlp/otlp_json_fields.h"

#include <algorithm>

namespace candela {

namespace {

using Kind = OtlpJsonKind;

constexpr OtlpJsonField message(std::string_view name, std::uint32_t field, OtlpJsonMessage message) {
    return {name, field, Kind::Message, message};
}

} // namespace

bool isOtlpName(std::string_view key, std::string_view name) {
    std::size_t position = 0;
    for (const char letter : name) {
        const bool isUpper = letter >= 'A' && letter <= 'Z';
        if (isUpper && position + 1 < key.size() && key[position] == '_' &&
            key[position + 1] == (letter | 0x20)) {
            position += 2;
        } else if (position < key.size() && key[position] == letter) {
            ++position;
        } else {
            return false;
        }
    }
    return position == key.size();
}

OtlpJsonFields::OtlpJsonFields(const OtlpLayout& layout) {
    addEnvelope(layout);
    addProfile(layout);
    addRows(layout);
    addAttributes();
    for (auto& fields : m_fields)
        std::erase_if(fields, [](const OtlpJsonField& field) { return field.field == 0; });
}

const OtlpJsonField* OtlpJsonFields::find(OtlpJsonMessage message, std::string_view key) const {
    const auto& fields = m_fields[static_cast<std::size_t>(message)];
    const auto found =
        std::ranges::find_if(fields, [&](const OtlpJsonField& field) { return isOtlpName(key, field.name); });
    return found == fields.end() ? nullptr : &*found;
}

void OtlpJsonFields::addEnvelope(const OtlpLayout& layout) {
    using enum OtlpJsonMessage;
    using Tables = OtlpLayout::Tables;
    of(Data) = {message("resourceProfiles", otlp_field::ResourceProfiles, Resource)};
    of(Resource) = {message("resource", otlp_field::Resource, ResourceAttributes),
                    message("scopeProfiles", otlp_field::ScopeProfiles, Scope)};
    of(ResourceAttributes) = {message("attributes", otlp_field::ResourceAttributes, KeyValue)};
    const bool isContained = layout.functionName == 2;
    of(Scope) = {message("profiles", otlp_field::Profiles, isContained ? Container : Profile)};
    of(Container) = {message("profile", otlp_field::ContainedProfile, Profile)};
    if (layout.tables == Tables::InDictionary)
        of(Data).push_back(message("dictionary", otlp_field::Dictionary, Dictionary));
    addTables(of(layout.tables == Tables::InDictionary ? Dictionary
                 : layout.tables == Tables::InData     ? Data
                                                       : Profile),
              layout);
}

void OtlpJsonFields::addTables(Fields& fields, const OtlpLayout& layout) {
    using enum OtlpJsonMessage;
    const auto& table = layout.table;
    const auto attribute = layout.hasNullRows ? KeyValueAndUnit : KeyValue;
    fields.insert(fields.end(), {{"stringTable", table.string, Kind::Text},
                                 message("locationTable", table.location, Location),
                                 message("location", table.location, Location),
                                 message("functionTable", table.function, Function),
                                 message("function", table.function, Function),
                                 message("mappingTable", table.mapping, Mapping),
                                 message("mapping", table.mapping, Mapping),
                                 message("stackTable", table.stack, Stack),
                                 message("attributeTable", table.attribute, attribute),
                                 message("attributeUnits", table.attributeUnit, AttributeUnit)});
}

void OtlpJsonFields::addProfile(const OtlpLayout& layout) {
    using enum OtlpJsonMessage;
    const auto& profile = layout.profile;
    auto& fields = of(Profile);
    fields.insert(fields.end(), {message("sample", profile.sample, Sample),
                                 message("samples", profile.sample, Sample),
                                 message("sampleType", profile.sampleType, ValueType),
                                 {"timeUnixNano", profile.time},
                                 {"timeNanos", profile.time},
                                 {"durationNano", profile.duration},
                                 {"durationNanos", profile.duration},
                                 message("periodType", profile.periodType, ValueType),
                                 {"period", profile.period},
                                 {"commentStrindices", profile.comment},
                                 {"comment", profile.comment},
                                 {"locationIndices", layout.table.locationIndices}});
    of(ValueType) = {{"typeStrindex", 1}, {"type", 1}, {"unitStrindex", 2}, {"unit", 2}};
    const auto& sample = layout.sample;
    of(Sample) = {{"stackIndex", sample.stack},
                  {"locationsStartIndex", sample.start},
                  {"locationsLength", sample.length},
                  {"locationIndex", sample.locations},
                  {"values", sample.values},
                  {"value", sample.values},
                  {"attributeIndices", sample.attributes},
                  {"attributes", sample.attributes},
                  {"timestampsUnixNano", sample.timestamps, layout.hasNullRows ? Kind::Fixed : Kind::Number},
                  message("label", sample.labels, Label)};
    of(Label) = {{"key", 1}, {"str", 2}, {"num", 3}, {"numUnit", 4}};
}

void OtlpJsonFields::addRows(const OtlpLayout& layout) {
    using enum OtlpJsonMessage;
    const auto& mapping = layout.mapping;
    of(Mapping) = {{"memoryStart", mapping.start},
                   {"memoryLimit", mapping.limit},
                   {"fileOffset", mapping.offset},
                   {"filenameStrindex", mapping.file},
                   {"filename", mapping.file},
                   {"buildId", mapping.buildId},
                   {"attributeIndices", mapping.attributes},
                   {"attributes", mapping.attributes}};
    const auto& location = layout.location;
    of(Location) = {{"mappingIndex", location.mapping},        {"address", location.address},
                    message("lines", location.line, Line),     message("line", location.line, Line),
                    {"attributeIndices", location.attributes}, {"attributes", location.attributes}};
    of(Line) = {{"functionIndex", 1}, {"line", 2}};
    const auto name = layout.functionName;
    of(Function) = {{"nameStrindex", name},           {"name", name},
                    {"systemNameStrindex", name + 1}, {"systemName", name + 1},
                    {"filenameStrindex", name + 2},   {"filename", name + 2},
                    {"startLine", name + 3}};
    of(Stack) = {{"locationIndices", 1}};
}

void OtlpJsonFields::addAttributes() {
    using enum OtlpJsonMessage;
    of(KeyValue) = {{"key", 1, Kind::Text}, message("value", 2, AnyValue), {"keyStrindex", 3}};
    of(KeyValueAndUnit) = {{"keyStrindex", 1}, message("value", 2, AnyValue), {"unitStrindex", 3}};
    of(AttributeUnit) = {{"attributeKeyStrindex", 1}, {"attributeKey", 1}, {"unitStrindex", 2}, {"unit", 2}};
    of(AnyValue) = {{"stringValue", 1, Kind::Text},
                    {"boolValue", 2, Kind::Flag},
                    {"intValue", 3},
                    {"doubleValue", 4, Kind::Real},
                    {"stringValueStrindex", 8}};
}

} // namespace candela
