/// Untrusted ELF files: symbol tables, notes and links, stubs, DWARF. The first byte of the input chooses how
/// much of it is a second file, tried as the debug file and the supplementary file of the first. The corpus
/// is small programs, built with -nostdlib by several compilers and options.
#include "model/symbols/lookup/module_symbols.h"
#include "tests/fuzz/made_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::span<const std::uint8_t> input(bytes, size);
    if (input.empty()) return 0;
    // Plain ELF files begin with 0x7f and are used whole, so that the corpus can be made of them.
    const bool isWhole = input[0] == 0x7f;
    if (!isWhole) input = input.subspan(1);
    const auto split = isWhole ? input.size() : input.size() * bytes[0] / 256;
    const auto program = candela::madeFile(std::as_bytes(input.first(split)));
    const auto further = isWhole ? candela::madeFile(std::as_bytes(input))
                                 : candela::madeFile(std::as_bytes(input.subspan(split)));

    candela::SymbolLimits limits;
    limits.expandedBytes = 64 << 20;
    limits.cachedBytes = 1 << 20;
    auto module = candela::ModuleSymbols::create(program.get(), limits);
    if (!module) return 0;
    std::vector<std::uint64_t> addresses;
    for (std::size_t offset = 0; offset < size && addresses.size() < 2000; offset += 1 + size / 2000) {
        if (const auto address = module->addressOfFileOffset(offset)) addresses.push_back(*address);
    }
    std::vector<candela::SymbolizedFrames> found;
    module->resolve(addresses, found);
    const bool isDebugFile = module->addDebugFile(further.get()).has_value();
    const bool isSupplementary = module->addSupplementaryFile(further.get()).has_value();
    if (isDebugFile || isSupplementary) module->resolve(addresses, found);
    return 0;
}
