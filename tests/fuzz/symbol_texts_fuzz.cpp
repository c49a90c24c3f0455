/// The texts of /proc/kallsyms (trusted, but read by the same rules) and of perf-PID.map (untrusted).
#include "model/symbols/generated/perf_map.h"
#include "model/symbols/lookup/kernel_symbols.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto text = std::as_bytes(std::span(bytes, size));
    const auto kernel = candela::KernelSymbols::read(text);
    const auto map = candela::PerfMap::read(text);
    for (std::uint64_t address = 0; address < 0x10000; address += 0xff) {
        const auto symbol = map.find(address);
        if (symbol && (symbol->start > address || symbol->name.empty())) std::abort();
        if (!kernel) continue;
        const auto function = kernel->find(0xffffffff81000000 + address);
        if (function && (function->start > 0xffffffff81000000 + address || function->name.empty()))
            std::abort();
    }
    return 0;
}
