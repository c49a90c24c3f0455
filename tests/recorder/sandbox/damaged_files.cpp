#include "tests/recorder/sandbox/damaged_files.h"

#include "tests/fuzz/made_elf.h"

#include <dwarf.h>

#include <cstring>
#include <functional>
#include <random>

namespace candela {

namespace {

constexpr std::uint64_t huge = std::uint64_t{1} << 60;

/// Bytes in DWARF's encoding.
class Bytes {
public:
    template<typename T>
    Bytes& number(T value) {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    Bytes& byte(unsigned value) { return number(static_cast<std::uint8_t>(value)); }
    Bytes& leb(std::uint64_t value) {
        do {
            const auto rest = value >> 7;
            byte((value & 0x7f) | (rest != 0 ? 0x80 : 0));
            value = rest;
        } while (value != 0);
        return *this;
    }
    Bytes& repeat(std::size_t count, std::string_view part) {
        for (std::size_t i = 0; i < count; ++i)
            m_bytes += part;
        return *this;
    }
    Bytes& text(std::string_view part) { return repeat(1, part); }
    std::size_t size() const { return m_bytes.size(); }
    const std::string& get() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// The bytes after their length, as units of all kinds of sections begin.
std::string withLength(const std::string& bytes) {
    return Bytes().number(static_cast<std::uint32_t>(bytes.size())).text(bytes).get();
}

void add(MadeElf& elf, std::string_view section, const std::string& bytes, std::uint64_t address = 0) {
    elf.add(section, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, address);
}

constexpr std::uint64_t codeBegin = 0x1000;
constexpr std::uint32_t codeSize = 0x1000;
constexpr std::size_t unitHeaderSize = 11; // DWARF 4, 32 bits

/// An abbreviation: tag, children, pairs of attribute and form.
void declare(Bytes& abbreviations, unsigned code, unsigned tag, bool hasChildren,
             const std::vector<std::pair<unsigned, unsigned>>& attributes) {
    abbreviations.leb(code).leb(tag).byte(hasChildren ? 1 : 0);
    for (const auto& [name, form] : attributes)
        abbreviations.leb(name).leb(form);
    abbreviations.leb(0).leb(0);
}

/// Declares 1: the unit itself with its code, 2: a function with code and an origin, 3: one with a
/// specification, 4: a scope with children, 5: a scope with the offset of its sibling.
Bytes usualAbbreviations() {
    const std::pair<unsigned, unsigned> begin{DW_AT_low_pc, DW_FORM_addr}, size{DW_AT_high_pc, DW_FORM_data4};
    Bytes abbreviations;
    declare(abbreviations, 1, DW_TAG_compile_unit, true, {begin, size});
    declare(abbreviations, 2, DW_TAG_subprogram, true, {begin, size, {DW_AT_abstract_origin, DW_FORM_ref4}});
    declare(abbreviations, 3, DW_TAG_subprogram, true, {begin, size, {DW_AT_specification, DW_FORM_ref4}});
    declare(abbreviations, 4, DW_TAG_lexical_block, true, {});
    declare(abbreviations, 5, DW_TAG_lexical_block, true, {{DW_AT_sibling, DW_FORM_ref4}});
    return abbreviations;
}

Bytes& code(Bytes& entries, unsigned abbreviation) {
    return entries.leb(abbreviation).number(codeBegin).number(codeSize);
}

std::string dwarfFile(const Bytes& abbreviations, const Bytes& entries,
                      const std::function<void(MadeElf&)>& addMore = {}) {
    Bytes unit;
    unit.number<std::uint16_t>(4).number<std::uint32_t>(0).byte(8).text(entries.get());
    MadeElf elf;
    add(elf, ".debug_abbrev", Bytes(abbreviations).leb(0).get());
    add(elf, ".debug_info", withLength(unit.get()));
    if (addMore) addMore(elf);
    return elf.finish();
}

/// Functions that refer to each other, by offsets after the unit's own entry.
std::string dwarfOfFunctions(const std::vector<std::pair<unsigned, std::uint32_t>>& functions) {
    Bytes entries;
    code(entries, 1);
    const auto first = static_cast<std::uint32_t>(unitHeaderSize + entries.size());
    constexpr std::uint32_t entrySize = 1 + 8 + 4 + 4 + 1;
    for (const auto& [abbreviation, target] : functions)
        code(entries, abbreviation).number(first + target * entrySize).byte(0);
    return dwarfFile(usualAbbreviations(), entries.byte(0));
}

std::string frameFile(std::string_view section, const std::string& content) {
    MadeElf elf;
    add(elf, section, content, codeBegin);
    return elf.finish();
}

/// `.debug_frame` of one common entry and some functions.
std::string frames(const std::string& common, const std::string& function, std::size_t count) {
    Bytes entry;
    entry.number<std::uint32_t>(0xffffffff).byte(3).byte(0).leb(1).leb(0x78).leb(16).text(common);
    Bytes one;
    one.number<std::uint32_t>(0).number(codeBegin).number<std::uint64_t>(huge).text(function);
    return frameFile(".debug_frame",
                     Bytes().text(withLength(entry.get())).repeat(count, withLength(one.get())).get());
}

/// A line table of version 4 with this program.
std::string lines(std::uint8_t lineRange, std::uint8_t opcodeBase, const std::string& program) {
    Bytes rest;
    rest.byte(1)
        .byte(1)
        .byte(1)
        .byte(0xfb)
        .byte(lineRange)
        .byte(opcodeBase)
        .repeat(opcodeBase > 0 ? opcodeBase - 1u : 0u, std::string(1, '\1'));
    rest.byte(0).text("file").byte(0).leb(0).leb(0).leb(0).byte(0);
    Bytes table;
    table.number<std::uint16_t>(4)
        .number(static_cast<std::uint32_t>(rest.size()))
        .text(rest.get())
        .text(program);
    Bytes abbreviations, entries;
    declare(abbreviations, 1, DW_TAG_compile_unit, false,
            {{DW_AT_low_pc, DW_FORM_addr}, {DW_AT_high_pc, DW_FORM_data4}, {DW_AT_stmt_list, DW_FORM_data4}});
    code(entries, 1).number<std::uint32_t>(0);
    return dwarfFile(abbreviations, entries,
                     [&](MadeElf& elf) { add(elf, ".debug_line", withLength(table.get())); });
}

/// A copy of a program whose headers can be changed.
class Copy {
public:
    explicit Copy(const std::string& program) : m_bytes(program) {}

    Elf64_Ehdr& header() { return *reinterpret_cast<Elf64_Ehdr*>(m_bytes.data()); }
    std::size_t sectionCount() { return header().e_shnum; }
    Elf64_Shdr& section(std::size_t row) {
        return *reinterpret_cast<Elf64_Shdr*>(m_bytes.data() + header().e_shoff + row * sizeof(Elf64_Shdr));
    }
    std::string nameOf(std::size_t row) {
        return m_bytes.data() + section(header().e_shstrndx).sh_offset + section(row).sh_name;
    }
    char* content(std::size_t row) { return m_bytes.data() + section(row).sh_offset; }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

void changeHeader(const std::string& program, std::vector<DamagedFile>& files) {
    const auto change = [&](const char* name, const std::function<void(Elf64_Ehdr&, Copy&)>& how) {
        Copy copy(program);
        how(copy.header(), copy);
        files.push_back({name, copy.bytes()});
    };
    change("section headers beyond the end", [](auto& header, auto&) { header.e_shoff = huge; });
    change("section headers in the header", [](auto& header, auto&) { header.e_shoff = 8; });
    change("as many sections as fit a number", [](auto& header, Copy& copy) {
        copy.section(0).sh_size = ~std::uint64_t{0};
        header.e_shnum = 0;
    });
    change("as many segments as fit a number", [](auto& header, Copy& copy) {
        copy.section(0).sh_info = ~std::uint32_t{0};
        header.e_phnum = PN_XNUM;
    });
    change("segments beyond the end", [](auto& header, auto&) { header.e_phoff = huge; });
    change("names in no section", [](auto& header, auto&) { header.e_shstrndx = SHN_XINDEX; });
    change("section headers of another size", [](auto& header, auto&) { header.e_shentsize = 1; });
    change("every section is the whole file", [&](auto&, Copy& copy) {
        for (std::size_t row = 1; row < copy.sectionCount(); ++row) {
            if (row == copy.header().e_shstrndx) continue;
            copy.section(row).sh_offset = 0;
            copy.section(row).sh_size = program.size();
        }
    });
    change("sections that link to each other in a ring", [](auto&, Copy& copy) {
        for (std::size_t row = 1; row < copy.sectionCount(); ++row)
            copy.section(row).sh_link = static_cast<Elf64_Word>(row + 1 < copy.sectionCount() ? row + 1 : 1);
    });
    change("every section is a symbol table", [](auto&, Copy& copy) {
        for (std::size_t row = 1; row < copy.sectionCount(); ++row)
            copy.section(row).sh_type = SHT_SYMTAB;
    });
}

bool isOfInterest(const std::string& name) {
    return name.starts_with(".debug") || name.starts_with(".note") || name.starts_with(".eh_frame") ||
           name.ends_with("sym") || name.ends_with("str") || name.starts_with(".plt") ||
           name.starts_with(".rela");
}

/// Sections that running programs do not use.
bool isOnlyForReaders(const std::string& name) {
    return name.starts_with(".debug") || name == ".symtab" || name == ".strtab";
}

void changeSections(const std::string& program, std::vector<DamagedFile>& files) {
    Copy original(program);
    for (std::size_t row = 1; row < original.sectionCount(); ++row) {
        const auto name = original.nameOf(row);
        if (!isOfInterest(name)) continue;
        const auto change = [&](const char* what, const std::function<void(Elf64_Shdr&, Copy&)>& how) {
            Copy copy(program);
            how(copy.section(row), copy);
            files.push_back({name + ": " + what, copy.bytes()});
        };
        change("far too large", [](auto& section, auto&) { section.sh_size = huge; });
        change("far away", [](auto& section, auto&) { section.sh_offset = ~std::uint64_t{0} - 7; });
        change("entries of size 0", [](auto& section, auto&) { section.sh_entsize = 0; });
        change("links to nothing", [](auto& section, auto&) { section.sh_link = ~std::uint32_t{0}; });
        if (!isOnlyForReaders(name)) continue;
        for (const unsigned value : {0x00u, 0x01u, 0x80u, 0xffu})
            change("one byte again and again", [&](auto& section, Copy& copy) {
                std::memset(copy.content(row), static_cast<int>(value), section.sh_size);
            });
        for (unsigned seed = 0; seed < 3; ++seed)
            change("noise", [&](auto& section, Copy& copy) {
                std::mt19937 noise(seed);
                for (std::size_t at = 0; at < section.sh_size; at += 1 + noise() % (seed == 0 ? 1 : 50))
                    copy.content(row)[at] = static_cast<char>(noise());
            });
        for (const std::uint64_t size : {huge, std::uint64_t{900} << 20, std::uint64_t{200} << 20})
            change("compressed, and large", [&](auto& section, Copy& copy) {
                const Elf64_Chdr header{ELFCOMPRESS_ZLIB, 0, size, 1};
                if (section.sh_size < sizeof header + 2) return;
                section.sh_flags |= SHF_COMPRESSED;
                std::memcpy(copy.content(row), &header, sizeof header);
                std::memcpy(copy.content(row) + sizeof header, "\x78\x9c", 2); // as zlib begins
            });
    }
}

void changeNotes(const std::string& program, std::vector<DamagedFile>& files) {
    Copy original(program);
    for (std::size_t row = 1; row < original.sectionCount(); ++row) {
        if (original.nameOf(row) != ".note.gnu.build-id") continue;
        for (const std::size_t offset : {0u, 4u}) {
            Copy copy(program);
            std::memset(copy.content(row) + offset, 0xff, 4);
            files.push_back({"a build id that never ends", copy.bytes()});
        }
    }
    const auto link = [&](const char* what, std::string_view section, const std::string& content) {
        MadeElf elf;
        add(elf, section, content);
        files.push_back({what, elf.finish()});
    };
    const std::string checksum(8, '\1');
    link("a debug link without an end", ".gnu_debuglink", std::string(1 << 20, 'x'));
    link("a debug link to the folder above", ".gnu_debuglink", std::string("..\0", 3) + checksum);
    link("a debug link to a path", ".gnu_debuglink", std::string("../../../etc/passwd\0", 20) + checksum);
    link("a supplementary file that is none", ".gnu_debugaltlink",
         std::string("/etc/passwd\0", 12) + checksum);
    link("a supplementary file without an end", ".gnu_debugaltlink", std::string(1 << 20, '/'));
}

void makeDwarf(std::vector<DamagedFile>& files) {
    files.push_back({"a function that is its own origin", dwarfOfFunctions({{2, 0}})});
    files.push_back({"functions that are each other's origins", dwarfOfFunctions({{2, 1}, {2, 2}, {2, 0}})});
    files.push_back({"a function that specifies itself", dwarfOfFunctions({{3, 0}})});
    files.push_back({"specifications and origins in a ring", dwarfOfFunctions({{3, 1}, {2, 0}})});
    files.push_back({"an origin beyond the end", dwarfOfFunctions({{2, 1u << 25}})});

    Bytes deep;
    code(deep, 1).repeat(1'000'000, "\4");
    files.push_back({"a million scopes in each other", dwarfFile(usualAbbreviations(), deep)});
    Bytes ring;
    code(ring, 1);
    const auto first = static_cast<std::uint32_t>(unitHeaderSize + ring.size());
    ring.leb(5).number(first + 6).byte(0).leb(5).number(first).byte(0).byte(0);
    files.push_back({"scopes that are each other's siblings", dwarfFile(usualAbbreviations(), ring)});

    Bytes many;
    std::vector<std::pair<unsigned, unsigned>> flags(1'000'000, {DW_AT_external, DW_FORM_flag_present});
    declare(many, 1, DW_TAG_compile_unit, true, flags);
    files.push_back({"a million attributes", dwarfFile(many, Bytes().repeat(10'000, "\1"))});
    Bytes codes;
    for (unsigned number = 1; number < 300'000; ++number)
        declare(codes, number * 7919, DW_TAG_subprogram, false, {});
    files.push_back({"abbreviations with any numbers", dwarfFile(codes, Bytes().leb(299'999ull * 7919))});
    Bytes endless;
    endless.repeat(1 << 20, "\xff");
    files.push_back({"numbers without an end", dwarfFile(endless, endless)});
    Bytes indirect, chain;
    declare(indirect, 1, DW_TAG_compile_unit, false, {{DW_AT_low_pc, DW_FORM_indirect}});
    chain.leb(1).repeat(1 << 20, std::string(1, static_cast<char>(DW_FORM_indirect)));
    files.push_back({"forms that name forms", dwarfFile(indirect, chain)});

    Bytes ranges, unit, list;
    declare(ranges, 1, DW_TAG_compile_unit, false,
            {{DW_AT_low_pc, DW_FORM_addr}, {DW_AT_ranges, DW_FORM_data4}});
    unit.leb(1).number<std::uint64_t>(0).number<std::uint32_t>(0);
    for (std::uint64_t row = 1; row < 500'000; ++row)
        list.number<std::uint64_t>(row).number<std::uint64_t>(huge - row);
    files.push_back({"ranges in each other",
                     dwarfFile(ranges, unit, [&](MadeElf& elf) { add(elf, ".debug_ranges", list.get()); })});
}

void makeLines(std::vector<DamagedFile>& files) {
    const auto tenMillion = [](char opcode) {
        std::string program;
        program.resize(10'000'000, opcode);
        return program;
    };
    files.push_back({"lines divided by zero", lines(0, 13, "\x20")});
    files.push_back({"lines without opcodes", lines(14, 0, "\x20")});
    files.push_back({"ten million lines", lines(14, 13, tenMillion('\x21'))});
    files.push_back({"ten million lines at one address", lines(14, 13, tenMillion('\1'))});
    files.push_back(
        {"an extended opcode of any size", lines(14, 13, std::string("\0\xff\xff\xff\xff\xff\x7f\2", 8))});
}

void makeFrames(std::vector<DamagedFile>& files) {
    const std::string advances(1 << 20, '\x41');
    files.push_back({"a common program of a megabyte", frames(advances, "", 10'000)});
    files.push_back({"a function's program of ten megabytes", frames("", std::string(10 << 20, '\x41'), 1)});
    files.push_back({"states that are remembered for ever", frames("", std::string(1 << 20, '\x0a'), 3)});
    files.push_back({"a million functions at one address", frames("", "", 1'000'000)});
    files.push_back({"an expression without an end", frames("", "\x0f\xff\xff\xff\xff\x7f", 3)});
    files.push_back({"an entry that is larger than memory",
                     frameFile(".eh_frame", Bytes().number<std::uint32_t>(0xffffffff).number(huge).get())});
    Bytes itself;
    itself.number<std::uint32_t>(20).number<std::uint32_t>(4).repeat(16, "\1");
    files.push_back({"functions whose common entry is a function",
                     frameFile(".eh_frame", Bytes().repeat(100'000, itself.get()).get())});
    files.push_back({"augmentations of any letters",
                     frameFile(".eh_frame", withLength(Bytes()
                                                           .number<std::uint32_t>(0)
                                                           .byte(1)
                                                           .text("z" + std::string(1 << 20, 'P'))
                                                           .repeat(1 << 20, "\xff")
                                                           .get()))});
}

} // namespace

std::vector<DamagedFile> damagedCopies(const std::string& program) {
    std::vector<DamagedFile> files;
    changeHeader(program, files);
    changeSections(program, files);
    changeNotes(program, files);
    return files;
}

std::vector<DamagedFile> cutCopies(const std::string& program) {
    std::vector<DamagedFile> files;
    constexpr std::size_t cuts = 150;
    for (std::size_t cut = 0; cut < cuts; ++cut) {
        const auto size = cut < 70 ? cut : program.size() * (cut - 69) / (cuts - 69) - 1;
        files.push_back({"cut off after " + std::to_string(size) + " bytes", program.substr(0, size)});
    }
    return files;
}

std::vector<DamagedFile> madeUpFiles() {
    std::vector<DamagedFile> files;
    makeDwarf(files);
    makeLines(files);
    makeFrames(files);
    return files;
}

} // namespace candela
