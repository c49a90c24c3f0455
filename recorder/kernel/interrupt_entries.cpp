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

void include(std::optional<KernelCodeRange>& range, std::uint64_t entry) {
    if (!range) range = KernelCodeRange{entry, entry};
    range->begin = std::min(range->begin, entry);
    range->end = std::max(range->end, entry + maximumEntrySize);
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
        include(range, start);
    }
    return range;
}

std::optional<KernelCodeRange> interruptEntries(const KernelSearch& kernel) {
    constexpr int maximumGap = 64; // functions between two entries
    const auto known = kernel.addressOf("asm_common_interrupt");
    if (!known) return {};
    std::optional<KernelCodeRange> range;
    const auto walk = [&](const auto& next) {
        auto function = kernel.nameOf(*known);
        for (int gap = 0; function && gap < maximumGap; ++gap, function = kernel.nameOf(next(*function))) {
            if (!isEntry(function->name)) continue;
            include(range, function->start);
            gap = 0;
        }
    };
    walk([](const KernelFunction& function) { return function.start - 1; });
    walk([](const KernelFunction& function) { return function.start + function.size; });
    return range;
}

std::optional<KernelCodeRange> interruptEntries() {
    if (const auto kernel = loadKernelSearch()) return interruptEntries(*kernel);
    std::ifstream symbols("/proc/kallsyms");
    return interruptEntries(symbols);
}

} // namespace candela
