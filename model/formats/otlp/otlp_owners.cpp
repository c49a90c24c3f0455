#include "model/formats/otlp/otlp_owners.h"

#include "model/formats/encoding/wire_reader.h"

#include <limits>
#include <optional>

namespace candela {

namespace {

std::optional<std::int32_t> smallNumber(const OtlpAttribute& attribute) {
    const bool fits = attribute.isNumber && attribute.number >= 0 &&
                      attribute.number <= std::numeric_limits<std::int32_t>::max();
    return fits ? std::optional(static_cast<std::int32_t>(attribute.number)) : std::nullopt;
}

} // namespace

OtlpOwners::Owner OtlpOwners::find(const Stated& stated, OtlpTables& tables) {
    if (!stated.labels.empty() || stated.attributes.size() > maximumAttributes) return read(stated, tables);
    if (const auto known = m_known.find(stated.attributes); known != m_known.end()) return known->second;
    const auto owner = read(stated, tables);
    if (m_known.size() < maximumKnown) m_known.emplace(stated.attributes, owner);
    return owner;
}

/// Attributes of the resource count where the sample does not override them.
OtlpOwners::Owner OtlpOwners::read(const Stated& stated, OtlpTables& tables) {
    Owner owner;
    std::vector<OtlpAttribute> attributes;
    for (const auto row : stated.attributes)
        attributes.push_back(tables.attribute(row));
    for (const auto label : stated.labels) {
        OtlpAttribute attribute;
        WireReader reader(label);
        while (reader.next()) {
            if (reader.field() == 1) attribute.key = tables.text(reader.number());
            if (reader.field() == 2) attribute.text = tables.text(reader.number());
            if (reader.field() == 3) attribute.number = reader.signedNumber();
            if (reader.field() == 4) attribute.unit = tables.text(reader.number());
        }
        attribute.isNumber = attribute.text.empty();
        attributes.push_back(attribute);
    }
    const auto own = attributes.size();
    attributes.insert(attributes.end(), stated.resource.begin(), stated.resource.end());
    std::optional<std::int32_t> pid;
    std::optional<std::int32_t> tid;
    std::string_view process;
    std::string_view name;
    std::vector<Label> labels;
    for (std::size_t row = 0; row < attributes.size(); ++row) {
        const auto& attribute = attributes[row];
        if (attribute.key == otlp_key::pid && smallNumber(attribute)) {
            if (!pid) pid = smallNumber(attribute);
        } else if (attribute.key == otlp_key::tid && smallNumber(attribute)) {
            if (!tid) tid = smallNumber(attribute);
        } else if (attribute.key == otlp_key::cpu && smallNumber(attribute)) {
            if (owner.cpu < 0) owner.cpu = *smallNumber(attribute);
        } else if (attribute.key == otlp_key::process && !attribute.isNumber) {
            if (process.empty()) process = attribute.text;
        } else if (attribute.key == otlp_key::thread && !attribute.isNumber) {
            if (name.empty()) name = attribute.text;
        } else if (attribute.key == otlp_key::host && row >= own) {
            continue; // an attribute of the whole file
        } else if (!attribute.key.empty()) {
            Label label{m_builder.string(attribute.key), {}, attribute.number, {}};
            if (!attribute.isNumber)
                label.text = m_builder.string(attribute.text);
            else if (!attribute.unit.empty())
                label.unit = m_builder.string(attribute.unit);
            labels.push_back(label);
        }
    }
    if (pid || tid || !process.empty() || !name.empty())
        owner.thread = thread(pid.value_or(0), process, tid.value_or(0), name);
    if (!labels.empty()) owner.labels = m_builder.internLabels(labels);
    return owner;
}

ThreadIndex OtlpOwners::thread(std::int32_t pid, std::string_view processName, std::int32_t tid,
                               std::string_view name) {
    const auto processText = processName.empty() ? StringIndex() : m_builder.string(processName);
    auto& process = m_processes.try_emplace({pid, processText}, ProcessIndex()).first->second;
    if (process.isNone())
        process = m_builder.addProcess({.pid = pid, .parent = {}, .name = processText, .labels = {}});
    const auto threadText = name.empty() ? StringIndex() : m_builder.string(name);
    auto& thread = m_threads.try_emplace({process, tid, threadText}, ThreadIndex()).first->second;
    if (thread.isNone())
        thread = m_builder.addThread({.process = process, .tid = tid, .name = threadText, .labels = {}});
    return thread;
}

} // namespace candela
