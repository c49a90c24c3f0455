/// A part of an ELF file that is loaded as executable.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace candela {

struct LoadedRange {
    std::uint64_t address = 0;
    std::uint64_t size = 0; ///< size in the file
    std::uint64_t fileOffset = 0;
};

/// The part that contains an address; none if the address is not loaded from the file.
inline std::optional<std::uint64_t> fileOffsetOf(const std::vector<LoadedRange>& ranges,
                                                 std::uint64_t address) {
    for (const auto& range : ranges) {
        if (address - range.address < range.size) return address - range.address + range.fileOffset;
    }
    return std::nullopt;
}

} // namespace candela
