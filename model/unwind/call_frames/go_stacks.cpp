#include "model/unwind/call_frames/go_stacks.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace candela {

namespace {

constexpr std::array<std::string_view, 3> switchingFunctions{"runtime.mcall", "runtime.morestack",
                                                             "runtime.systemstack"};
constexpr std::array<std::string_view, 2> signalFunctions{"runtime.sigreturn",
                                                          "runtime.sigreturn__sigaction"};
constexpr std::string_view assemblySuffix = ".abi0";

void addFunctions(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, GoStacks& stacks) {
    auto* symbols = elf_getdata(section, nullptr);
    if (!symbols || header.sh_entsize == 0) return;
    const auto count =
        static_cast<int>(std::min<std::uint64_t>(symbols->d_size / header.sh_entsize, 1 << 24));
    for (int row = 0; row < count; ++row) {
        GElf_Sym symbol;
        if (!gelf_getsym(symbols, row, &symbol)) return;
        if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC) continue;
        const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (!name) continue;
        auto function = std::string_view(name);
        if (function.ends_with(assemblySuffix)) function.remove_suffix(assemblySuffix.size());
        const auto isOneOf = [&](const auto& names) {
            return std::find(names.begin(), names.end(), function) != names.end();
        };
        if (isOneOf(switchingFunctions)) stacks.begins.push_back(symbol.st_value);
        if (isOneOf(signalFunctions)) stacks.signalReturns.push_back(symbol.st_value);
    }
}

} // namespace

GoStacks goStacksOf(Elf* elf) {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0) return {};
    Elf_Scn* symbols = nullptr;
    GElf_Shdr symbolHeader{};
    bool isGo = false;
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header)) continue;
        const char* name = elf_strptr(elf, names, header.sh_name);
        isGo = isGo || (name && std::string_view(name).ends_with(".gopclntab"));
        if (header.sh_type != SHT_SYMTAB) continue;
        symbols = section;
        symbolHeader = header;
    }
    GoStacks stacks;
    if (isGo && symbols) addFunctions(elf, symbols, symbolHeader, stacks);
    std::sort(stacks.begins.begin(), stacks.begins.end());
    std::sort(stacks.signalReturns.begin(), stacks.signalReturns.end());
    return stacks;
}

} // namespace candela
