/// The unwind table of one ELF file: rows of bpf/unwind.h sorted by file offset, from `.eh_frame` and
/// `.debug_frame`.
#pragma once

#include "bpf/unwind.h"
#include "model/base/result.h"
#include "model/unwind/call_frames/unwind_row_index.h"

#include <cstddef>
#include <span>
#include <vector>

namespace candela {

struct UnwindTable {
    std::vector<unwind_row> rows;     ///< sorted by pc; after a row with UNWIND_CFA_NONE nothing is known
    UnwindRowIndex index;             ///< of `rows`, or empty
    std::size_t functions = 0;        ///< entries that were read
    std::size_t damagedFunctions = 0; ///< entries that could not be read
    std::size_t unknownRows = 0;      ///< states that a row can't express
};

/// Reads a whole ELF file; the bytes must be a private copy, because libelf changes headers when it
/// decompresses sections. A file without call frame information gives a table without rows; damaged entries
/// are skipped and counted. Fails on anything but an ELF file for x86-64, and on more than `maximumRows`
/// rows.
Result<UnwindTable> buildUnwindTable(std::span<std::byte> elfFile, std::size_t maximumRows = 16'000'000);

/// The row for a file offset; null if nothing is known.
const unwind_row* findUnwindRow(const UnwindTable& table, std::uint64_t fileOffset);

} // namespace candela
