#include "model/symbols/elf/elf_file.h"

#include "model/base/byte_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace candela {

namespace {

/// The maximum number of sections. Real files have fewer than a hundred; files with a section for each
/// function have some ten thousand.
constexpr std::uint64_t maximumSections = 200'000;

struct Types32 {
    using Header = Elf32_Ehdr;
    using Section = Elf32_Shdr;
    using Segment = Elf32_Phdr;
};
struct Types64 {
    using Header = Elf64_Ehdr;
    using Section = Elf64_Shdr;
    using Segment = Elf64_Phdr;
};

/// The struct at an offset; none if it is not within the bytes.
template<typename T>
std::optional<T> structAt(std::span<const std::byte> bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return {};
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

std::string hexadecimal(std::span<const std::byte> bytes) {
    std::string text;
    for (const auto byte : bytes)
        fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned>(byte));
    return text;
}

std::size_t alignedTo4(std::size_t size) {
    return (size + 3) & ~std::size_t(3);
}

} // namespace

std::string_view stringAt(std::span<const std::byte> table, std::uint64_t offset) {
    if (offset >= table.size()) return {};
    const auto rest = asText(table.subspan(offset));
    const auto* end = static_cast<const char*>(std::memchr(rest.data(), 0, rest.size()));
    return end ? rest.substr(0, static_cast<std::size_t>(end - rest.data())) : std::string_view();
}

Result<void> makeSectionHeadersWritable(MappedFile& file) {
    const auto change = [&]<typename Types>() -> Result<void> {
        const auto header = structAt<typename Types::Header>(file.bytes(), 0);
        if (!header || header->e_shoff == 0) return {};
        // e_shentsize is untrusted: it only bounds the range that is made writable.
        const auto size = std::max<std::uint64_t>(header->e_shentsize, sizeof(typename Types::Section));
        std::uint64_t count = header->e_shnum;
        if (const auto first = structAt<typename Types::Section>(file.bytes(), header->e_shoff);
            first && count == 0)
            count = std::min<std::uint64_t>(first->sh_size, file.bytes().size());
        return file.makeWritable(header->e_shoff, std::max<std::uint64_t>(count, 1) * size);
    };
    const auto identity = file.bytes().first(std::min<std::size_t>(file.bytes().size(), EI_NIDENT));
    if (identity.size() < EI_NIDENT) return {};
    return identity[EI_CLASS] == std::byte{ELFCLASS64} ? change.operator()<Types64>()
                                                       : change.operator()<Types32>();
}

Result<ElfFile> ElfFile::read(int descriptor, std::uint64_t maximumBytes) {
    ElfFile elf(TRY(MappedFile::map(descriptor)));
    TRY(makeSectionHeadersWritable(elf.m_file));
    if (elf.bytes().size() > maximumBytes) return failure("is too large to read symbols from");
    TRY(elf.readIdentity());
    return elf;
}

Result<ElfFile> ElfFile::read(std::vector<std::byte> content) {
    ElfFile elf(std::move(content));
    TRY(elf.readIdentity());
    return elf;
}

/// Reads what kind of file it is, then its headers.
Result<void> ElfFile::readIdentity() {
    const auto identity = asText(bytes().first(std::min<std::size_t>(bytes().size(), EI_NIDENT)));
    if (!identity.starts_with(ELFMAG)) return failure("is not an ELF file");
    if (identity.size() < EI_NIDENT) return failure("is an ELF file that is cut off");
    if (identity[EI_DATA] != ELFDATA2LSB) return failure("is for machines with another byte order");
    m_is64Bit = identity[EI_CLASS] == ELFCLASS64;
    const bool wasRead = m_is64Bit ? readHeaders<Types64>() : readHeaders<Types32>();
    if (!wasRead) return failure("is not an executable or a shared library");
    return {};
}

template<typename Types>
bool ElfFile::readHeaders() {
    const auto header = structAt<typename Types::Header>(bytes(), 0);
    // Files written by dwz have the type ET_REL.
    if (!header || header->e_type < ET_REL || header->e_type > ET_DYN) return false;
    m_type = header->e_type;
    m_machine = header->e_machine;

    std::uint64_t sectionCount = header->e_shnum;
    std::uint64_t nameSection = header->e_shstrndx;
    std::uint64_t segmentCount = header->e_phnum;
    // Numbers that do not fit the header are in section 0.
    if (const auto first = structAt<typename Types::Section>(bytes(), header->e_shoff);
        first && header->e_shoff != 0) {
        if (sectionCount == 0) sectionCount = first->sh_size;
        if (nameSection == SHN_XINDEX) nameSection = first->sh_link;
        if (segmentCount == PN_XNUM) segmentCount = first->sh_info;
    }
    for (std::uint64_t row = 0; row < segmentCount; ++row) {
        const auto segment = structAt<typename Types::Segment>(
            bytes(), header->e_phoff + row * sizeof(typename Types::Segment));
        if (!segment) break;
        m_segments.push_back({segment->p_type, segment->p_flags, segment->p_offset, segment->p_vaddr,
                              segment->p_filesz, segment->p_memsz});
    }
    if (header->e_shoff != 0 && header->e_shentsize == sizeof(typename Types::Section))
        readSections<Types>(header->e_shoff, std::min(sectionCount, maximumSections), nameSection);
    return true;
}

template<typename Types>
void ElfFile::readSections(std::uint64_t offset, std::uint64_t count, std::uint64_t nameSection) {
    std::vector<std::uint32_t> names;
    for (std::uint64_t row = 0; row < count; ++row) {
        const auto at = offset + row * sizeof(typename Types::Section);
        const auto section = structAt<typename Types::Section>(bytes(), at);
        if (!section) break;
        names.push_back(section->sh_name);
        m_sections.push_back({{},
                              section->sh_type,
                              section->sh_flags,
                              section->sh_addr,
                              section->sh_offset,
                              section->sh_size,
                              section->sh_link,
                              section->sh_info,
                              section->sh_entsize,
                              at});
    }
    const auto headers =
        bytes().subspan(m_sections.empty() ? 0 : offset, m_sections.size() * sizeof(typename Types::Section));
    m_sectionHeaders.assign(headers.begin(), headers.end());
    if (nameSection >= m_sections.size()) return;
    const auto table = bytes(m_sections[nameSection]);
    for (std::size_t row = 0; row < names.size(); ++row)
        m_sections[row].name = stringAt(table, names[row]);
}

void ElfFile::restoreSectionHeaders() {
    if (m_sections.empty()) return;
    const auto target = writableBytes().subspan(m_sections.front().headerOffset, m_sectionHeaders.size());
    std::copy(m_sectionHeaders.begin(), m_sectionHeaders.end(), target.begin());
}

const ElfFile::Section* ElfFile::find(std::string_view name) const {
    for (const auto& section : m_sections) {
        if (section.name == name && section.type != SHT_NOBITS && section.type != SHT_NULL) return &section;
    }
    return nullptr;
}

std::span<const std::byte> ElfFile::bytes(const Section& section) const {
    const auto all = bytes();
    if (section.type == SHT_NOBITS || section.type == SHT_NULL || section.offset > all.size()) return {};
    if (all.size() - section.offset < section.size) return {};
    return all.subspan(section.offset, section.size);
}

std::string ElfFile::buildIdInNotes(std::span<const std::byte> notes) {
    ByteReader reader(notes);
    while (!reader.failed() && !reader.atEnd()) {
        const auto nameSize = reader.read<std::uint32_t>();
        const auto contentSize = reader.read<std::uint32_t>();
        const auto type = reader.read<std::uint32_t>();
        const auto name = reader.bytes(alignedTo4(nameSize));
        const auto content = reader.bytes(std::min(alignedTo4(contentSize), reader.remaining()));
        if (reader.failed() || content.size() < contentSize) break;
        if (type == NT_GNU_BUILD_ID && asText(name.first(nameSize)) == std::string_view("GNU\0", 4) &&
            contentSize > 0)
            return hexadecimal(content.first(std::min<std::size_t>(contentSize, 64)));
    }
    return {};
}

std::string ElfFile::buildId() const {
    for (const auto& section : m_sections) {
        if (section.type != SHT_NOTE) continue;
        if (auto id = buildIdInNotes(bytes(section)); !id.empty()) return id;
    }
    for (const auto& segment : m_segments) {
        if (segment.type != PT_NOTE || segment.offset > bytes().size()) continue;
        const auto rest = bytes().subspan(segment.offset);
        if (auto id = buildIdInNotes(rest.first(std::min<std::uint64_t>(rest.size(), segment.fileSize)));
            !id.empty())
            return id;
    }
    return {};
}

std::optional<DebugLink> ElfFile::debugLink() const {
    const auto* section = find(".gnu_debuglink");
    if (!section) return {};
    const auto content = bytes(*section);
    const auto name = stringAt(content, 0);
    if (name.empty() || name.find('/') != std::string_view::npos) return {};
    ByteReader reader(content);
    reader.seek(alignedTo4(name.size() + 1));
    const auto checksum = reader.read<std::uint32_t>();
    if (reader.failed()) return {};
    return DebugLink{std::string(name), checksum};
}

std::optional<SupplementaryLink> ElfFile::supplementaryLink() const {
    const auto* section = find(".gnu_debugaltlink");
    if (!section) return {};
    const auto content = bytes(*section);
    const auto path = stringAt(content, 0);
    if (path.empty() || content.size() - path.size() - 1 > 64) return {};
    return SupplementaryLink{std::string(path), hexadecimal(content.subspan(path.size() + 1))};
}

std::uint64_t ElfFile::firstAddress() const {
    const auto first = std::ranges::find(m_segments, PT_LOAD, &Segment::type);
    return first == m_segments.end() ? 0 : first->address;
}

std::optional<std::uint64_t> ElfFile::addressOfFileOffset(std::uint64_t offset) const {
    const auto find = [&](std::uint64_t slack, std::uint32_t flags) -> const Segment* {
        for (const auto& segment : m_segments) {
            if (segment.type != PT_LOAD || (segment.flags & flags) != flags) continue;
            const auto begin = segment.offset - segment.offset % (slack + 1);
            if (offset >= begin && offset - begin < segment.fileSize + (segment.offset - begin))
                return &segment;
        }
        return nullptr;
    };
    // Mappings start at whole pages, so the first bytes of one may be before its segment.
    constexpr std::uint64_t page = 4096;
    for (const std::uint64_t slack : {std::uint64_t(0), page - 1}) {
        for (const std::uint32_t flags : {std::uint32_t(PF_X), std::uint32_t(0)}) {
            if (const auto* segment = find(slack, flags))
                return segment->address + (offset - segment->offset);
        }
    }
    return hasCode() ? std::nullopt : addressAsLinked(offset);
}

bool ElfFile::hasCode() const {
    if (m_sections.empty()) return true; // section headers are stripped last, so this is no debug file
    return std::ranges::any_of(m_sections, [&](const Section& section) {
        return section.isCode() && section.type != SHT_NULL && section.type != SHT_NOBITS;
    });
}

bool ElfFile::isOfAnotherLinker() const {
    const auto* comment = find(".comment");
    const auto linkers = comment ? asText(bytes(*comment)) : std::string_view();
    return linkers.find("LLD ") != std::string_view::npos || linkers.find("mold ") != std::string_view::npos;
}

/// The address at which GNU's linkers put a byte: the file's start is loaded first, and addresses and offsets
/// differ by the same number up to the code.
std::optional<std::uint64_t> ElfFile::addressAsLinked(std::uint64_t offset) const {
    if (isOfAnotherLinker()) return {};
    const auto isLoaded = [](const Segment& segment) { return segment.type == PT_LOAD; };
    const auto first = std::ranges::find_if(m_segments, isLoaded);
    if (first == m_segments.end()) return {};
    const auto address = first->address + offset;
    const auto isCodeThere = std::ranges::any_of(m_segments, [&](const Segment& segment) {
        return isLoaded(segment) && (segment.flags & PF_X) && address >= segment.address &&
               address - segment.address < segment.memorySize;
    });
    return isCodeThere ? std::optional(address) : std::nullopt;
}

std::span<const std::byte> ElfFile::bytesAt(std::uint64_t address) const {
    for (const auto& segment : m_segments) {
        if (segment.type != PT_LOAD || address < segment.address) continue;
        const auto offset = address - segment.address;
        if (offset >= segment.fileSize || segment.offset > bytes().size()) continue;
        const auto inFile = bytes().subspan(segment.offset);
        const auto size = std::min<std::uint64_t>(segment.fileSize, inFile.size());
        if (offset < size) return inFile.first(size).subspan(offset);
    }
    return {};
}

void ElfFile::releasePages() const {
    if (!m_content.empty()) return; // a packed file has no file to read it from again
    constexpr std::uintptr_t worthIt = 64 << 10;
    static const auto pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    for (const auto& section : m_sections) {
        const auto content = bytes(section);
        if (content.size() < worthIt) continue;
        const auto begin = reinterpret_cast<std::uintptr_t>(content.data()) + pageSize - 1;
        const auto end = reinterpret_cast<std::uintptr_t>(content.data()) + content.size();
        const auto first = begin / pageSize * pageSize;
        ::madvise(reinterpret_cast<void*>(first), end / pageSize * pageSize - first, MADV_DONTNEED);
    }
}

} // namespace candela
