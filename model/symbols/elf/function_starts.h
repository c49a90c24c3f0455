/// The starts of a file's functions, from its unwind information (.eh_frame, even if only program headers
/// lead to it, and .debug_frame). Stripping keeps that information, because exceptions and profilers need it.
#pragma once

#include "model/symbols/elf/elf_file.h"
#include "model/symbols/names/address_range.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace candela {

class FunctionStarts {
public:
    FunctionStarts() = default;
    /// Takes O(n log n) for n entries; keeps at most `maximum` functions.
    FunctionStarts(const ElfFile& elf, std::size_t maximum);

    /// The function around an address; none between functions.
    std::optional<AddressRange> find(std::uint64_t address) const;
    std::size_t size() const { return m_functions.size(); }

private:
    std::vector<AddressRange> m_functions; // sorted by begin; one range for each begin
};

} // namespace candela
