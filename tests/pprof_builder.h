/// pprof files that tests make field by field, so that any part can be invalid.
#pragma once

#include "model/formats/encoding/wire_writer.h"
#include "model/formats/format.h"
#include "model/formats/pprof/pprof_file.h"

#include <QtGlobal>

#include <algorithm>
#include <string>
#include <vector>

namespace candela {

/// A growing pprof file: texts are numbered at their first use, ids are rows + 1.
class PprofBuilder {
public:
    std::uint64_t text(const std::string& text) {
        const auto found = std::find(m_texts.begin(), m_texts.end(), text);
        if (found != m_texts.end()) return std::uint64_t(found - m_texts.begin());
        m_texts.push_back(text);
        return m_texts.size() - 1;
    }
    void valueType(const std::string& type, const std::string& unit,
                   std::uint32_t field = pprof_field::SampleType) {
        WireWriter message;
        message.number(pprof_field::Type, text(type));
        message.number(pprof_field::Unit, text(unit));
        m_out.message(field, message);
    }
    std::uint64_t function(const std::string& name, const std::string& systemName = {},
                           const std::string& file = {}) {
        WireWriter message;
        message.number(pprof_field::FunctionId, ++m_functions);
        message.number(pprof_field::Name, text(name));
        message.number(pprof_field::SystemName, text(systemName));
        message.number(pprof_field::FunctionFile, text(file));
        m_out.message(pprof_field::Function, message);
        return m_functions;
    }
    /// A function as old profilers of .NET wrote it.
    void functionWithoutId(const std::string& name) {
        WireWriter message;
        message.number(pprof_field::Name, text(name));
        m_out.message(pprof_field::Function, message);
    }
    std::uint64_t mapping(const std::string& path) {
        WireWriter message;
        message.number(pprof_field::MappingId, ++m_mappings);
        message.number(pprof_field::MemoryStart, 0x1000);
        message.number(pprof_field::MemoryLimit, 0x9000);
        message.number(pprof_field::FileName, text(path));
        m_out.message(pprof_field::Mapping, message);
        return m_mappings;
    }
    /// A location of these functions, the innermost first.
    std::uint64_t location(const std::vector<std::uint64_t>& functions, std::uint64_t mapping = 0,
                           std::uint64_t address = 0) {
        WireWriter message;
        message.number(pprof_field::LocationRowId, ++m_locations);
        message.number(pprof_field::LocationMapping, mapping);
        message.number(pprof_field::Address, address);
        for (const auto function : functions) {
            WireWriter line;
            line.number(pprof_field::LineFunction, function);
            line.number(pprof_field::LineNumber, 10 * function);
            message.message(pprof_field::Line, line);
        }
        m_out.message(pprof_field::Location, message);
        return m_locations;
    }
    /// The next location has this id, and further ones the following ids.
    void numberLocationsFrom(std::uint64_t id) { m_locations = id - 1; }
    std::uint64_t named(const std::string& name) { return location({function(name)}); }

    std::string label(const std::string& key, const std::string& value) {
        WireWriter message;
        message.number(pprof_field::Key, text(key));
        message.number(pprof_field::Text, text(value));
        return field(pprof_field::Label, message);
    }
    std::string label(const std::string& key, std::uint64_t number, const std::string& unit = {}) {
        WireWriter message;
        message.number(pprof_field::Key, text(key));
        message.number(pprof_field::Number, number);
        message.number(pprof_field::NumberUnit, text(unit));
        return field(pprof_field::Label, message);
    }
    /// A sample with these locations, from the leaf on.
    void sample(const std::vector<std::uint64_t>& locations, const std::vector<std::int64_t>& values,
                const std::string& labels = {}) {
        WireWriter message, packed;
        for (const auto location : locations)
            packed.varint(location);
        message.message(pprof_field::LocationId, packed);
        packed.clear();
        for (const auto value : values)
            packed.varint(std::uint64_t(value));
        message.message(pprof_field::Value, packed);
        message.fields(labels);
        m_out.message(pprof_field::Sample, message);
    }
    WireWriter& fields() { return m_out; }

    Profile read() {
        auto message = m_out;
        for (const auto& text : m_texts)
            message.bytes(pprof_field::StringTable, text);
        const auto bytes = std::as_bytes(std::span(message.bytes()));
        auto input = Input::fromBytes("-", {bytes.begin(), bytes.end()});
        Task task;
        auto profile = readProfile(input, task);
        if (!profile) qFatal("%s", profile.error().message.c_str());
        if (const auto broken = check(*profile); !broken.empty()) qFatal("%s", broken.c_str());
        return std::move(*profile);
    }

private:
    static std::string field(std::uint32_t number, const WireWriter& message) {
        WireWriter out;
        out.message(number, message);
        return out.bytes();
    }

    std::vector<std::string> m_texts{""};
    WireWriter m_out;
    std::uint64_t m_functions = 0, m_locations = 0, m_mappings = 0;
};

} // namespace candela
