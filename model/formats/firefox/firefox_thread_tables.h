/// The code that one thread of a Firefox Profiler file uses, as tables of that file: only the stacks of its
/// samples, with their frames, functions, libraries and texts.
#pragma once

#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace candela {

class FirefoxThreadTables {
public:
    explicit FirefoxThreadTables(const Profile& profile) : m_profile(profile) {}

    /// The row of a stack; its callers get their rows before. For a sample without a stack, the row of a
    /// stack with one special frame.
    std::uint32_t stack(StackIndex stack);
    /// `"stackTable":{…},…,"stringArray":[…]`.
    void write(std::string& json) const;
    /// Whether an address was too large for the format's numbers.
    bool hasLeftOutAddresses() const { return m_hasLeftOutAddresses; }

    /// The numbers of FirefoxWriter's categories.
    enum Category : std::uint8_t { Other, User, Kernel, Script };

private:
    struct FrameRow {
        std::int64_t address;
        std::uint32_t function;
        std::uint32_t line;
        std::uint16_t inlineDepth;
        Category category;
    };
    struct FunctionRow {
        std::uint32_t name;
        std::int64_t file; ///< -1 for none
        std::uint32_t line;
        std::int64_t resource; ///< -1 for none
        bool isScript;
    };
    /// Functions with equal keys are the same: unnamed ones differ by their address.
    using FunctionKey = std::tuple<FunctionIndex, MappingIndex, std::uint64_t, bool>;

    std::uint32_t frame(FrameIndex index);
    std::uint32_t function(std::size_t frame, MappingIndex mapping, std::int64_t address);
    std::int64_t addressInLibrary(std::size_t frame, MappingIndex mapping);
    std::int64_t resource(MappingIndex mapping);
    std::uint32_t string(std::string_view text);

    const Profile& m_profile;
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_stacks; // key: caller (-1 for none) and frame
    std::vector<FrameRow> m_frames;
    std::vector<FunctionRow> m_functions;
    std::vector<std::uint32_t> m_resources; // library numbers
    std::vector<std::string> m_strings;
    absl::flat_hash_map<StackIndex, std::uint32_t> m_stackRows;
    absl::flat_hash_map<FrameIndex, std::uint32_t> m_frameRows;
    absl::flat_hash_map<FunctionKey, std::uint32_t> m_functionRows;
    absl::flat_hash_map<MappingIndex, std::uint32_t> m_resourceRows;
    absl::flat_hash_map<std::string, std::uint32_t> m_stringRows;
    std::vector<StackIndex> m_chain;
    bool m_hasLeftOutAddresses = false;
};

} // namespace candela
