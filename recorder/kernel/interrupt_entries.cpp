#include "recorder/kernel/interrupt_entries.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

namespace candela {

namespace {

constexpr std::uint64_t maximumEntrySize = 32; // bytes; an entry only calls another function

bool isEntry(std::string_view name) {
    return name.starts_with("asm_sysvec_") || name == "asm_common_interrupt" ||
           name == "asm_spurious_interrupt";
}

} // namespace

std::optional<KernelCodeRange> interruptEntries(std::istream& symbols) {
    std::optional<KernelCodeRange> range;
    // "ffffffff81000d40 T asm_common_interrupt"
    for (std::string line; std::getline(symbols, line);) {
        const auto name = line.rfind(' ');
        if (name == std::string::npos || !isEntry(std::string_view(line).substr(name + 1))) continue;
        std::uint64_t start = 0;
        if (std::from_chars(line.data(), line.data() + line.size(), start, 16).ec != std::errc() ||
            start == 0)
            continue;
        if (!range) range = KernelCodeRange{start, start};
        range->begin = std::min(range->begin, start);
        range->end = std::max(range->end, start + maximumEntrySize);
    }
    return range;
}

std::optional<KernelCodeRange> interruptEntries() {
    std::ifstream symbols("/proc/kallsyms");
    return interruptEntries(symbols);
}

} // namespace candela
