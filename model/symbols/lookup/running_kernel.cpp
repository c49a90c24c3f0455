#include "model/symbols/lookup/running_kernel.h"

#include "model/base/byte_reader.h"
#include "model/base/file.h"
#include "model/symbols/elf/elf_file.h"

#include <algorithm>
#include <charconv>
#include <sys/utsname.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::size_t maximumSymbolListSize = 256u << 20;

/// A file of /proc or /sys, whose size is not known before it is read; empty if it can't be read.
std::string contents(const std::string& path) {
    std::string text;
    const auto file = openToRead(path);
    constexpr std::size_t step = 1 << 16;
    while (file && text.size() < maximumSymbolListSize) {
        const auto used = text.size();
        ssize_t got = 0;
        text.resize_and_overwrite(used + std::max(step, used), [&](char* bytes, std::size_t size) {
            got = ::read(file->get(), bytes + used, size - used);
            return used + static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        });
        if (got <= 0) break;
    }
    return text;
}

std::uint64_t number(std::string_view text, int base) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

/// The text after a word that begins a line.
std::string_view lineAfter(std::string_view text, std::string_view word) {
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        if (line.starts_with(word)) return line.substr(word.size());
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return {};
}

/// The address of a symbol of the kernel itself in /proc/kallsyms; 0 if there is none.
std::uint64_t addressIn(std::string_view kallsyms, std::string_view symbol) {
    const auto ending = std::string(" ").append(symbol).append("\n");
    const auto found = kallsyms.find(ending);
    if (found == std::string_view::npos) return 0;
    const auto line = kallsyms.rfind('\n', found) + 1; // after npos, this is the text's start
    return number(kallsyms.substr(line, found - line), 16);
}

} // namespace

std::string ownHostName() {
    utsname name{};
    return ::uname(&name) == 0 ? name.nodename : "";
}

KernelIdentity KernelIdentity::read(const std::string& root) {
    KernelIdentity identity;
    utsname name{};
    if (::uname(&name) == 0) identity.release = std::string(name.release) + " " + name.machine;
    const auto notes = contents(root + "/sys/kernel/notes");
    identity.buildId = ElfFile::buildIdInNotes(asBytes(notes));
    constexpr std::int64_t second = 1'000'000'000;
    const auto statistics = contents(root + "/proc/stat");
    identity.bootTime = static_cast<std::int64_t>(number(lineAfter(statistics, "btime "), 10)) * second;
    return identity;
}

Result<RunningKernel> RunningKernel::read(const std::string& root) {
    RunningKernel kernel;
    const auto text = contents(root + "/proc/kallsyms");
    kernel.m_symbols = TRY(KernelSymbols::read(asBytes(text)));
    kernel.m_text = addressIn(text, "_text");
    if (kernel.m_text == 0) return failure("has no symbol _text");
    kernel.m_startOfText = addressIn(text, "_stext");
    kernel.m_modules = contents(root + "/proc/modules");
    return kernel;
}

std::uint64_t RunningKernel::addressOf(std::string_view symbol) const {
    return symbol == "_text" ? m_text : symbol == "_stext" ? m_startOfText : 0;
}

/// "nf_tables 327680 0 - Live 0xffffffffc0a00000"
std::uint64_t RunningKernel::moduleAddress(std::string_view name) const {
    const auto rest = lineAfter(m_modules, std::string(name) + " ");
    const auto address = rest.find(" 0x");
    return address == std::string_view::npos ? 0 : number(rest.substr(address + 3), 16);
}

} // namespace candela
