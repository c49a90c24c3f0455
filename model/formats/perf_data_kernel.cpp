#include "model/formats/perf_data_kernel.h"

#include "model/base/file.h"
#include "model/formats/unpack.h"

#include <charconv>
#include <cstring>
#include <elf.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::size_t readStep = 1 << 20;

/// A file of /proc or /sys, which does not know its size before it is read.
ByteBlock contents(const char* path) {
    ByteBlock block;
    const auto file = openToRead(path);
    if (!file) return block;
    while (true) {
        if (block.free().empty() && !block.reserve(std::max(readStep, block.size() * 2))) return {};
        const auto got = ::read(file->get(), block.free().data(), block.free().size());
        if (got <= 0) return block;
        block.grow(static_cast<std::size_t>(got));
    }
}

/// Of the kernel that runs here, from its notes; empty where it has none.
std::string ownBuildId() {
    const auto notes = contents("/sys/kernel/notes");
    PerfDataBytes bytes(notes.bytes(), ByteOrder::Own);
    constexpr std::size_t alignment = 4;
    const auto aligned = [](std::size_t size) { return (size + alignment - 1) / alignment * alignment; };
    while (bytes.remaining() >= sizeof(Elf64_Nhdr)) {
        const auto nameSize = bytes.u32();
        const auto size = bytes.u32();
        const auto type = bytes.u32();
        const auto name = bytes.text(aligned(nameSize));
        const auto content = bytes.bytes(aligned(size));
        if (bytes.failed()) break;
        if (type == NT_GNU_BUILD_ID && name.starts_with("GNU")) return perfBuildIdText(content.first(size));
    }
    return {};
}

/// The address that a line of /proc/kallsyms gives to a symbol of the kernel itself; 0 if there is none.
std::uint64_t addressOf(std::string_view symbol, std::string_view kallsyms) {
    std::string ending(" ");
    ending.append(symbol).append("\n");
    const auto found = kallsyms.find(ending);
    if (found == std::string_view::npos) return 0;
    const auto line = kallsyms.rfind('\n', found) + 1; // npos + 1 is the start
    std::uint64_t address = 0;
    std::from_chars(kallsyms.data() + line, kallsyms.data() + found, address, 16);
    return address;
}

} // namespace

void PerfKernelNames::open(const PerfHeader& header, std::string_view textSymbol, std::uint64_t textAddress) {
    const auto recorded = header.buildIds.find("[kernel.kallsyms]");
    const bool isNamed = recorded != header.buildIds.end();
    if (isNamed ? recorded->second != ownBuildId() : !header.isOfThisMachine() || textAddress == 0) return;
    const auto text = contents("/proc/kallsyms");
    auto symbols = KernelSymbols::read(text.bytes());
    if (!symbols) return;
    if (textAddress != 0) {
        const auto here = addressOf(textSymbol, asText(text.bytes()));
        if (here == 0) return;
        m_shift = here - textAddress;
        if (!isNamed && m_shift != 0) return;
    }
    m_symbols = std::move(*symbols);
}

void PerfKernelNames::add(std::uint64_t start, std::uint64_t size, std::string_view name) {
    if (size == 0 || name.empty()) return;
    m_code.insert_or_assign(start, ToldCode{start + size, std::string(name)});
}

std::string_view PerfKernelNames::find(std::uint64_t address, Code code) const {
    auto told = m_code.upper_bound(address);
    if (told != m_code.begin() && address < (--told)->second.end) return told->second.name;
    if (code == Code::Module && m_shift != 0) return {};
    const auto symbol = m_symbols.find(address + m_shift);
    return symbol ? symbol->name : std::string_view();
}

} // namespace candela
