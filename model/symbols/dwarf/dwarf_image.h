/// The debug sections of a file that has them compressed, expanded into an ELF image in memory: libdeflate
/// takes a third of the time that libelf takes with zlib.
#pragma once

#include "model/symbols/elf/elf_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace candela {

class DwarfImage {
public:
    /// Nothing is expanded: there are no bytes.
    DwarfImage() = default;
    /// Has all of these sections of the file. Without bytes if none is compressed, one is damaged or
    /// compressed otherwise than the ELF standard describes with zlib, a large one is not compressed at all,
    /// or all together would exceed `maximumBytes`: libelf reads such a file where it is.
    DwarfImage(const ElfFile& elf, std::span<const ElfFile::Section* const> sections,
               std::uint64_t maximumBytes);

    std::span<std::byte> bytes() const { return {m_bytes.get(), m_size}; }

private:
    template<typename Types>
    void build(const ElfFile& elf, std::span<const ElfFile::Section* const> sections,
               std::uint64_t maximumBytes);

    std::unique_ptr<std::byte[]> m_bytes;
    std::size_t m_size = 0;
};

} // namespace candela
