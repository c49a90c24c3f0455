#include "recorder/kernel_names.h"

#include "model/base/byte_reader.h"
#include "recorder/proc_files.h"

#include <charconv>

namespace candela {

namespace {

constexpr std::int64_t timeBetweenReads = 10'000'000'000;
constexpr std::string_view kernelText = "[kernel.kallsyms]";

std::uint64_t hexadecimal(std::string_view text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

/// Lines of /proc/modules: "name size users dependencies state 0xaddress".
void readModuleBases(std::string_view text, absl::flat_hash_map<std::string, std::uint64_t>& bases) {
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto name = line.substr(0, line.find(' '));
        const auto address = line.find(" 0x");
        if (!name.empty() && address != std::string_view::npos)
            bases[std::string(name)] = hexadecimal(line.substr(address + 3));
    }
}

} // namespace

Result<void> KernelNames::open() {
    m_symbolsFile = TRY(openToRead("/proc/kallsyms"));
    if (auto file = openToRead("/proc/modules")) m_modulesFile = std::move(*file);
    return read();
}

Result<void> KernelNames::read() {
    m_isOld = false;
    m_readAt = monotonicTime();
    const auto text = readSystemFile(m_symbolsFile);
    m_symbols = TRY(KernelSymbols::read(asBytes(text)));
    m_bases.clear();
    const auto line = text.find(" _text\n");
    if (line != std::string::npos) {
        const auto begin = text.rfind('\n', line);
        m_bases[""] = hexadecimal(std::string_view(text).substr(begin == std::string::npos ? 0 : begin + 1));
    }
    readModuleBases(readSystemFile(m_modulesFile), m_bases);
    return {};
}

KernelPlace KernelNames::find(std::uint64_t address) {
    auto symbol = m_symbols.find(address);
    if (!symbol && m_isOld && monotonicTime() - m_readAt > timeBetweenReads) {
        static_cast<void>(read()); // it went well before; if not, there are no names for a while
        symbol = m_symbols.find(address);
    }
    KernelPlace place;
    place.module = kernelText;
    const std::string module(symbol ? symbol->module : std::string_view());
    if (symbol) {
        place.function = symbol->name;
        place.start = symbol->start;
    }
    if (!module.empty()) {
        auto& text = m_moduleTexts[module];
        if (text.empty()) text = "[" + module + "]";
        place.module = text;
    }
    const auto base = m_bases.find(module);
    if (base != m_bases.end() && base->second != 0 && base->second <= address)
        place.address = address - base->second;
    return place;
}

} // namespace candela
