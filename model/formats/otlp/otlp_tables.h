/// The tables of OTLP profiles: rows are parsed on demand, unused ones cost only a span.
#pragma once

#include "model/formats/otlp/otlp_layout.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace candela {

/// A key and a value: a text, or a number with a unit.
struct OtlpAttribute {
    std::string_view key;
    std::string_view text;
    std::string_view unit;
    std::int64_t number = 0;
    bool isNumber = false;
};

/// Rows of the tables, still packed, and the objects made from them.
class OtlpTables {
public:
    OtlpTables(const OtlpLayout& layout, ProfileBuilder& builder) : m_layout(layout), m_builder(builder) {}

    /// Adds the rows of the message that contains the tables.
    void read(std::span<const std::byte> message);

    std::string_view text(std::uint64_t row) const;
    StringIndex string(std::uint64_t row);
    OtlpAttribute attribute(std::uint64_t row);
    /// A key and its value from the message itself (resources, and all attributes in old versions).
    OtlpAttribute keyValue(std::span<const std::byte> message) const;
    /// The frames of a location, outermost first; empty for the row that means none.
    std::span<const FrameIndex> frames(std::uint64_t location);
    struct StackRow {
        std::span<const std::byte> locations; ///< packed
        StackIndex stack = {};                ///< set by the reader, with isRead
        bool isRead = false;
    };
    /// Null if there is no such row.
    StackRow* stack(std::uint64_t row);
    bool isDamaged() const { return m_isDamaged; }
    void addDamage() { m_isDamaged = true; }

private:
    using Rows = std::vector<std::span<const std::byte>>;
    struct Location {
        bool isRead = false;
        std::vector<FrameIndex> frames;
    };

    void readLocation(std::span<const std::byte> message, Location& location);
    MappingIndex mapping(std::uint64_t row);
    FunctionIndex function(std::uint64_t row, MappingIndex mapping);
    Function functionRow(std::uint64_t row);
    void readValue(std::span<const std::byte> message, OtlpAttribute& attribute) const;

    const OtlpLayout& m_layout;
    ProfileBuilder& m_builder;
    Rows m_mappingRows, m_locationRows, m_functionRows, m_attributeRows;
    std::vector<StackRow> m_stackRows;
    std::vector<std::string_view> m_texts;
    absl::flat_hash_map<std::string_view, std::string_view> m_units; // units by key, in old versions
    std::vector<StringIndex> m_strings;
    std::vector<std::optional<MappingIndex>> m_mappings;
    std::vector<std::optional<Function>> m_functions;
    std::vector<Location> m_locations;
    bool m_isDamaged = false;
};

} // namespace candela
