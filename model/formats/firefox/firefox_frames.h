/// The frames and stacks for rows of a Firefox Profiler file. They are created when a sample first needs
/// them, because tables contain rows that no sample uses any more.
#pragma once

#include "model/formats/firefox/firefox_tables.h"
#include "model/formats/json/json_document.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// The libraries of a process, found by number or, in Gecko files, by an address.
class FirefoxLibraries {
public:
    FirefoxLibraries(const std::vector<FirefoxLibrary>& libraries, ProfileBuilder& builder);

    /// The mapping of a library's number; none for -1 and for numbers out of range.
    MappingIndex mapping(std::int32_t row);
    MappingIndex mappingAt(std::uint64_t address);

private:
    const std::vector<FirefoxLibrary>& m_libraries;
    ProfileBuilder& m_builder;
    std::vector<std::pair<std::uint64_t, std::int32_t>> m_byStart; // sorted
    absl::flat_hash_map<std::int32_t, MappingIndex> m_mappings;
};

class FirefoxFrames {
public:
    /// The tables of the file are used where the thread has no tables of its own.
    FirefoxFrames(const FirefoxTables& own, const FirefoxFile& file, FirefoxLibraries& libraries,
                  JsonDocument& document, ProfileBuilder& builder);

    /// The frame of a row; an empty frame if there is no such row.
    FrameIndex frame(std::int32_t row);
    std::int32_t category(std::int32_t row) const {
        return row < 0 ? -1 : valueAt(m_tables.frameCategory, static_cast<std::size_t>(row));
    }
    /// Whether something refers to missing rows.
    bool isIncomplete() const { return m_isIncomplete; }

private:
    std::string_view text(std::int32_t row);
    StringIndex string(std::int32_t row);
    Frame makeFrame(std::size_t row);
    Frame frameAtLocation(std::int32_t location);
    FunctionIndex function(std::int32_t row, MappingIndex mapping);
    FunctionIndex makeFunction(std::size_t row, MappingIndex mapping);
    MappingIndex mappingOf(std::size_t row, std::int32_t function);
    FrameKind kindOf(std::size_t row, std::int32_t function) const;

    const FirefoxTables& m_tables;
    const FirefoxTables& m_functions;
    const FirefoxTables& m_resources;
    const FirefoxTables& m_symbols;
    const FirefoxTables& m_sources;
    const FirefoxTables& m_strings;
    FirefoxLibraries& m_libraries;
    JsonDocument& m_document;
    ProfileBuilder& m_builder;
    std::vector<FrameIndex> m_frames;           // by row; set when it is needed
    std::vector<StringIndex> m_internedStrings; // by row of m_strings; many functions have the same file
    struct MadeFunction {
        bool isMade = false;
        MappingIndex mapping;
        FunctionIndex function; ///< none if the file has no name
    };
    std::vector<MadeFunction> m_functionsByRow; // for each function's row, with the first mapping that used
                                                // it; there is rarely another
    absl::flat_hash_map<std::pair<std::int32_t, MappingIndex>, FunctionIndex> m_otherFunctions;
    absl::flat_hash_map<std::int32_t, Frame> m_locations;
    std::int32_t m_kernelCategory = -1;
    bool m_isIncomplete = false;
};

class FirefoxStacks {
public:
    enum class Categories : std::uint8_t { Unused, Used };

    FirefoxStacks(const FirefoxTables& tables, FirefoxFrames& frames, ProfileBuilder& builder,
                  Categories categories)
        : m_tables(tables), m_frames(frames), m_builder(builder), m_stacks(tables.stackFrame.size()),
          m_categories(categories == Categories::Used ? tables.stackFrame.size() : 0, -1) {}

    /// The stack of a row; none for -1. An invalid caller ends the chain.
    StackIndex stack(std::int32_t row);
    /// The category of the innermost frame that has one, of a row for which stack() returned one; -1 if no
    /// frame has one, or if categories are unused.
    std::int32_t category(std::int32_t row) const {
        return m_categories.empty() ? -1 : m_categories[static_cast<std::size_t>(row)];
    }
    bool isIncomplete() const { return m_isIncomplete; }

private:
    std::int32_t categoryOf(std::size_t row, std::int32_t ofCaller) const;

    /// The stack of a row in the chain that is being walked.
    static constexpr StackIndex openStack{StackIndex::noneValue - std::size_t{1}};

    const FirefoxTables& m_tables;
    FirefoxFrames& m_frames;
    ProfileBuilder& m_builder;
    std::vector<StackIndex> m_stacks; // by row; set when it is needed
    std::vector<std::int32_t> m_chain;
    std::vector<std::int32_t> m_categories; // by row; set with its stack; empty if unused
    bool m_isIncomplete = false;
};

} // namespace candela
