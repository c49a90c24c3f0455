/// The starts of a file's functions, from its unwind information (.eh_frame, even if only program headers
/// lead to it, and .debug_frame). Stripping keeps that information, because exceptions and profilers need it.
#pragma once

#include "model/symbols/elf/call_frame.h"
#include "model/symbols/elf/elf_file.h"
#include "model/symbols/names/address_range.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace candela {

class FunctionStarts {
public:
    FunctionStarts() = default;
    /// The file must outlive this object. Where it has a linker's table of the entries (.eh_frame_hdr),
    /// nothing is read before find(). Else this takes O(n log n) for n entries, and keeps at most `maximum`
    /// functions.
    FunctionStarts(const ElfFile& elf, std::size_t maximum);

    /// The function around an address; none between functions. Of addresses in ascending order, those in one
    /// function take little time. In a damaged file without order, the answer depends on earlier ones.
    std::optional<AddressRange> find(std::uint64_t address);

private:
    /// .eh_frame_hdr: pairs of a function's start and its entry's address, sorted by start; both are signed
    /// and relative to the table's own section.
    struct LinkersTable {
        std::uint64_t address = 0; // of .eh_frame_hdr
        std::span<const std::byte> pairs;
        FrameSection frames;
        // What was found last: for addresses from `from` up to `until`, which are starts of the table.
        std::uint64_t from = 0;
        std::uint64_t until = 0;
        std::optional<AddressRange> found;

        std::uint64_t number(std::size_t index) const;
        std::optional<AddressRange> find(std::uint64_t address);
        std::optional<AddressRange> functionBefore(std::size_t row) const;
    };

    static std::optional<LinkersTable> tableOf(const ElfFile& elf);
    void readAll(const ElfFile& elf, std::size_t maximum);

    std::optional<LinkersTable> m_table;
    std::vector<AddressRange> m_functions; // without m_table: sorted by begin; one range for each begin
};

} // namespace candela
