/// What an address means: the function around it, and the line in its source.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// One function at an address. An empty name, an empty file and line 0 mean "not known".
struct SymbolizedFrame {
    std::string name;    ///< as people read it (demangled)
    std::string rawName; ///< as the linker knows it; empty where it is the same
    std::string file;    ///< source path of `line`, as the compiler wrote it (its directory put before)
    std::uint32_t startLine = 0; ///< where the function is declared
    std::uint32_t line = 0;
    /// Where a function begins that has no name, as linked; 0: not known. See startName().
    std::uint64_t start = 0;

    bool operator==(const SymbolizedFrame&) const = default;
};

/// The functions at one address, innermost first: all but the last are inlined into the one after them.
/// Empty where nothing is known about the address.
using SymbolizedFrames = std::vector<SymbolizedFrame>;

} // namespace candela
