/// Functions that a just-in-time compiler wrote down: the text of /tmp/perf-PID.map
/// (lines "START SIZE NAME", hexadecimal; linux: tools/perf/Documentation/jit-interface.txt).
#pragma once

#include "model/symbols/code_pieces.h"

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
        std::uint64_t start = 0; ///< of the function
    };

    PerfMap() = default;
    /// Where entries overlap the later line wins, as memory is used again. Lines that are not understood and
    /// a last line without its end are left out; so is what exceeds four million lines.
    static PerfMap read(std::span<const std::byte> text);

    /// The function around an absolute address; the name is valid while this lives.
    std::optional<Symbol> find(std::uint64_t address) const;
    /// Number of lines that were understood.
    std::size_t size() const { return m_functions.size(); }
    /// Memory held.
    std::size_t byteSize() const;

private:
    struct Function {
        std::uint64_t start;
        std::uint64_t nameOffset; // in m_names
        std::uint32_t nameSize;
    };

    std::string m_names;
    std::vector<Function> m_functions;
    CodePieces m_pieces; // values are rows of m_functions
};

} // namespace candela
