/// The line table of one DWARF unit: the source line of an address, and the files by number. Format: DWARF
/// versions 2 to 5, "Line Number Information". Parsed here rather than by libdw, in a third of the time and
/// memory.
#pragma once

#include "model/symbols/names/address_range.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The sections that line tables are read from; they must outlive the tables.
struct LineSections {
    std::span<const std::byte> lines;       ///< .debug_line
    std::span<const std::byte> lineStrings; ///< the section .debug_line_str
    std::span<const std::byte> strings;     ///< .debug_str
};

/// A source file as line tables name it.
struct LineFile {
    std::string_view name;
    std::uint64_t directory = 0; ///< number
};

class DwarfLines {
public:
    static constexpr std::uint32_t noFile = 0xffffffff;

    struct SourceLine {
        std::uint32_t file = noFile; ///< number of the file, for path()
        std::uint32_t line = 0;      ///< 0: the compiler states that there is none
    };

    DwarfLines() = default;
    /// Reads as much as possible of the table at an offset: a damaged table has fewer rows.
    DwarfLines(const LineSections& sections, std::uint64_t offset, std::string_view compilationDirectory);

    std::optional<SourceLine> find(std::uint64_t address) const;
    /// Appends the addresses within a range at which another line begins, in ascending order.
    void addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries) const;
    /// A file's path, made absolute with the compiler's directories; empty if there is no file of that
    /// number.
    std::string path(std::uint64_t file) const;
    /// Memory held.
    std::size_t byteSize() const;

private:
    class Program;
    struct Row { // A row applies up to the next row's address.
        std::uint64_t address;
        std::uint32_t file; // noFile: there is no line from here on
        std::uint32_t line;
    };
    struct Sequence { // rows of code that is contiguous in memory
        std::size_t begin;
        std::size_t end;
    };

    void setRows(std::vector<Row> rows, std::vector<Sequence> sequences);

    std::string m_compilationDirectory;
    std::vector<std::string_view> m_directories;
    std::vector<LineFile> m_files;
    std::vector<Row> m_rows;
};

} // namespace candela
