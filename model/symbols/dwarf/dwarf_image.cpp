#include "model/symbols/dwarf/dwarf_image.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace candela {

namespace {

/// A section of this size is copied if others are compressed; tools leave small ones as they are.
constexpr std::uint64_t maximumCopied = 1 << 20;
constexpr std::size_t sectionAlignment = 16;

struct Image32 {
    using Header = Elf32_Ehdr;
    using Section = Elf32_Shdr;
    using Compression = Elf32_Chdr;
    static constexpr auto elfClass = ELFCLASS32;
};
struct Image64 {
    using Header = Elf64_Ehdr;
    using Section = Elf64_Shdr;
    using Compression = Elf64_Chdr;
    static constexpr auto elfClass = ELFCLASS64;
};

bool isCompressed(const ElfFile::Section& section) {
    return (section.flags & SHF_COMPRESSED) != 0;
}

/// Bytes behind the header of a compressed section, and their size when expanded; none if it is too short, or
/// compressed otherwise.
struct CompressedBytes {
    std::span<const std::byte> packed;
    std::uint64_t size = 0;
};

template<typename Compression>
CompressedBytes compressedBytes(std::span<const std::byte> content) {
    Compression header{};
    if (content.size() < sizeof header) return {};
    std::memcpy(&header, content.data(), sizeof header);
    if (header.ch_type != ELFCOMPRESS_ZLIB) return {};
    return {content.subspan(sizeof header), header.ch_size};
}

template<typename Types>
bool canBeImage(const ElfFile& elf, std::span<const ElfFile::Section* const> sections) {
    return std::ranges::any_of(sections, [](const auto* section) { return isCompressed(*section); }) &&
           std::ranges::all_of(sections, [&](const auto* section) {
               // By such a name, libdw would expand the section, again if it is compressed: then to a size
               // that was not checked.
               if (section->name.starts_with(".z")) return false;
               if (!isCompressed(*section)) return section->size <= maximumCopied;
               return !compressedBytes<typename Types::Compression>(elf.bytes(*section)).packed.empty();
           });
}

std::size_t sectionAligned(std::size_t offset) {
    return (offset + sectionAlignment - 1) / sectionAlignment * sectionAlignment;
}

bool expand(const CompressedBytes& from, std::span<std::byte> to) {
    thread_local const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>
        decompressor(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    std::size_t size = 0;
    return decompressor &&
           libdeflate_zlib_decompress(decompressor.get(), from.packed.data(), from.packed.size(), to.data(),
                                      to.size(), &size) == LIBDEFLATE_SUCCESS &&
           size == to.size();
}

/// The last of the section headers, which are at `headersAt`, is that of their names.
template<typename Types>
typename Types::Header imageHeader(std::uint16_t machine, std::size_t headersAt, std::size_t headers) {
    typename Types::Header header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = Types::elfClass;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = machine;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof header;
    header.e_shoff = static_cast<decltype(header.e_shoff)>(headersAt);
    header.e_shentsize = sizeof(typename Types::Section);
    header.e_shnum = static_cast<Elf32_Half>(headers);
    header.e_shstrndx = static_cast<Elf32_Half>(headers - 1);
    return header;
}

} // namespace

DwarfImage::DwarfImage(const ElfFile& elf, std::span<const ElfFile::Section* const> sections,
                       std::uint64_t maximumBytes) {
    if (elf.is64Bit() ? canBeImage<Image64>(elf, sections) : canBeImage<Image32>(elf, sections))
        elf.is64Bit() ? build<Image64>(elf, sections, maximumBytes)
                      : build<Image32>(elf, sections, maximumBytes);
}

/// The header, the contents of the sections, their names, and their headers.
template<typename Types>
void DwarfImage::build(const ElfFile& elf, std::span<const ElfFile::Section* const> sections,
                       std::uint64_t maximumBytes) {
    using Compression = typename Types::Compression;
    const auto sizeOf = [&](const ElfFile::Section& section) {
        return isCompressed(section) ? compressedBytes<Compression>(elf.bytes(section)).size : section.size;
    };
    std::string names(1, '\0');
    std::size_t size = sizeof(typename Types::Header);
    std::uint64_t contentBytes = 0;
    for (const auto* section : sections) {
        const auto sectionSize = sizeOf(*section);
        if (sectionSize > maximumBytes - contentBytes) return;
        contentBytes += sectionSize;
        names.append(section->name).push_back('\0');
        size = sectionAligned(size) + sectionSize;
    }
    const auto nameOffset = names.size();
    names.append(".shstrtab").push_back('\0');
    const auto namesAt = sectionAligned(size);
    const auto headersAt = sectionAligned(namesAt + names.size());
    const auto wholeSize = headersAt + (sections.size() + 2) * sizeof(typename Types::Section);
    m_bytes.reset(new (std::nothrow) std::byte[wholeSize]); // a file may state any size up to the limit
    if (!m_bytes) return;
    m_size = wholeSize;

    std::vector<typename Types::Section> headers(1);
    const auto addHeader = [&](std::size_t nameAt, std::uint32_t type, std::size_t offset,
                               std::size_t bytes) {
        auto& header = headers.emplace_back();
        header.sh_name = static_cast<Elf32_Word>(nameAt);
        header.sh_type = type;
        header.sh_offset = static_cast<decltype(header.sh_offset)>(offset);
        header.sh_size = static_cast<decltype(header.sh_size)>(bytes);
        header.sh_addralign = 1;
    };
    std::size_t at = sizeof(typename Types::Header);
    std::size_t name = 1;
    for (const auto* section : sections) {
        at = sectionAligned(at);
        const std::span target(m_bytes.get() + at, sizeOf(*section));
        const auto content = elf.bytes(*section);
        if (!isCompressed(*section)) {
            std::ranges::copy(content, target.begin());
        } else if (!expand(compressedBytes<Compression>(content), target)) {
            *this = DwarfImage(); // libelf accepts more than libdeflate, as several streams in a row
            return;
        }
        addHeader(name, SHT_PROGBITS, at, target.size());
        name += section->name.size() + 1;
        at += target.size();
    }
    addHeader(nameOffset, SHT_STRTAB, namesAt, names.size());

    const auto header = imageHeader<Types>(elf.machine(), headersAt, headers.size());
    std::memcpy(m_bytes.get(), &header, sizeof header);
    std::ranges::copy(std::as_bytes(std::span(names)), m_bytes.get() + namesAt);
    std::ranges::copy(std::as_bytes(std::span(headers)), m_bytes.get() + headersAt);
}

} // namespace candela
