/// Writes callgrind's format: functions with their own costs at lines (and addresses, if known), and the
/// inclusive cost of each call, with an event for each value type. Format: the Valgrind manual, "Callgrind
/// Format Specification".
#pragma once

#include "model/formats/callgrind/callgrind_calls.h"
#include "model/formats/output/output.h"

#include <absl/container/flat_hash_map.h>

#include <string>

namespace candela {

class CallgrindWriter {
public:
    CallgrindWriter(const Profile& profile, Output& output);

    /// Fails on profiles without value types, and when cancelled.
    Result<void> write(Task& task);

private:
    /// The numbered names of one kind.
    using Numbers = absl::flat_hash_map<StringIndex, std::size_t>;

    void writeHead();
    void writeSums(std::string_view key);
    void writeFunction(std::uint32_t row, std::span<const std::size_t> items);
    void writeItem(std::size_t item);
    void writeName(std::string_view key, StringIndex name, Numbers& numbers);
    void writeCosts(const CallgrindGraph::Position& position, std::span<const std::int64_t> costs);
    void addLosses();
    void flush();

    const Profile& m_profile;
    Output& m_output;
    std::vector<ValueTypeIndex> m_values; // the default value first
    CallgrindCalls m_calls;
    bool m_hasAddresses = false;
    Numbers m_modules, m_files, m_functions;
    StringIndex m_module, m_file; // those of the current function
    std::uint32_t m_line = 0;     // that of the previous line
    std::string m_text;
};

} // namespace candela
