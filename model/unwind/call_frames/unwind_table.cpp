#include "model/unwind/call_frames/unwind_table.h"

#include "model/unwind/call_frames/call_frame_program.h"
#include "model/unwind/call_frames/go_stacks.h"
#include "model/unwind/instructions/loaded_range.h"
#include "model/unwind/instructions/unlisted_code.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <elf.h>
#include <gelf.h>
#include <libelf.h>
#include <limits>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>

namespace candela {

namespace {

using ElfHandle = std::unique_ptr<Elf, decltype(&elf_end)>;

/// The maximum size, about ten times that in the largest programs of today.
constexpr std::uint64_t maximumExpandedSection = 256 << 20;

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

bool expand(Elf_Scn* section) {
    GElf_Chdr header;
    return gelf_getchdr(section, &header) && header.ch_size <= maximumExpandedSection &&
           elf_compress(section, 0, 0) >= 0;
}

/// The entries of a file's call frame sections; their programs are not run yet.
std::vector<FunctionEntries> readSections(Elf* elf) {
    std::vector<FunctionEntries> sections;
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0) return sections;
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS) continue;
        const char* name = elf_strptr(elf, names, header.sh_name);
        if (!name) continue;
        const bool isEh = std::string_view(name) == ".eh_frame";
        if (!isEh && std::string_view(name) != ".debug_frame") continue;
        if ((header.sh_flags & SHF_COMPRESSED) && !expand(section)) continue;
        const auto* bytes = elf_rawdata(section, nullptr);
        if (!bytes || !bytes->d_buf) continue;
        sections.push_back(
            readFunctionEntries({isEh ? FrameSectionKind::EhFrame : FrameSectionKind::DebugFrame,
                                 {static_cast<const std::byte*>(bytes->d_buf), bytes->d_size},
                                 header.sh_addr,
                                 8}));
    }
    return sections;
}

/// A function whose code is in the file, and the difference between its addresses and file offsets.
struct FunctionInFile {
    std::uint64_t fileOffset = 0;
    std::uint64_t shift = 0;
    const FunctionEntry* entry = nullptr;
};

bool isBefore(const FunctionInFile& left, const FunctionInFile& right) {
    return left.fileOffset < right.fileOffset;
}

/// Sorts functions and keeps the order of those with the same offset. They are spread over the file's code:
/// if that is cut into as many parts, few of them have to be compared.
void sortByOffset(std::vector<FunctionInFile>& functions) {
    constexpr std::uint32_t maximumInPart = 32;
    if (std::is_sorted(functions.begin(), functions.end(), isBefore)) return;
    const auto [first, last] = std::minmax_element(functions.begin(), functions.end(), isBefore);
    const auto begin = first->fileOffset;
    const auto partBits = std::bit_width((last->fileOffset - begin) / functions.size());
    const auto partOf = [&](const FunctionInFile& function) {
        return (function.fileOffset - begin) >> partBits;
    };
    std::vector<std::uint32_t> counts(partOf(*last) + 2); // of each part, in the item after it
    for (const auto& function : functions)
        ++counts[partOf(function) + 1];
    if (*std::max_element(counts.begin(), counts.end()) > maximumInPart) {
        std::stable_sort(functions.begin(), functions.end(), isBefore);
        return;
    }
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    std::vector<FunctionInFile> sorted(functions.size());
    for (const auto& function : functions)
        sorted[counts[partOf(function)]++] = function;
    for (std::size_t row = 1; row < sorted.size(); ++row) {
        for (auto left = row; left > 0 && isBefore(sorted[left], sorted[left - 1]); --left)
            std::swap(sorted[left], sorted[left - 1]);
    }
    functions = std::move(sorted);
}

std::vector<FunctionInFile> functionsInFile(const std::vector<FunctionEntries>& sections,
                                            const std::vector<LoadedRange>& ranges) {
    std::vector<FunctionInFile> functions;
    const LoadedRange* range = nullptr;
    for (const auto& section : sections) {
        functions.reserve(functions.size() + section.functions.size());
        for (const auto& function : section.functions) {
            if (function.begin == function.end || function.begin == 0) continue;
            const auto holds = [&](const LoadedRange& candidate) {
                return function.begin - candidate.address < candidate.size &&
                       function.end - candidate.address <= candidate.size;
            };
            if (!range || !holds(*range)) {
                const auto found = std::find_if(ranges.begin(), ranges.end(), holds);
                if (found == ranges.end()) continue;
                range = &*found;
            }
            const auto shift = range->fileOffset - range->address;
            // In a damaged file, the sums may wrap.
            if (function.end + shift > std::numeric_limits<std::uint32_t>::max() ||
                function.begin + shift >= function.end + shift)
                continue;
            functions.push_back({function.begin + shift, shift, &function});
        }
    }
    // Of two functions at the same address the first one counts: it is from .eh_frame, which the program
    // itself uses.
    sortByOffset(functions);
    return functions;
}

/// The loaded code that is not in these functions.
std::vector<CodeGap> gapsBetween(const std::vector<FunctionInFile>& functions,
                                 const std::vector<LoadedRange>& ranges) {
    std::vector<CodeGap> gaps;
    gaps.reserve(functions.size() + ranges.size());
    auto function = functions.begin();
    auto sorted = ranges;
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& left, const auto& right) { return left.fileOffset < right.fileOffset; });
    std::uint64_t end = 0;
    for (const auto& range : sorted) {
        if (range.size > std::numeric_limits<std::uint64_t>::max() - range.fileOffset) continue;
        const auto rangeEnd = range.fileOffset + range.size;
        end = std::max(end, range.fileOffset);
        for (; function != functions.end() && function->fileOffset < rangeEnd; ++function) {
            if (function->fileOffset > end) gaps.push_back({end, function->fileOffset});
            end = std::max(end, function->entry->end + function->shift);
        }
        if (rangeEnd > end) gaps.push_back({end, rangeEnd});
        end = std::max(end, rangeEnd);
    }
    return gaps;
}

/// The maximum number of rows for these functions: a row takes at least an advance and a rule.
std::size_t countRows(const std::vector<FunctionInFile>& functions) {
    std::size_t rows = 0;
    for (const auto& function : functions)
        rows += 2 + function.entry->instructions.size() / 2;
    return rows;
}

/// Adds one row for a whole function.
void addRow(const FunctionInFile& function, unwind_row row, std::uint64_t fileOffset, UnwindRows& rows) {
    row.pc = static_cast<std::uint32_t>(fileOffset);
    rows.add(row);
    rows.end(static_cast<std::uint32_t>(function.entry->end + function.shift));
}

/// Whether Go's own unwind information is wrong for this function; then adds the right rows. Nothing is known
/// from `end` on.
bool addGoFunction(const FunctionInFile& function, const GoStacks& stacks, std::uint64_t end,
                   UnwindRows& rows) {
    const auto isOneOf = [&](const std::vector<std::uint64_t>& begins) {
        return std::binary_search(begins.begin(), begins.end(), function.entry->begin);
    };
    unwind_row row{};
    if (isOneOf(stacks.begins)) {
        row.cfa_rule = UNWIND_CFA_SP;
        row.ra_rule = UNWIND_RA_NONE;
        addRow(function, row, function.fileOffset, rows);
        return true;
    }
    // The handler returns to the function's first byte, so a walk looks up the byte before it.
    if (!isOneOf(stacks.signalReturns) || function.fileOffset <= end) return false;
    row.cfa_rule = UNWIND_CFA_SIGNAL;
    addRow(function, row, function.fileOffset - 1, rows);
    return true;
}

} // namespace

Result<UnwindTable> buildUnwindTable(std::span<std::byte> elfFile, std::size_t maximumRows) {
    if (elf_version(EV_CURRENT) == EV_NONE) return failure("can't be read by this libelf");
    ElfHandle elf(elf_memory(reinterpret_cast<char*>(elfFile.data()), elfFile.size()), &elf_end);
    GElf_Ehdr header;
    if (!elf || elf_kind(elf.get()) != ELF_K_ELF || !gelf_getehdr(elf.get(), &header))
        return failure("is not an ELF file");
    if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64)
        return failure("is an ELF file for another processor");
    UnwindTable table;
    const auto sections = readSections(elf.get());
    for (const auto& section : sections)
        table.damagedFunctions += section.damaged;
    const auto ranges = loadedRanges(elf.get());
    const auto functions = functionsInFile(sections, ranges);
    UnwindRows rows;
    rows.reserve(std::min(countRows(functions), maximumRows)); // memory that is never touched costs nothing
    CallFramePrograms programs(UnwindMachine{}, rows);
    const auto goStacks = goStacksOf(elf.get());
    UnlistedCode unlisted(elf.get(), elfFile, ranges, gapsBetween(functions, ranges));
    std::uint64_t end = 0;
    for (const auto& function : functions) {
        if (function.fileOffset < end) continue; // another function already covers this one
        end = std::max(end, unlisted.addRows(function.fileOffset, rows));
        if (!addGoFunction(function, goStacks, end, rows)) programs.run(*function.entry, function.shift);
        end = function.entry->end + function.shift;
        ++table.functions;
        if (rows.size() > maximumRows)
            return failure("has more unwind information than Candela holds for one file");
    }
    unlisted.addRows(std::numeric_limits<std::uint64_t>::max(), rows);
    if (rows.size() > maximumRows)
        return failure("has more unwind information than Candela holds for one file");
    table.unknownRows = rows.unknown();
    table.rows = rows.take();
    table.index = UnwindRowIndex(table.rows);
    return table;
}

const unwind_row* findUnwindRow(const UnwindTable& table, std::uint64_t fileOffset) {
    const auto* rows = table.rows.data();
    const auto range = table.index.rangeOf(fileOffset, table.rows.size());
    const auto* found =
        std::upper_bound(rows + range.first, rows + range.last, fileOffset,
                         [](std::uint64_t offset, const unwind_row& row) { return offset < row.pc; });
    if (found == rows) return nullptr;
    --found;
    return isEnd(*found) ? nullptr : found;
}

} // namespace candela
