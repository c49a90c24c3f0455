/// The code of an ELF file that its unwind information does not cover: assembly, PLTs, C libraries built
/// without it. The rows are derived from its instructions.
#pragma once

#include "model/unwind/instructions/code_gaps.h"
#include "model/unwind/instructions/followed_code.h"
#include "model/unwind/instructions/loaded_range.h"
#include "model/unwind/instructions/unwind_rows.h"

#include <libelf.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

class UnlistedCode {
public:
    /// The maximum number of bytes that are followed in one file; for the rest, frame pointers are used.
    static constexpr std::size_t maximumBytes = 32 << 20;

    /// `gaps` is the code that no function covers, sorted by its beginning; `file` is the whole file.
    UnlistedCode(Elf* elf, std::span<const std::byte> file, const std::vector<LoadedRange>& ranges,
                 std::vector<CodeGap> gaps);

    /// Adds the rows of code that begins before `end` and was not added yet; gaps are added in order. Returns
    /// the end of the last code with rows; 0 if there was none.
    std::uint64_t addRows(std::uint64_t end, UnwindRows& rows);

private:
    template<typename Take>
    void forSections(Elf* elf, const Take& take) const;
    std::vector<CodeGap> codeSections(Elf* elf) const;
    void keepCode(Elf* elf, std::vector<CodeGap>& gaps) const;
    void addSections(Elf* elf);
    void addLinkage(const CodeGap& section);
    void addSymbols(Elf* elf, const std::vector<LoadedRange>& ranges);
    void addSymbols(Elf_Scn* section, const std::vector<LoadedRange>& ranges);
    CodeEntries entriesIn(const CodeGap& piece) const;
    bool hasEntry(const CodeGap& piece);
    bool addPieceRows(const CodeGap& piece, UnwindRows& rows);

    std::span<const std::byte> m_file;
    CodeGaps m_code;
    std::vector<std::uint64_t> m_functions; // file offsets, sorted
    std::uint64_t m_start = 0;              // where the program's code starts; 0: nowhere
    std::size_t m_next = 0;                 // next of m_code.gaps()
    std::size_t m_nextFunction = 0;         // next of m_functions
    std::size_t m_followed = 0;             // bytes
    FollowedCode m_piece;                   // a member, to use its memory for one piece after the other
};

} // namespace candela
