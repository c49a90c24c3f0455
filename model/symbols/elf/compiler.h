/// Which compiler built an ELF file, in words that agree whatever they come from: "GCC 12.2.0", "Clang
/// 14.0.6", "rustc 1.75.0", "Go 1.19.8". Empty where nothing names it.
#pragma once

#include "model/symbols/elf/elf_file.h"

#include <string>
#include <string_view>

namespace candela {

/// From the section .go.buildinfo (its format: debug/buildinfo of Go's library).
std::string goCompiler(const ElfFile& elf);
/// From the section .comment, to which each object file added a line. The C library's start files are among
/// them.
std::string compilerOfComments(const ElfFile& elf);
/// From one DW_AT_producer, or one line of .comment; empty for assemblers and linkers.
std::string compilerOfProducer(std::string_view producer);

} // namespace candela
