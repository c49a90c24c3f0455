/// Functions that a just-in-time compiler recorded: the text of /tmp/perf-PID.map (lines "START SIZE NAME",
/// hexadecimal; linux: tools/perf/Documentation/jit-interface.txt).
#pragma once

#include "model/symbols/generated/code_ranges.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class PerfMap {
public:
    struct Symbol {
        std::string_view name;
        std::uint64_t start = 0; ///< start of the function
    };

    PerfMap() = default;
    static PerfMap read(std::span<const std::byte> text);

    /// Adds what was written since the last call: whole lines, of which the last one may be incomplete.
    /// Returns how many bytes were used, up to the end of the last whole line. Where entries overlap, the
    /// later line replaces the earlier one, because memory is reused. Lines that can't be parsed, and those
    /// beyond four million, are ignored.
    std::size_t append(std::span<const std::byte> text);

    /// The function around an absolute address; the name is valid until the next append().
    std::optional<Symbol> find(std::uint64_t address) const;
    /// The number of lines that were parsed.
    std::size_t size() const { return m_functions.size(); }
    /// Memory held.
    std::size_t byteSize() const;

private:
    struct Function {
        std::uint64_t start;
        std::uint64_t nameOffset; // offset in m_names
        std::uint32_t nameSize;
    };

    void addLine(std::string_view line);

    std::string m_names;
    std::vector<Function> m_functions;
    CodeRanges m_ranges; // values are rows of m_functions
};

} // namespace candela
