#include "model/symbols/dwarf/dwarf_line_header.h"

#include "model/base/leb128.h"

#include "model/symbols/elf/elf_file.h"

#include <dwarf.h>

namespace candela {

namespace {

/// The value of one attribute of a directory or file: a number or a text.
struct Value {
    std::uint64_t number = 0;
    std::string_view text;
};

std::uint64_t readOffset(ByteReader& reader, std::size_t size) {
    return size == 8 ? reader.read<std::uint64_t>() : reader.read<std::uint32_t>();
}

/// Makes the reader fail on a form that compilers do not use here.
Value readForm(ByteReader& reader, std::uint64_t form, const LineSections& sections, std::size_t offsetSize) {
    switch (form) {
    case DW_FORM_string:
        return {0, reader.terminatedText()};
    case DW_FORM_line_strp:
        return {0, stringAt(sections.lineStrings, readOffset(reader, offsetSize))};
    case DW_FORM_strp:
        return {0, stringAt(sections.strings, readOffset(reader, offsetSize))};
    case DW_FORM_strp_sup:
        reader.skip(offsetSize);
        return {};
    case DW_FORM_udata:
        return {readUnsignedLeb(reader), {}};
    case DW_FORM_data1:
        return {reader.read<std::uint8_t>(), {}};
    case DW_FORM_data2:
        return {reader.read<std::uint16_t>(), {}};
    case DW_FORM_data4:
        return {reader.read<std::uint32_t>(), {}};
    case DW_FORM_data8:
        return {reader.read<std::uint64_t>(), {}};
    case DW_FORM_data16:
        reader.skip(16);
        return {};
    case DW_FORM_block:
        reader.skip(readUnsignedLeb(reader));
        return {};
    default:
        reader.skip(reader.remaining() + 1);
        return {};
    }
}

} // namespace

bool LineHeader::read(const LineSections& sections, std::uint64_t offset) {
    if (offset >= sections.lines.size()) return false;
    ByteReader section(sections.lines.subspan(offset));
    std::size_t offsetSize = 4;
    std::uint64_t length = section.read<std::uint32_t>();
    if (length == 0xffffffff) {
        offsetSize = 8;
        length = section.read<std::uint64_t>();
    }
    ByteReader reader(section.bytes(std::min<std::uint64_t>(length, section.remaining())));
    version = reader.read<std::uint16_t>();
    if (version < 2 || version > 5) return false;
    if (version == 5) reader.skip(2); // skips the sizes of an address and of a segment selector
    const auto headerLength = readOffset(reader, offsetSize);
    if (headerLength > reader.remaining()) return false;
    ByteReader header(reader.bytes(headerLength));
    program = reader.bytes(reader.remaining());

    minimumInstructionLength = header.read<std::uint8_t>();
    maximumOperations = version >= 4 ? std::max<std::uint8_t>(header.read<std::uint8_t>(), 1) : 1;
    header.skip(1); // skips whether rows are statements by default
    lineBase = header.read<std::int8_t>();
    lineRange = header.read<std::uint8_t>();
    opcodeBase = header.read<std::uint8_t>();
    for (unsigned opcode = 1; opcode < opcodeBase; ++opcode)
        operandCounts[opcode] = header.read<std::uint8_t>();
    if (header.failed() || lineRange == 0 || opcodeBase == 0) return false;
    if (version < 5) {
        readOldTables(header);
    } else {
        readTable(header, Entries::Directories, sections, offsetSize);
        readTable(header, Entries::Files, sections, offsetSize);
    }
    return true;
}

void LineHeader::readOldTables(ByteReader& reader) {
    directories.emplace_back(); // the compilation directory, which the unit has
    for (auto name = reader.terminatedText(); !name.empty(); name = reader.terminatedText())
        directories.push_back(name);
    files.emplace_back(); // numbers begin with 1, so row 0 is unused
    for (auto name = reader.terminatedText(); !name.empty(); name = reader.terminatedText()) {
        files.push_back({name, readUnsignedLeb(reader)});
        readUnsignedLeb(reader); // time
        readUnsignedLeb(reader); // size
    }
}

void LineHeader::readTable(ByteReader& reader, Entries entries, const LineSections& sections,
                           std::size_t offsetSize) {
    struct Attribute {
        std::uint64_t content;
        std::uint64_t form;
    };
    std::vector<Attribute> format(reader.read<std::uint8_t>());
    for (auto& attribute : format) {
        attribute.content = readUnsignedLeb(reader);
        attribute.form = readUnsignedLeb(reader);
    }
    const auto count = readUnsignedLeb(reader);
    if (format.empty() || !reader.canHold(count, format.size())) return;
    for (std::uint64_t row = 0; row < count && !reader.failed(); ++row) {
        LineFile entry;
        for (const auto& attribute : format) {
            const auto value = readForm(reader, attribute.form, sections, offsetSize);
            if (attribute.content == DW_LNCT_path) entry.name = value.text;
            if (attribute.content == DW_LNCT_directory_index) entry.directory = value.number;
        }
        if (entries == Entries::Directories)
            directories.push_back(entry.name);
        else
            files.push_back(entry);
    }
}

} // namespace candela
