#include "model/symbols/elf/plt_entries.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace candela {

namespace {

/// The maximum number of stubs, more than any program has; limits malicious tables.
constexpr std::size_t maximumEntries = 200'000;

using SlotNames = absl::flat_hash_map<std::uint64_t, std::string_view>;

template<typename T>
T valueAt(std::span<const std::byte> bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

/// The address of each slot that the loader fills with a function's address, and the function's name.
SlotNames slotNames(const ElfFile& elf) {
    SlotNames names;
    const auto sections = elf.sections();
    for (const auto& section : sections) {
        if (section.type != SHT_RELA || section.link >= sections.size()) continue;
        const auto& symbolSection = sections[section.link];
        if (symbolSection.type != SHT_DYNSYM || symbolSection.link >= sections.size()) continue;
        const auto symbols = elf.bytes(symbolSection);
        const auto texts = elf.bytes(sections[symbolSection.link]);
        const auto relocations = elf.bytes(section);
        for (std::size_t at = 0; at + sizeof(Elf64_Rela) <= relocations.size(); at += sizeof(Elf64_Rela)) {
            const auto relocation = valueAt<Elf64_Rela>(relocations, at);
            const auto type = ELF64_R_TYPE(relocation.r_info);
            const bool isSlot = elf.machine() == EM_X86_64
                                    ? type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT
                                    : type == R_AARCH64_JUMP_SLOT;
            const std::uint64_t row = ELF64_R_SYM(relocation.r_info);
            if (!isSlot || row == 0 || row >= symbols.size() / sizeof(Elf64_Sym)) continue;
            const auto name = stringAt(texts, valueAt<Elf64_Sym>(symbols, row * sizeof(Elf64_Sym)).st_name);
            if (!name.empty()) names.emplace(relocation.r_offset, name);
            if (names.size() == maximumEntries) return names;
        }
    }
    return names;
}

/// The slot that an x86-64 stub jumps through: jmp *displacement(%rip), with or without a bnd prefix.
std::optional<std::uint64_t> slotOfX86Stub(std::span<const std::byte> stub, std::uint64_t address) {
    for (std::size_t at = 0; at + 6 <= stub.size(); ++at) {
        if (stub[at] != std::byte(0xff) || stub[at + 1] != std::byte(0x25)) continue;
        const auto displacement = valueAt<std::int32_t>(stub, at + 2);
        return address + at + 6 + static_cast<std::uint64_t>(static_cast<std::int64_t>(displacement));
    }
    return {};
}

/// The slot that an arm64 stub jumps through: adrp x16, page; ldr x17, [x16, #offset].
std::optional<std::uint64_t> slotOfArm64Stub(std::span<const std::byte> stub, std::uint64_t address) {
    for (std::size_t at = 0; at + 8 <= stub.size(); at += 4) {
        const auto adrp = valueAt<std::uint32_t>(stub, at);
        const auto load = valueAt<std::uint32_t>(stub, at + 4);
        if ((adrp & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211) continue;
        const std::uint64_t pages = ((adrp >> 29) & 3) | ((adrp >> 3) & 0x1ffffc);
        const auto signedPages = static_cast<std::int64_t>(pages << 43) >> 31; // 21 bits, times 4096
        return ((address + at) & ~std::uint64_t(0xfff)) + static_cast<std::uint64_t>(signedPages) +
               ((load >> 10) & 0xfff) * 8;
    }
    return {};
}

} // namespace

std::vector<PltEntry> pltEntries(const ElfFile& elf) {
    std::vector<PltEntry> entries;
    if (!elf.is64Bit() || (elf.machine() != EM_X86_64 && elf.machine() != EM_AARCH64)) return entries;
    SlotNames names;
    for (const auto& section : elf.sections()) {
        if (section.name != ".plt" && section.name != ".plt.sec" && section.name != ".plt.got") continue;
        if (names.empty()) names = slotNames(elf);
        const auto code = elf.bytes(section);
        // Entries are 16 bytes, except in .plt.got without control-flow protection: linkers state the size in
        // the section.
        const std::uint64_t size = section.entrySize == 8 ? 8 : 16;
        for (std::size_t at = 0; at + size <= code.size() && entries.size() < maximumEntries; at += size) {
            const auto stub = code.subspan(at, size);
            const auto address = section.address + at;
            const auto slot =
                elf.machine() == EM_X86_64 ? slotOfX86Stub(stub, address) : slotOfArm64Stub(stub, address);
            const auto name = slot ? names.find(*slot) : names.end();
            if (name != names.end()) entries.push_back({address, size, std::string(name->second)});
        }
    }
    return entries;
}

} // namespace candela
