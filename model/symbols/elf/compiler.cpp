#include "model/symbols/elf/compiler.h"

#include "model/base/byte_reader.h"

#include <algorithm>
#include <optional>

namespace candela {

namespace {

constexpr std::size_t maximumVersionLength = 40;
constexpr std::size_t maximumComments = 64 << 10;

/// "12.2.0" from "12.2.0 -O2", "1.75.0" from "1.75.0 (82e1608df)".
std::string_view versionAt(std::string_view text) {
    return text.substr(0, std::min(text.find_first_of(" ();,"), maximumVersionLength));
}

std::string named(std::string_view name, std::string_view version) {
    return version.empty() ? std::string() : std::string(name).append(" ").append(version);
}

/// The text after a mark; none if the mark is missing.
std::optional<std::string_view> after(std::string_view text, std::string_view mark) {
    const auto position = text.find(mark);
    if (position == std::string_view::npos) return std::nullopt;
    return text.substr(position + mark.size());
}

/// "GNU C++17 12.2.0 -mtune=generic -O2"
std::string gnuCompiler(std::string_view rest) {
    const auto language = rest.substr(0, rest.find(' '));
    if (language == "AS" || language.size() == rest.size()) return {};
    return named("GCC", versionAt(rest.substr(language.size() + 1)));
}

/// The file's bytes that are loaded at an address, up to the end of their segment. Before Go 1.18 the section
/// had the address of a Go string: the address and length of its text.
std::string_view goTextAt(const ElfFile& elf, std::uint64_t address) {
    const auto read = [&](ByteReader& reader) {
        return elf.is64Bit() ? reader.read<std::uint64_t>() : reader.read<std::uint32_t>();
    };
    ByteReader header(elf.bytesAt(address));
    const auto textAddress = read(header);
    const auto size = read(header);
    if (header.failed()) return {};
    ByteReader text(elf.bytesAt(textAddress));
    return text.text(std::min<std::uint64_t>(size, maximumVersionLength));
}

std::uint64_t readVarint(ByteReader& reader) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        const auto byte = reader.read<std::uint8_t>();
        value |= std::uint64_t(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) break;
    }
    return value;
}

} // namespace

std::string goCompiler(const ElfFile& elf) {
    constexpr std::string_view magic = "\xff Go buildinf:";
    constexpr std::uint8_t textFollows = 2;
    const auto* section = elf.find(".go.buildinfo");
    if (!section) return {};
    ByteReader reader(elf.bytes(*section));
    if (reader.text(magic.size()) != magic) return {};
    reader.skip(1); // skips the size of a pointer, which is that of the file's class
    const auto flags = reader.read<std::uint8_t>();
    std::string_view version;
    if ((flags & textFollows) != 0) {
        reader.skip(16);
        const auto size = readVarint(reader);
        version = reader.text(std::min<std::uint64_t>(size, maximumVersionLength));
    } else {
        const auto address = elf.is64Bit() ? reader.read<std::uint64_t>() : reader.read<std::uint32_t>();
        version = goTextAt(elf, address);
    }
    if (reader.failed()) return {};
    return named("Go", version.starts_with("go") ? version.substr(2) : version);
}

std::string compilerOfProducer(std::string_view producer) {
    if (producer.starts_with("GNU ")) return gnuCompiler(producer.substr(4));
    if (const auto version = after(producer, "rustc version ")) return named("rustc", versionAt(*version));
    if (const auto version = after(producer, "clang version ")) return named("Clang", versionAt(*version));
    if (const auto version = after(producer, "cmd/compile go")) return named("Go", versionAt(*version));
    if (producer.starts_with("GCC: (")) {
        const auto packaged = producer.rfind(") ");
        return packaged == std::string_view::npos ? std::string()
                                                  : named("GCC", versionAt(producer.substr(packaged + 2)));
    }
    for (const std::string_view other : {"GHC ", "zig ", "Swift version ", "Guile "}) {
        if (producer.starts_with(other))
            return named(other.substr(0, other.find(' ')), versionAt(producer.substr(other.size())));
    }
    return {};
}

std::string compilerOfComments(const ElfFile& elf) {
    const auto* section = elf.find(".comment");
    if (!section) return {};
    auto text = asText(elf.bytes(*section)).substr(0, maximumComments);
    std::string best;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\0'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        auto compiler = compilerOfProducer(line);
        if (compiler.empty()) continue;
        // The start files of the C library were built by GCC, even if another compiler built the rest. They
        // come first, so a later GCC is the program's own.
        if (!compiler.starts_with("GCC") || best.empty() || best.starts_with("GCC"))
            best = std::move(compiler);
    }
    return best;
}

} // namespace candela
