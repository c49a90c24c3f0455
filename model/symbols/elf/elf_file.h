/// An ELF file of 32 or 64 bits, little-endian, mapped and with parsed headers. Every range that it returns
/// is within the file. Format: System V ABI, chapters 4 and 5; notes and links as written by GNU tools.
#pragma once

#include "model/base/file.h"
#include "model/symbols/elf/symbol_limits.h"

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class ElfFile {
public:
    struct Section {
        std::string_view name;
        std::uint32_t type = SHT_NULL;
        std::uint64_t flags = 0;
        std::uint64_t address = 0;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::uint32_t link = 0;
        std::uint32_t info = 0;
        std::uint64_t entrySize = 0;
        std::size_t headerOffset = 0; ///< offset of the section header itself, in the file

        bool isCode() const { return (flags & SHF_EXECINSTR) != 0; }
        bool covers(std::uint64_t at) const { return at >= address && at - address < size; }
    };

    struct Segment {
        std::uint32_t type = PT_NULL;
        std::uint32_t flags = 0;
        std::uint64_t offset = 0;
        std::uint64_t address = 0;
        std::uint64_t fileSize = 0;
        std::uint64_t memorySize = 0;
    };

    /// Maps the file privately. Fails for unsupported files and core files.
    static Result<ElfFile> read(int descriptor, std::uint64_t maximumBytes);
    /// Reads an ELF file that was packed into another one. Its DWARF can't be read.
    static Result<ElfFile> read(std::vector<std::byte> content);

    bool is64Bit() const { return m_is64Bit; }
    std::uint16_t type() const { return m_type; }
    std::uint16_t machine() const { return m_machine; }
    std::span<const Segment> segments() const { return m_segments; }
    /// The sections; empty if there are none, or if their headers are damaged.
    std::span<const Section> sections() const { return m_sections; }
    /// The first section of that name with bytes in the file; null if there is none.
    const Section* find(std::string_view name) const;
    /// The section's bytes in the file; empty for NOBITS, and for a section that reaches past the file's end.
    std::span<const std::byte> bytes(const Section& section) const;
    /// The bytes that are loaded at an address, up to the end of the segment; empty if the file has none for
    /// it.
    std::span<const std::byte> bytesAt(std::uint64_t address) const;
    /// Allows the kernel to reclaim the memory of the large sections; reading loads them again. Changes of
    /// the headers stay.
    void releasePages() const;
    /// The whole file.
    std::span<const std::byte> bytes() const {
        return m_content.empty() ? m_file.bytes() : std::span<const std::byte>(m_content);
    }
    /// The bytes in memory. Only section headers, which are a private copy, may be changed.
    std::span<std::byte> writableBytes() { return m_file.writableBytes(); }
    /// Restores the section headers in memory from the file.
    void restoreSectionHeaders();

    /// The build id in hexadecimal; empty if there is none.
    std::string buildId() const;
    /// The same from the contents of note sections alone.
    static std::string buildIdInNotes(std::span<const std::byte> notes);
    std::optional<DebugLink> debugLink() const;
    std::optional<SupplementaryLink> supplementaryLink() const;

    /// The link address of the first segment.
    std::uint64_t firstAddress() const;
    /// Whether it contains machine code: a debug file has only the headers of its module's code.
    bool hasCode() const;
    /// Whether addressOfFileOffset() can return addresses.
    bool hasLayout() const { return hasCode() || !isOfAnotherLinker(); }
    /// The address at which a byte of the file is loaded. A debug file may lack the file offsets of its
    /// module; then the address is the one at which GNU's linkers would put the byte, and none if another
    /// linker was used.
    std::optional<std::uint64_t> addressOfFileOffset(std::uint64_t offset) const;

private:
    explicit ElfFile(MappedFile file) : m_file(std::move(file)) {}
    explicit ElfFile(std::vector<std::byte> content) : m_content(std::move(content)) {}
    Result<void> readIdentity();
    template<typename Types>
    bool readHeaders();
    template<typename Types>
    void readSections(std::uint64_t offset, std::uint64_t count, std::uint64_t nameSection);
    bool isOfAnotherLinker() const;
    std::optional<std::uint64_t> addressAsLinked(std::uint64_t offset) const;

    MappedFile m_file;
    std::vector<std::byte> m_content; // a packed file's bytes; empty if it is mapped
    std::vector<Section> m_sections;
    std::vector<std::byte> m_sectionHeaders; // section headers as in the file
    std::vector<Segment> m_segments;
    std::uint16_t m_type = ET_NONE;
    std::uint16_t m_machine = EM_NONE;
    bool m_is64Bit = true;
};

/// libelf changes section headers in memory when it expands sections. Only these become a private copy, so
/// that even a large mapped file takes hardly any memory of its own.
Result<void> makeSectionHeadersWritable(MappedFile& file);

/// The text at an offset of a string table, up to its '\0'; empty if the table ends before a '\0'.
std::string_view stringAt(std::span<const std::byte> table, std::uint64_t offset);

} // namespace candela
