/// Reads OTLP profiles of any released version, using its layout: the tables first, then the samples of each
/// profile. Table rows are parsed on demand; unused ones cost only a span. All messages of a file become one
/// profile, although each has its own tables.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/encoding/wire_reader.h"
#include "model/formats/otlp/otlp_layout.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <string_view>
#include <tuple>
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

class OtlpReader {
public:
    /// `size` is the size of all messages, which limits the size of the tables.
    OtlpReader(ProfileBuilder& builder, std::uint64_t size);

    /// To be called for every message before the first one is read: times are relative to the earliest start
    /// of all profiles.
    void findStart(const OtlpMessage& message);
    /// Fails only when cancelled.
    Result<void> read(const OtlpMessage& message, Task& task);

private:
    struct Owner; // a sample's thread and its other attributes

    Result<void> readResource(std::span<const std::byte> message, Task& task);
    Result<void> readProfile(std::span<const std::byte> message, OtlpTables& tables, Task& task);
    void findStartOf(std::span<const std::byte> profile, const OtlpLayout& layout);
    ValueTypeIndex valueType(std::span<const std::byte> message, OtlpTables& tables);
    void readOrigin(std::span<const std::byte> profile, OtlpTables& tables);
    void readSample(std::span<const std::byte> message, OtlpTables& tables);
    StackIndex stackOf(OtlpTables& tables);
    StackIndex stackOfRow(OtlpTables& tables);
    StackIndex stackOfRange(OtlpTables& tables);
    StackIndex grow(std::span<const std::uint64_t> locations, OtlpTables& tables);
    Owner ownerOf(OtlpTables& tables);
    ThreadIndex thread(std::int32_t pid, std::string_view process, std::int32_t tid, std::string_view name);
    void addSamples(const Sample& sample);

    ProfileBuilder& m_builder;
    std::uint64_t m_earliestStart = 0, m_firstTime = 0; // 0: no message states it
    std::int64_t m_start = 0; // the start of the profile's times: nanoseconds since 1970; 0: times are not of
                              // that kind
    std::uint64_t m_framesLeft = 0;

    // The current message, and its profile.
    std::span<const std::byte> m_message;
    const OtlpLayout* m_layout = nullptr;
    std::optional<OtlpTables> m_tables;
    std::vector<OtlpAttribute> m_resource;
    std::vector<ValueTypeIndex> m_values;

    // The current sample.
    std::uint64_t m_stackRow = 0, m_first = 0, m_count = 0;
    std::vector<std::uint64_t> m_locations, m_attributes, m_times;
    std::vector<FrameIndex> m_frames;     // of the stack that grows
    std::vector<std::uint64_t> m_indices; // locations of the profile's samples
    std::vector<std::int64_t> m_weights;
    std::vector<std::span<const std::byte>> m_labels;

    /// By the first of the profile's locations, and their number.
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, StackIndex> m_stacks;
    absl::flat_hash_map<std::pair<std::int32_t, StringIndex>, ProcessIndex> m_processes;
    absl::flat_hash_map<std::tuple<ProcessIndex, std::int32_t, StringIndex>, ThreadIndex> m_threads;
};

} // namespace candela
