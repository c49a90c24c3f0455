#include "model/unwind/generated/loaded_library.h"

#include <algorithm>
#include <elf.h>
#include <vector>

namespace candela {

namespace {

constexpr unsigned maximumHeaders = 64;
constexpr unsigned maximumDynamicEntries = 512; // maximum number of entries in the dynamic section
constexpr unsigned maximumChain = 100'000;      // maximum number of symbols in one bucket

template<typename T>
bool readInto(ForeignMemory& memory, std::uint64_t address, T& value) {
    return memory.read(address, std::as_writable_bytes(std::span(&value, 1)));
}

std::uint32_t gnuHash(std::string_view name) {
    std::uint32_t hash = 5381;
    for (const char letter : name)
        hash = hash * 33 + static_cast<unsigned char>(letter);
    return hash;
}

std::uint32_t elfHash(std::string_view name) {
    std::uint32_t hash = 0;
    for (const char letter : name) {
        hash = (hash << 4) + static_cast<unsigned char>(letter);
        hash ^= (hash & 0xf0000000) >> 24;
        hash &= 0x0fffffff;
    }
    return hash;
}

} // namespace

Result<LoadedLibrary> LoadedLibrary::read(ForeignMemory& memory, std::uint64_t start) {
    Elf64_Ehdr header{};
    if (!readInto(memory, start, header) || !std::equal(header.e_ident, header.e_ident + SELFMAG, ELFMAG) ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64 ||
        header.e_phentsize != sizeof(Elf64_Phdr))
        return failure("the loaded file is not a library for this processor");
    LoadedLibrary library;
    std::uint64_t dynamic = 0;
    bool hasBegin = false;
    for (unsigned row = 0; row < std::min<unsigned>(header.e_phnum, maximumHeaders); ++row) {
        Elf64_Phdr part{};
        if (!readInto(memory, start + header.e_phoff + row * sizeof part, part)) break;
        if (part.p_type == PT_DYNAMIC) dynamic = part.p_vaddr;
        if (part.p_type != PT_LOAD || hasBegin) continue;
        library.m_bias = start - (part.p_vaddr - part.p_offset);
        hasBegin = true;
    }
    if (!hasBegin || dynamic == 0) return failure("the library does not describe its symbols");
    for (unsigned row = 0; row < maximumDynamicEntries; ++row) {
        Elf64_Dyn entry{};
        if (!readInto(memory, library.m_bias + dynamic + row * sizeof entry, entry)) break;
        if (entry.d_tag == DT_NULL) break;
        // Some loaders replace the file's addresses by those in memory, others leave them as in the file.
        const auto value = entry.d_un.d_ptr;
        const auto address = value < library.m_bias ? value + library.m_bias : value;
        if (entry.d_tag == DT_SYMTAB) library.m_symbols = address;
        if (entry.d_tag == DT_STRTAB) library.m_texts = address;
        if (entry.d_tag == DT_GNU_HASH) library.m_gnuHash = address;
        if (entry.d_tag == DT_HASH) library.m_hash = address;
    }
    if (library.m_symbols == 0 || library.m_texts == 0 || (library.m_gnuHash == 0 && library.m_hash == 0))
        return failure("the library has no table of its symbols");
    return library;
}

std::optional<std::uint64_t> LoadedLibrary::valueIfNamed(ForeignMemory& memory, std::uint32_t number,
                                                         std::string_view name) const {
    Elf64_Sym symbol{};
    if (!readInto(memory, m_symbols + std::uint64_t{number} * sizeof symbol, symbol) ||
        symbol.st_shndx == SHN_UNDEF)
        return std::nullopt;
    if (memory.readText(m_texts + symbol.st_name, name.size() + 1) != name) return std::nullopt;
    return m_bias + symbol.st_value;
}

/// The first symbol in the bucket of a hash; 0 if the bucket is empty.
std::uint32_t LoadedLibrary::firstOf(ForeignMemory& memory, std::uint32_t hash) const {
    const auto buckets = memory.read<std::uint32_t>(m_gnuHash).value_or(0);
    const auto filterWords = memory.read<std::uint32_t>(m_gnuHash + 8).value_or(0);
    if (buckets == 0) return 0;
    return memory.read<std::uint32_t>(m_gnuHash + 16 + 8 * std::uint64_t{filterWords} + 4 * (hash % buckets))
        .value_or(0);
}

std::optional<std::uint64_t> LoadedLibrary::find(ForeignMemory& memory, std::string_view name) const {
    if (m_gnuHash == 0) return findByHash(memory, name);
    const auto hash = gnuHash(name);
    const auto buckets = memory.read<std::uint32_t>(m_gnuHash).value_or(0);
    const auto firstHashed = memory.read<std::uint32_t>(m_gnuHash + 4).value_or(0);
    const auto filterWords = memory.read<std::uint32_t>(m_gnuHash + 8).value_or(0);
    const auto chains = m_gnuHash + 16 + 8 * std::uint64_t{filterWords} + 4 * std::uint64_t{buckets};
    auto symbol = firstOf(memory, hash);
    if (symbol < firstHashed) return std::nullopt;
    for (unsigned step = 0; step < maximumChain; ++step, ++symbol) {
        const auto known = memory.read<std::uint32_t>(chains + 4 * std::uint64_t{symbol - firstHashed});
        if (!known) return std::nullopt;
        if ((*known | 1) == (hash | 1)) {
            if (const auto value = valueIfNamed(memory, symbol, name)) return value;
        }
        if ((*known & 1) != 0) return std::nullopt; // that was the last symbol of the bucket
    }
    return std::nullopt;
}

std::optional<std::uint64_t> LoadedLibrary::findByHash(ForeignMemory& memory, std::string_view name) const {
    const auto buckets = memory.read<std::uint32_t>(m_hash).value_or(0);
    if (buckets == 0) return std::nullopt;
    auto symbol =
        memory.read<std::uint32_t>(m_hash + 8 + 4 * std::uint64_t{elfHash(name) % buckets}).value_or(0);
    for (unsigned step = 0; step < maximumChain && symbol != 0; ++step) {
        if (const auto value = valueIfNamed(memory, symbol, name)) return value;
        symbol = memory.read<std::uint32_t>(m_hash + 8 + 4 * (std::uint64_t{buckets} + symbol)).value_or(0);
    }
    return std::nullopt;
}

} // namespace candela
