/// The compiler that built an ELF file, in a form that does not depend on the source: "GCC 12.2.0", "Clang
/// 14.0.6", "rustc 1.75.0", "Go 1.19.8". Empty if it is not stated.
#pragma once

#include "model/symbols/elf/elf_file.h"

#include <string>
#include <string_view>

namespace candela {

/// The compiler as stated in the section .go.buildinfo (its format: debug/buildinfo of Go's library).
std::string goCompiler(const ElfFile& elf);
/// The same from the section .comment, which has a line of each object file, including the C library's start
/// files.
std::string compilerOfComments(const ElfFile& elf);
/// The same from one DW_AT_producer, or one line of .comment; empty for assemblers and linkers.
std::string compilerOfProducer(std::string_view producer);

} // namespace candela
