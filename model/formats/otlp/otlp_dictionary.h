/// The tables that OTLP profiles share, as they are written: rows are added on first use, row 0 of each means
/// none.
#pragma once

#include "model/formats/encoding/wire_writer.h"
#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <string>
#include <string_view>
#include <vector>

namespace candela {

class OtlpDictionary {
public:
    explicit OtlpDictionary(const Profile& profile);

    std::uint64_t string(std::string_view text);
    std::uint64_t attribute(std::string_view key, std::string_view text);
    std::uint64_t attribute(std::string_view key, std::int64_t number, std::string_view unit);
    std::uint64_t stack(StackIndex leaf);
    /// The message with all tables.
    std::string bytes() const;

private:
    /// A table's rows, with an index by their bytes.
    struct Table {
        WireWriter rows;
        absl::flat_hash_map<std::string, std::uint64_t> known;
        std::uint32_t field = 0;

        std::uint64_t row(const WireWriter& message);
    };
    /// A location of a stack, and the stack of its callers.
    struct StackPart {
        std::uint64_t location = 0;
        StackIndex caller;
    };

    std::uint64_t attributeRow(std::string_view key, const WireWriter& value, std::string_view unit);
    StackPart partAt(StackIndex leaf);
    std::uint64_t location(std::span<const FrameIndex> frames);
    std::uint64_t mapping(MappingIndex index);
    std::uint64_t function(FunctionIndex index);

    const Profile& m_profile;
    Table m_strings, m_attributes, m_mappings, m_locations, m_functions, m_stacks;
    std::vector<StackPart> m_parts;         // for each stack; location 0: not computed yet
    std::vector<std::uint64_t> m_stackRows; // for each stack; 0: not computed yet
    std::vector<FrameIndex> m_frames;       // frames of the current location, leaf first
};

} // namespace candela
