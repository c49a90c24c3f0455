/// A profile's strings, mappings, functions and frames with their numbers in a pprof file. They are written
/// on first use, so the file has only what samples need.
#pragma once

#include "model/formats/encoding/wire_writer.h"
#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace candela {

class PprofStrings {
public:
    explicit PprofStrings(const StringTable& strings);

    std::uint64_t number(StringIndex index);
    std::uint64_t number(std::string_view text);
    /// The same, but never 0 for an existing string: a label whose text has number 0 would be numeric.
    std::uint64_t presentNumber(StringIndex index);
    /// The string table's fields.
    std::string_view fields() const { return m_fields.bytes(); }

private:
    std::uint64_t add(std::string_view text);

    const StringTable& m_strings;
    WireWriter m_fields;
    std::vector<std::uint64_t> m_numbers; // by row; 0: not used yet
    absl::flat_hash_map<std::string, std::uint64_t> m_others;
    std::uint64_t m_count = 0;
    std::uint64_t m_presentEmpty = 0;
};

class PprofLocations {
public:
    /// A location, and the part of a stack that it covers: a function and the functions inlined into it.
    struct StackPart {
        std::uint64_t location = 0; ///< id
        StackIndex caller;          ///< the stack of the caller
    };

    PprofLocations(const Profile& profile, PprofStrings& strings);

    StackPart partAt(StackIndex leaf);
    /// The fields of mappings, locations and functions. Must be called last, because mappings state what
    /// their locations use.
    std::string fields();

private:
    struct MappingUse {
        bool hasFunctions = false;
        bool hasFileNames = false;
        bool hasLineNumbers = false;
        bool hasInlineFrames = false;
    };

    std::uint64_t location();
    void writeLocation(std::uint64_t id);
    std::uint64_t function(FunctionIndex index);
    void writeMapping(std::size_t row, WireWriter& out);

    const Profile& m_profile;
    PprofStrings& m_strings;
    WireWriter m_locations;
    WireWriter m_functions;
    std::vector<StackPart> m_parts;   // for each stack; location 0: not computed yet
    std::vector<FrameIndex> m_frames; // frames of the current location, leaf first
    absl::flat_hash_map<std::vector<FrameIndex>, std::uint64_t> m_locationIds;
    std::vector<std::uint64_t> m_functionIds; // by row; 0: not used yet
    // Functions in pprof have no module, so several functions of the profile can be one function there.
    absl::flat_hash_map<std::tuple<StringIndex, StringIndex, StringIndex, std::uint32_t>, std::uint64_t>
        m_functionKeys;
    std::vector<MappingUse> m_mappingUses;
};

} // namespace candela
