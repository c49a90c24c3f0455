/// Functions that a just-in-time compiler wrote down: the text of /tmp/perf-PID.map
/// (lines "START SIZE NAME", hexadecimal; linux: tools/perf/Documentation/jit-interface.txt).
#pragma once

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
    /// Number of functions.
    std::size_t size() const { return m_functions.size(); }

private:
    struct Function {
        std::uint64_t start;
        std::uint64_t nameOffset;
        std::uint32_t nameSize;
    };
    struct Piece { // from here to the next piece
        std::uint64_t begin;
        std::uint32_t function; // row of m_functions, or none
    };

    std::string m_names;
    std::vector<Function> m_functions;
    std::vector<Piece> m_pieces;
};

} // namespace candela
