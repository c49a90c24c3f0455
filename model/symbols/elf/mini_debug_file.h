/// The symbols that some distributions leave in stripped files: an ELF file with a symbol table, packed with
/// xz in the section .gnu_debugdata (GDB's documentation, "MiniDebugInfo").
#pragma once

#include "model/symbols/elf/elf_file.h"

#include <cstdint>
#include <optional>

namespace candela {

/// The file; none if there is no such section, if it is damaged, or if it would exceed that size.
std::optional<ElfFile> readMiniDebugFile(const ElfFile& elf, std::uint64_t maximumBytes);

} // namespace candela
