/// Limits for reading the names of a module, and the further files that it refers to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace candela {

/// The name and checksum of a module's debug file, from its section .gnu_debuglink.
struct DebugLink {
    std::string fileName;   ///< without any directory
    std::uint32_t checksum; ///< CRC-32 (IEEE 802.3) of the whole debug file
};

/// The file with what several debug files share (dwz), from the section .gnu_debugaltlink.
struct SupplementaryLink {
    std::string path;    ///< absolute, or relative to the file that has the section
    std::string buildId; ///< hexadecimal
};

/// The limits for one module; beyond them there are fewer names, but no error.
struct SymbolLimits {
    std::uint64_t fileBytes = 16ull << 30;    ///< a larger file is refused
    std::uint64_t expandedBytes = 1ull << 30; ///< total size of all compressed debug sections after
                                              ///< decompression
    std::uint64_t cachedBytes = 96ull << 20;  ///< estimated memory of cached DWARF units
    std::size_t symbols = 8'000'000;          ///< symbols that are kept of one file
    std::size_t inlineDepth = 200;            ///< maximum number of frames at one address
};

} // namespace candela
