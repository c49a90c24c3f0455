#include "model/symbols/dwarf/dwarf_file.h"

#include "model/base/byte_reader.h"
#include "model/symbols/elf/compiler.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <unordered_set>

namespace candela {

namespace {

/// The sections that names, lines and inlined calls are read from.
constexpr std::array<std::string_view, 10> wantedSections{
    "info", "abbrev", "addr", "aranges", "line", "line_str", "str", "str_offsets", "ranges", "rnglists"};

/// More sections than any file has of these, though a damaged one may repeat them.
constexpr std::size_t maximumWanted = 100;
/// Further units and ranges are ignored.
constexpr std::size_t maximumUnitRanges = 4'000'000;

/// "info" for ".debug_info" and ".zdebug_info"; empty for a section that is not DWARF.
std::string_view dwarfName(std::string_view section) {
    for (const std::string_view prefix : {".debug_", ".zdebug_"}) {
        if (section.starts_with(prefix)) return section.substr(prefix.size());
    }
    return {};
}

bool isWanted(std::string_view section) {
    return std::find(wantedSections.begin(), wantedSections.end(), dwarfName(section)) !=
           wantedSections.end();
}

/// Sections that libdw must not see: those that are not needed but would be decompressed, and the link that
/// would make it open a path from the file.
bool isToHide(std::string_view section) {
    if (isWanted(section)) return false;
    return section.starts_with(".debug_") || section.starts_with(".zdebug_") ||
           section.starts_with(".gnu.debuglto_") || section.starts_with(".gnu_debugaltlink");
}

/// The size of a section after decompression, in bytes.
std::uint64_t expandedSize(const ElfFile& elf, const ElfFile::Section& section) {
    ByteReader reader(elf.bytes(section));
    if ((section.flags & SHF_COMPRESSED) != 0) {
        reader.skip(elf.is64Bit() ? offsetof(Elf64_Chdr, ch_size) : offsetof(Elf32_Chdr, ch_size));
        return elf.is64Bit() ? reader.read<std::uint64_t>() : reader.read<std::uint32_t>();
    }
    if (section.name.starts_with(".z") && reader.text(4) == "ZLIB")
        return __builtin_bswap64(reader.read<std::uint64_t>());
    return 0; // the section is not decompressed
}

std::span<const std::byte> sectionContent(Elf* elf, std::string_view wantedName) {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0) return {};
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS) continue;
        const char* name = elf_strptr(elf, names, header.sh_name);
        if (!name || dwarfName(name) != wantedName) continue;
        const auto* content = elf_getdata(section, nullptr);
        if (content && content->d_buf)
            return {static_cast<const std::byte*>(content->d_buf), content->d_size};
    }
    return {};
}

/// The sections that are wanted, if they do not exceed the limit when decompressed.
Result<std::vector<const ElfFile::Section*>> wantedSectionsOf(const ElfFile& elf,
                                                              std::uint64_t expandedBytes) {
    std::vector<const ElfFile::Section*> wanted;
    for (const auto& section : elf.sections()) {
        if (!isWanted(section.name) || section.type == SHT_NOBITS) continue;
        if (section.size != 0 && elf.bytes(section).empty())
            return failure("has debug sections that are cut off");
        const auto size = expandedSize(elf, section);
        if (size > expandedBytes) return failure("has debug sections that are too large");
        expandedBytes -= size;
        if (section.size != 0 && wanted.size() < maximumWanted) wanted.push_back(&section);
    }
    return wanted;
}

/// Changes the section headers in memory: only sections that libdw may see are left.
void hideOthers(ElfFile& elf) {
    elf.restoreSectionHeaders();
    const std::uint32_t hidden = SHT_NOBITS;
    for (const auto& section : elf.sections()) {
        if (isToHide(section.name))
            std::memcpy(elf.writableBytes().data() + section.headerOffset + sizeof(std::uint32_t), &hidden,
                        sizeof hidden);
    }
}

} // namespace

bool DwarfFile::isIn(const ElfFile& elf) {
    return std::any_of(elf.sections().begin(), elf.sections().end(), [&](const ElfFile::Section& section) {
        const auto name = dwarfName(section.name);
        return (name == "info" || name == "line") && !elf.bytes(section).empty();
    });
}

Result<DwarfFile> DwarfFile::open(ElfFile& elf, std::uint64_t expandedBytes) {
    const auto wanted = TRY(wantedSectionsOf(elf, expandedBytes));
    DwarfFile file;
    file.m_image = DwarfImage(elf, wanted, expandedBytes);
    elf_version(EV_CURRENT);
    const auto isExpanded = !file.m_image.bytes().empty();
    if (!isExpanded) hideOthers(elf); // an image has no others
    const auto bytes = isExpanded ? file.m_image.bytes() : elf.writableBytes();
    file.m_elf.reset(elf_memory(reinterpret_cast<char*>(bytes.data()), bytes.size()));
    if (file.m_elf) file.m_dwarf.reset(dwarf_begin_elf(file.m_elf.get(), DWARF_C_READ, nullptr));
    if (!file.m_dwarf) return failure("has debug sections that are damaged");
    file.m_lineSections = {sectionContent(file.m_elf.get(), "line"),
                           sectionContent(file.m_elf.get(), "line_str"),
                           sectionContent(file.m_elf.get(), "str")};
    return file;
}

std::string DwarfFile::compiler() const {
    constexpr int unitsToAsk = 256;
    std::map<std::string, int> votes;
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    for (int asked = 0; asked < unitsToAsk; ++asked) {
        if (dwarf_get_units(m_dwarf.get(), unit, &unit, nullptr, nullptr, &die, nullptr) != 0) break;
        Dwarf_Attribute attribute;
        const char* text =
            dwarf_attr(&die, DW_AT_producer, &attribute) ? dwarf_formstring(&attribute) : nullptr;
        if (auto name = text ? compilerOfProducer(text) : std::string(); !name.empty()) ++votes[name];
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
    return most == votes.end() ? std::string() : most->first;
}

void DwarfFile::readUnits() {
    m_unitsAreRead = true;
    std::vector<CodeRange> ranges;
    std::unordered_set<Dwarf_Off> unitsWithoutRanges;
    const auto add = [&](Dwarf_Off unit, Dwarf_Addr begin, Dwarf_Addr end) {
        if (m_units.empty() || m_units.back() != unit) m_units.push_back(unit);
        ranges.push_back({begin, end, static_cast<std::uint32_t>(m_units.size() - 1)});
    };

    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    std::uint8_t type = 0;
    // Without the last argument, libdw does not look for the files of split units.
    while (dwarf_get_units(m_dwarf.get(), unit, &unit, nullptr, &type, &die, nullptr) == 0) {
        if (type == DW_UT_type || type == DW_UT_split_type || ranges.size() >= maximumUnitRanges) continue;
        const auto offset = dwarf_dieoffset(&die);
        const auto count = forEachRange(die, maximumUnitRanges - ranges.size(),
                                        [&](Dwarf_Addr begin, Dwarf_Addr end) { add(offset, begin, end); });
        if (count == 0) unitsWithoutRanges.insert(offset);
    }

    // Old compilers stated the ranges of a unit only in .debug_aranges.
    Dwarf_Aranges* table = nullptr;
    std::size_t count = 0;
    if (!unitsWithoutRanges.empty() && dwarf_getaranges(m_dwarf.get(), &table, &count) == 0) {
        for (std::size_t row = 0; row < count && ranges.size() < maximumUnitRanges; ++row) {
            Dwarf_Addr begin = 0;
            Dwarf_Word length = 0;
            Dwarf_Off offset = 0;
            if (dwarf_getarangeinfo(dwarf_onearange(table, row), &begin, &length, &offset) != 0) continue;
            if (begin > 1 && unitsWithoutRanges.contains(offset)) add(offset, begin, begin + length);
        }
    }
    m_unitPieces = CodePieces(std::move(ranges));
}

std::optional<Dwarf_Die> DwarfFile::unitAt(std::uint64_t address) {
    if (!m_unitsAreRead) readUnits();
    const auto row = m_unitPieces.find(address);
    Dwarf_Die die;
    if (row == CodePieces::none || !dwarf_offdie(m_dwarf.get(), m_units[row], &die)) return {};
    return die;
}

DwarfLines DwarfFile::linesOf(Dwarf_Die& unit) const {
    Dwarf_Attribute attribute;
    Dwarf_Word offset = 0;
    if (!dwarf_attr(&unit, DW_AT_stmt_list, &attribute) || dwarf_formudata(&attribute, &offset) != 0)
        return {};
    const char* directory =
        dwarf_attr(&unit, DW_AT_comp_dir, &attribute) ? dwarf_formstring(&attribute) : nullptr;
    return DwarfLines(m_lineSections, offset, directory ? directory : "");
}

} // namespace candela
