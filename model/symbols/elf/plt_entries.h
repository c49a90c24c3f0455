/// The stubs in a module's procedure linkage table, named after the functions that they jump to.
#pragma once

#include "model/symbols/elf/elf_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct PltEntry {
    std::uint64_t start = 0;
    std::uint64_t size = 0;
    std::string name; ///< name of the function: "malloc"
};

/// The stubs of a file, found by decoding each stub's jump and the relocation of the slot that it jumps
/// through (x86-64: sections .plt, .plt.sec, .plt.got; arm64: .plt). Empty for other machines.
std::vector<PltEntry> pltEntries(const ElfFile& elf);

} // namespace candela
