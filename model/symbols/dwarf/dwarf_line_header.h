/// The header of a line table: the encoding of its program, and its directories and files.
#pragma once

#include "model/base/byte_reader.h"
#include "model/symbols/dwarf/dwarf_lines.h"

#include <array>

namespace candela {

struct LineHeader {
    std::uint16_t version = 0;
    std::uint8_t minimumInstructionLength = 1;
    std::uint8_t maximumOperations = 1; ///< operations of an instruction
    std::int8_t lineBase = 0;
    std::uint8_t lineRange = 1;
    std::uint8_t opcodeBase = 1;
    std::array<std::uint8_t, 256> operandCounts{}; ///< number of operands of the standard opcodes
    std::vector<std::string_view> directories; ///< by number; 0 is the compilation directory (may be missing)
    std::vector<LineFile> files;               ///< by number
    std::span<const std::byte> program;

    /// Reads a header; false if the table is damaged or of an unknown version.
    bool read(const LineSections& sections, std::uint64_t offset);

private:
    enum class Entries : std::uint8_t { Directories, Files };

    void readOldTables(ByteReader& reader);
    void readTable(ByteReader& reader, Entries entries, const LineSections& sections, std::size_t offsetSize);
};

} // namespace candela
