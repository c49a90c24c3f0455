#include "model/unwind/instructions/unlisted_code.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <gelf.h>
#include <limits>
#include <string_view>
#include <utility>

namespace candela {

namespace {

/// The minimum size of a gap with code. Shorter gaps are alignment between functions, unless a symbol is
/// there.
constexpr std::uint64_t minimumCodeSize = 16;
constexpr std::uint64_t entryAlignment = 8; // of PLTs
constexpr std::size_t jumpBytes = 6;        // size of jmp *POINTER(%rip)
constexpr std::byte pushNumber{0x68};
constexpr std::size_t maximumSymbols = 1 << 24;

/// Whether an entry of a PLT may begin with these bytes: endbr64, or a jump through a pointer in the GOT.
bool looksLikeLinkage(std::span<const std::byte> bytes) {
    constexpr std::array<std::string_view, 3> beginnings{"\xf3\x0f\x1e\xfa", "\xff\x25", "\xf2\xff\x25"};
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
        return bytes.size() >= beginning.size() &&
               std::memcmp(bytes.data(), beginning.data(), beginning.size()) == 0;
    });
}

} // namespace

UnlistedCode::UnlistedCode(Elf* elf, std::span<const std::byte> file, const std::vector<LoadedRange>& ranges,
                           std::vector<CodeGap> gaps)
    : m_file(file) {
    keepCode(elf, gaps);
    if (gaps.empty()) return;
    m_code = CodeGaps(std::move(gaps));
    addSections(elf);
    addSymbols(elf, ranges);
    std::sort(m_functions.begin(), m_functions.end());
    m_functions.erase(std::unique(m_functions.begin(), m_functions.end()), m_functions.end());
    GElf_Ehdr header;
    if (gelf_getehdr(elf, &header)) m_start = fileOffsetOf(ranges, header.e_entry).value_or(0);
}

/// Calls take(header) for each section with code.
template<typename Take>
void UnlistedCode::forSections(Elf* elf, const Take& take) const {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS ||
            !(header.sh_flags & SHF_EXECINSTR) || header.sh_size > m_file.size() ||
            header.sh_offset > m_file.size() - header.sh_size)
            continue;
        take(header);
    }
}

/// The sections with code, sorted and apart from each other, which they are not in a damaged file.
std::vector<CodeGap> UnlistedCode::codeSections(Elf* elf) const {
    std::vector<CodeGap> sections;
    forSections(elf, [&](const GElf_Shdr& header) {
        sections.push_back({header.sh_offset, header.sh_offset + header.sh_size});
    });
    std::sort(sections.begin(), sections.end(),
              [](const CodeGap& left, const CodeGap& right) { return left.begin < right.begin; });
    std::uint64_t end = 0;
    for (auto& section : sections) {
        section.begin = std::max(section.begin, end);
        end = std::max(end, section.end);
    }
    std::erase_if(sections, [](const CodeGap& section) { return section.begin >= section.end; });
    return sections;
}

/// Cuts the gaps to the file's code. In a damaged file, segments may be larger than the file and overlap.
/// Executable segments may contain data, too; sections distinguish them, if there are any.
void UnlistedCode::keepCode(Elf* elf, std::vector<CodeGap>& gaps) const {
    const auto sections = codeSections(elf);
    std::vector<CodeGap> kept;
    kept.reserve(gaps.size() + sections.size());
    auto section = sections.begin();
    std::uint64_t last = 0;
    std::size_t inFile = 0;
    for (auto gap : gaps) {
        gap.begin = std::max(gap.begin, last);
        gap.end = std::min<std::uint64_t>(gap.end, m_file.size());
        if (gap.begin >= gap.end) continue;
        last = gap.end;
        gaps[inFile++] = gap;
        while (section != sections.end() && section->end <= gap.begin)
            ++section;
        for (auto next = section; next != sections.end() && next->begin < gap.end; ++next)
            kept.push_back({std::max(gap.begin, next->begin), std::min(gap.end, next->end)});
    }
    gaps.resize(inFile);
    if (!kept.empty()) gaps = std::move(kept);
}

void UnlistedCode::addSections(Elf* elf) {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0) return;
    forSections(elf, [&](const GElf_Shdr& header) {
        const char* name = elf_strptr(elf, names, header.sh_name);
        if (name && std::string_view(name).starts_with(".plt"))
            addLinkage({header.sh_offset, header.sh_offset + header.sh_size});
        else if (m_code.contains(header.sh_offset))
            m_functions.push_back(header.sh_offset);
    });
}

/// The first entry of a PLT, which the others jump to, begins with a push and does not count. Before a
/// function is bound, its pointer leads to the code after the jump, which is a push, too.
void UnlistedCode::addLinkage(const CodeGap& section) {
    const auto bytes = m_file.subspan(section.begin, section.end - section.begin);
    for (std::size_t offset = 0; offset < bytes.size(); offset += entryAlignment) {
        if (!looksLikeLinkage(bytes.subspan(offset)) || !m_code.contains(section.begin + offset)) continue;
        m_functions.push_back(section.begin + offset);
        const auto behind = offset + jumpBytes;
        if (behind < bytes.size() && bytes[offset] == std::byte{0xff} && bytes[behind] == pushNumber)
            m_functions.push_back(section.begin + behind);
    }
}

void UnlistedCode::addSymbols(Elf* elf, const std::vector<LoadedRange>& ranges) {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_entsize != 0 &&
            (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
            addSymbols(section, ranges);
    }
}

/// Takes functions, and global symbols without a type, which assemblers write; local symbols without a type
/// are labels within functions.
void UnlistedCode::addSymbols(Elf_Scn* section, const std::vector<LoadedRange>& ranges) {
    auto* symbols = elf_getdata(section, nullptr);
    if (!symbols || !symbols->d_buf) return;
    const auto count = std::min(symbols->d_size / sizeof(Elf64_Sym), maximumSymbols);
    const auto* bytes = static_cast<const std::byte*>(symbols->d_buf);
    for (std::size_t row = 0; row < count; ++row) {
        Elf64_Sym symbol;
        std::memcpy(&symbol, bytes + row * sizeof symbol, sizeof symbol);
        const auto type = ELF64_ST_TYPE(symbol.st_info);
        const bool isLocal = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL;
        if (symbol.st_shndx == SHN_UNDEF ||
            (type != STT_FUNC && type != STT_GNU_IFUNC && (type != STT_NOTYPE || isLocal)))
            continue;
        const auto offset = fileOffsetOf(ranges, symbol.st_value);
        if (offset && m_code.contains(*offset)) m_functions.push_back(*offset);
    }
}

CodeEntries UnlistedCode::entriesIn(const CodeGap& piece) const {
    CodeEntries entries;
    const auto first = std::lower_bound(m_functions.begin(), m_functions.end(), piece.begin);
    const auto last = std::lower_bound(first, m_functions.end(), piece.end);
    for (auto function = first; function != last; ++function)
        entries.functions.push_back(static_cast<std::uint32_t>(*function - piece.begin));
    if (m_start >= piece.begin && m_start < piece.end)
        entries.starts.push_back(static_cast<std::uint32_t>(m_start - piece.begin));
    return entries;
}

std::uint64_t UnlistedCode::addRows(std::uint64_t end, UnwindRows& rows) {
    std::uint64_t last = 0;
    for (const auto& gaps = m_code.gaps(); m_next < gaps.size() && gaps[m_next].begin < end; ++m_next) {
        const auto& code = gaps[m_next];
        if (code.end - code.begin < minimumCodeSize && !hasEntry(code)) continue; // nearly all
        for (auto begin = code.begin; begin < code.end; begin += FollowedCode::maximumCodeSize) {
            const CodeGap piece{begin,
                                std::min<std::uint64_t>(code.end, begin + FollowedCode::maximumCodeSize)};
            const bool isCode = piece.end - piece.begin >= minimumCodeSize || hasEntry(piece);
            if (isCode && addPieceRows(piece, rows)) last = piece.end;
        }
    }
    return last;
}

/// Pieces have to be asked for in their order.
bool UnlistedCode::hasEntry(const CodeGap& piece) {
    while (m_nextFunction < m_functions.size() && m_functions[m_nextFunction] < piece.begin)
        ++m_nextFunction;
    const bool hasFunction = m_nextFunction < m_functions.size() && m_functions[m_nextFunction] < piece.end;
    return hasFunction || (m_start >= piece.begin && m_start < piece.end);
}

/// Returns false if the piece is left out.
bool UnlistedCode::addPieceRows(const CodeGap& piece, UnwindRows& rows) {
    const auto size = piece.end - piece.begin;
    if (piece.end > std::numeric_limits<std::uint32_t>::max() || m_followed + size > maximumBytes)
        return false;
    m_followed += size;
    m_piece.read(m_file.subspan(piece.begin, size), entriesIn(piece));
    m_piece.followAll();
    m_piece.addRows(static_cast<std::uint32_t>(piece.begin), rows);
    return true;
}

} // namespace candela
