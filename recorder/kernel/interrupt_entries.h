/// The addresses of the kernel's interrupt entries.
#pragma once

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
std::optional<KernelCodeRange> interruptEntries();

} // namespace candela
