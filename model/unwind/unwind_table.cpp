#include "model/unwind/unwind_table.h"

#include "model/unwind/call_frame_program.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <gelf.h>
#include <libelf.h>
#include <limits>
#include <memory>
#include <string_view>

namespace candela {

namespace {

using ElfFile = std::unique_ptr<Elf, decltype(&elf_end)>;

/// Compilers align functions to 16 bytes, rarely to more.
constexpr std::uint32_t longestPadding = 32;
/// Some ten times what the largest programs of today have.
constexpr std::uint64_t largestExpandedSection = 256 << 20;

/// One loaded run of the file.
struct LoadedRange {
    std::uint64_t address = 0;
    std::uint64_t size = 0; // in the file
    std::uint64_t fileOffset = 0;
};

std::vector<LoadedRange> loadedRanges(Elf* elf) {
    std::vector<LoadedRange> ranges;
    std::size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0) return ranges;
    for (std::size_t row = 0; row < count; ++row) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, static_cast<int>(row), &header)) break;
        if (header.p_type == PT_LOAD && (header.p_flags & PF_X))
            ranges.push_back({header.p_vaddr, header.p_filesz, header.p_offset});
    }
    return ranges;
}

/// Adds the rows of each call frame section.
class SectionRows {
public:
    SectionRows(Elf* elf, std::size_t maximumRows) : m_elf(elf), m_maximumRows(maximumRows) {}

    Result<void> read(UnwindTable& table) {
        std::size_t names = 0;
        if (elf_getshdrstrndx(m_elf, &names) != 0) return {};
        for (Elf_Scn* section = nullptr; (section = elf_nextscn(m_elf, section));) {
            GElf_Shdr header;
            if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS) continue;
            const char* name = elf_strptr(m_elf, names, header.sh_name);
            if (!name) continue;
            const bool isEh = std::string_view(name) == ".eh_frame";
            if (!isEh && std::string_view(name) != ".debug_frame") continue;
            if ((header.sh_flags & SHF_COMPRESSED) && !expand(section)) continue;
            const auto* bytes = elf_rawdata(section, nullptr);
            if (!bytes || !bytes->d_buf) continue;
            readSection({isEh ? FrameSectionKind::EhFrame : FrameSectionKind::DebugFrame,
                         {static_cast<const std::byte*>(bytes->d_buf), bytes->d_size},
                         header.sh_addr,
                         8},
                        table);
            if (m_isFull) return failure("has more unwind information than Candela holds for one file");
        }
        return {};
    }

    std::vector<PlacedRow>& rows() { return m_rows; }

private:
    static bool expand(Elf_Scn* section) {
        GElf_Chdr header;
        return gelf_getchdr(section, &header) && header.ch_size <= largestExpandedSection &&
               elf_compress(section, 0, 0) >= 0;
    }

    void readSection(const FrameSection& section, UnwindTable& table) {
        table.damagedFunctions += forEachFunctionEntry(section, [&](const FunctionEntry& function) {
            if (m_rows.size() >= m_maximumRows) m_isFull = true;
            if (m_isFull || function.begin == function.end || function.begin == 0) return;
            ++table.functions;
            runCallFrameProgram(function, UnwindMachine{}, m_rows);
            m_rows.push_back(
                {function.end, unwind_row{}}); // nothing is known behind it, unless a row begins there
        });
    }

    Elf* m_elf;
    std::size_t m_maximumRows;
    std::vector<PlacedRow> m_rows;
    bool m_isFull = false;
};

bool isEnd(const unwind_row& row) {
    return row.cfa_rule == UNWIND_CFA_NONE;
}

bool sameRule(const unwind_row& left, const unwind_row& right) {
    return left.cfa_offset == right.cfa_offset && left.fp_offset == right.fp_offset &&
           left.cfa_rule == right.cfa_rule && left.rules == right.rules;
}

/// Sorted, one row a place (an end yields to a beginning), equal neighbours as one, places as file offsets.
void collect(std::vector<PlacedRow>& placed, const std::vector<LoadedRange>& ranges, UnwindTable& table) {
    std::stable_sort(placed.begin(), placed.end(), [](const PlacedRow& left, const PlacedRow& right) {
        if (left.address != right.address) return left.address < right.address;
        return isEnd(left.row) < isEnd(right.row);
    });
    const LoadedRange* range = nullptr;
    std::uint64_t lastAddress = std::numeric_limits<std::uint64_t>::max();
    for (auto& [address, row] : placed) {
        if (address == lastAddress) continue;
        const auto holds = [&](const LoadedRange& candidate) {
            return address - candidate.address < candidate.size ||
                   (isEnd(row) && address - candidate.address == candidate.size);
        };
        if (!range || !holds(*range)) {
            const auto found = std::find_if(ranges.begin(), ranges.end(), holds);
            if (found == ranges.end()) continue;
            range = &*found;
        }
        const auto offset = address - range->address + range->fileOffset;
        if (offset > std::numeric_limits<std::uint32_t>::max()) continue;
        lastAddress = address;
        row.pc = static_cast<std::uint32_t>(offset);
        if (row.cfa_rule == UNWIND_CFA_UNKNOWN) ++table.unknownRows;
        if (!table.rows.empty()) {
            const auto& last = table.rows.back();
            if (sameRule(last, row)) continue;
            // Padding between functions never runs: it needs no row of its own.
            if (isEnd(last) && row.pc - last.pc < longestPadding) {
                table.rows.pop_back();
                if (!table.rows.empty() && sameRule(table.rows.back(), row)) continue;
            }
        }
        table.rows.push_back(row);
    }
    // Loaded ranges need not lie in the file as they lie in memory.
    if (!std::is_sorted(table.rows.begin(), table.rows.end(),
                        [](auto& left, auto& right) { return left.pc < right.pc; }))
        std::stable_sort(table.rows.begin(), table.rows.end(),
                         [](auto& left, auto& right) { return left.pc < right.pc; });
    table.rows.shrink_to_fit();
}

} // namespace

Result<UnwindTable> buildUnwindTable(std::span<std::byte> elfFile, std::size_t maximumRows) {
    if (elf_version(EV_CURRENT) == EV_NONE) return failure("can't be read by this libelf");
    ElfFile elf(elf_memory(reinterpret_cast<char*>(elfFile.data()), elfFile.size()),
                &elf_end);
    GElf_Ehdr header;
    if (!elf || elf_kind(elf.get()) != ELF_K_ELF || !gelf_getehdr(elf.get(), &header))
        return failure("is not an ELF file");
    if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64)
        return failure("is an ELF file for another processor");
    UnwindTable table;
    SectionRows sections(elf.get(), maximumRows);
    TRY(sections.read(table));
    collect(sections.rows(), loadedRanges(elf.get()), table);
    return table;
}

const unwind_row* findUnwindRow(const UnwindTable& table, std::uint64_t fileOffset) {
    auto found =
        std::upper_bound(table.rows.begin(), table.rows.end(), fileOffset,
                         [](std::uint64_t offset, const unwind_row& row) { return offset < row.pc; });
    if (found == table.rows.begin()) return nullptr;
    --found;
    return isEnd(*found) ? nullptr : &*found;
}

} // namespace candela
