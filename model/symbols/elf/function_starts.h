/// Where the functions of a file begin, by its unwind information (.eh_frame, also where only the program
/// headers lead there, and .debug_frame). Stripping leaves it, as exceptions and profilers need it.
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
    /// O(n log n) in the entries; at most that many are kept.
    FunctionStarts(const ElfFile& elf, std::size_t maximum);

    /// The function around an address; none between functions.
    std::optional<AddressRange> find(std::uint64_t address) const;
    std::size_t size() const { return m_functions.size(); }

private:
    std::vector<AddressRange> m_functions; // by begin, one for each
};

} // namespace candela
