/// ELF files for x86-64 made of sections, so that a fuzzer's changes reach the contents of sections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The file has one executable segment, its first `codeBytes` bytes at address 0, and sections that no
/// segment loads.
class MadeElf {
public:
    static constexpr std::uint64_t codeBytes = std::uint64_t{1} << 32;

    void add(std::string_view name, std::span<const std::uint8_t> bytes, std::uint64_t address = 0,
             std::uint64_t flags = 0) {
        Elf64_Shdr header{};
        header.sh_name = static_cast<Elf64_Word>(m_names.size());
        header.sh_type = SHT_PROGBITS;
        header.sh_flags = flags;
        header.sh_addr = address;
        header.sh_offset = sizeof(Start) + m_contents.size();
        header.sh_size = bytes.size();
        header.sh_addralign = 1;
        m_headers.push_back(header);
        m_names.append(name).push_back('\0');
        m_contents.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    /// Returns the whole file. No other call may follow.
    std::string finish() {
        m_names.append(".shstrtab").push_back('\0');
        Elf64_Shdr names{};
        names.sh_name = static_cast<Elf64_Word>(m_names.size() - sizeof ".shstrtab");
        names.sh_type = SHT_STRTAB;
        names.sh_offset = sizeof(Start) + m_contents.size();
        names.sh_size = m_names.size();
        m_headers.push_back(names);
        m_contents += m_names;
        m_contents.resize((m_contents.size() + 7) / 8 * 8);

        Start start{};
        std::memcpy(start.header.e_ident, ELFMAG, SELFMAG);
        start.header.e_ident[EI_CLASS] = ELFCLASS64;
        start.header.e_ident[EI_DATA] = ELFDATA2LSB;
        start.header.e_ident[EI_VERSION] = EV_CURRENT;
        start.header.e_type = ET_DYN;
        start.header.e_machine = EM_X86_64;
        start.header.e_version = EV_CURRENT;
        start.header.e_ehsize = sizeof(Elf64_Ehdr);
        start.header.e_phoff = offsetof(Start, segment);
        start.header.e_phentsize = sizeof(Elf64_Phdr);
        start.header.e_phnum = 1;
        start.header.e_shoff = sizeof(Start) + m_contents.size();
        start.header.e_shentsize = sizeof(Elf64_Shdr);
        start.header.e_shnum = static_cast<Elf64_Half>(m_headers.size());
        start.header.e_shstrndx = static_cast<Elf64_Half>(m_headers.size() - 1);
        start.segment.p_type = PT_LOAD;
        start.segment.p_flags = PF_R | PF_X;
        start.segment.p_filesz = start.segment.p_memsz = codeBytes;

        std::string file(reinterpret_cast<const char*>(&start), sizeof start);
        file += m_contents;
        file.append(reinterpret_cast<const char*>(m_headers.data()), m_headers.size() * sizeof(Elf64_Shdr));
        return file;
    }

private:
    struct Start {
        Elf64_Ehdr header;
        Elf64_Phdr segment;
        Elf64_Shdr nothing; // sections may not begin at the file's start
    };

    std::string m_contents;
    std::string m_names = std::string(1, '\0');
    std::vector<Elf64_Shdr> m_headers = {Elf64_Shdr{}};
};

} // namespace candela
