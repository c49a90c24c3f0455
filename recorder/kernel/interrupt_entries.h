/// The addresses of the kernel's interrupt entries.
#pragma once

#include "recorder/kernel/symbol_program.h"

#include <cstdint>
#include <istream>
#include <optional>

namespace candela {

struct KernelCodeRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// The entry functions of interrupts, without those of exceptions, from the text of /proc/kallsyms. None if
/// the kernel hides its addresses, or has no such functions (they exist on x86).
std::optional<KernelCodeRange> interruptEntries(std::istream& symbols);
/// The same from the kernel's tables: the entries are neighbours of one that has the same name in each
/// kernel.
std::optional<KernelCodeRange> interruptEntries(const KernelSearch& kernel);
/// Those of this kernel, from its tables where it runs the program for them. Needs CAP_SYSLOG, CAP_BPF and
/// CAP_PERFMON.
std::optional<KernelCodeRange> interruptEntries();

} // namespace candela
