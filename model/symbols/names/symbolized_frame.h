/// What is known about an address: the function around it, and its source line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// One function at an address. An empty name, an empty file and line 0 mean "not known".
struct SymbolizedFrame {
    std::string name;            ///< the name for people (demangled)
    std::string rawName;         ///< the linker's name; empty if it is the same
    std::string file;            ///< path of the source file of `line`, as the compiler wrote it, with its
                                 ///< directory
    std::uint32_t startLine = 0; ///< where the function is declared
    std::uint32_t line = 0;
    /// The linked start of a function without a name; 0: not known. See startName().
    std::uint64_t start = 0;

    bool operator==(const SymbolizedFrame&) const = default;
};

/// The functions at one address, innermost first: all but the last are inlined into the next one. Empty if
/// nothing is known about the address.
using SymbolizedFrames = std::vector<SymbolizedFrame>;

} // namespace candela
