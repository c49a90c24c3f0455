/// DWARF of untrusted files: functions, lines and inlined frames. The input is DWARF sections, each as one
/// byte (which one), two bytes (its size, little-endian) and its bytes; a symbol table and the ELF file
/// around them are made here, so that changes reach the DWARF. The corpus is the sections of those of
/// elf_symbols.
#include "model/symbols/lookup/module_symbols.h"
#include "tests/fuzz/made_elf.h"
#include "tests/fuzz/made_file.h"
#include "tests/fuzz/required.h"

#include <algorithm>
#include <array>

namespace {

constexpr std::array<std::string_view, 10> sections{
    ".debug_info",    ".debug_abbrev", ".debug_line",   ".debug_str",      ".debug_line_str",
    ".debug_aranges", ".debug_addr",   ".debug_ranges", ".debug_rnglists", ".debug_str_offsets"};
constexpr std::size_t inlineDepth = 60;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::span<const std::uint8_t> input(bytes, size);
    candela::MadeElf elf;
    for (int count = 0; input.size() > 3 && count < 16; ++count) {
        const std::size_t length = input[1] | input[2] << 8;
        const auto content = input.subspan(3).first(std::min(length, input.size() - 3));
        elf.add(sections[input[0] % sections.size()], content);
        input = input.subspan(3 + content.size());
    }
    const auto bytesOfElf = elf.finish();
    const auto file = candela::madeFile(std::as_bytes(std::span(bytesOfElf)));

    candela::SymbolLimits limits;
    limits.expandedBytes = 64 << 20;
    limits.cachedBytes = 1 << 20;
    limits.inlineDepth = inlineDepth;
    auto module = candela::ModuleSymbols::create(file.get(), limits);
    candela::require(module.has_value(), "an ELF file");
    std::vector<std::uint64_t> addresses;
    for (std::uint64_t address = 0x200; address < 0x400; address += 3)
        addresses.push_back(address);
    for (std::uint64_t address = 0x1000; address < 0x4000; address += 0x3d)
        addresses.push_back(address);
    std::vector<candela::SymbolizedFrames> found;
    module->resolve(addresses, found);
    candela::require(found.size() == addresses.size(), "an answer for each address");
    for (const auto& frames : found)
        candela::require(frames.size() <= inlineDepth + 1, "no more frames than were asked for");
    // Looks up again in another order, after some units were dropped from the cache.
    for (std::size_t row = addresses.size(); row-- > 0; row -= std::min<std::size_t>(row, 16))
        module->resolve(addresses[row]);
    return 0;
}
