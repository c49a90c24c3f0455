#include "model/symbols/generated/perf_map.h"

#include "model/base/byte_reader.h"

#include <algorithm>
#include <charconv>

namespace candela {

namespace {

/// Longer names are cut.
constexpr std::size_t maximumNameLength = 4096;

/// A hexadecimal number, with or without "0x", and the space after it.
bool takeNumber(std::string_view& text, std::uint64_t& number) {
    if (text.starts_with("0x")) text.remove_prefix(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || length >= text.size() || text[length] != ' ') return false;
    text.remove_prefix(length + 1);
    return true;
}

} // namespace

PerfMap PerfMap::read(std::span<const std::byte> text) {
    PerfMap map;
    map.append(text);
    map.m_names.shrink_to_fit();
    map.m_functions.shrink_to_fit();
    return map;
}

std::size_t PerfMap::append(std::span<const std::byte> text) {
    const auto all = asText(text);
    std::size_t begin = 0;
    for (auto end = all.find('\n'); end != std::string_view::npos; end = all.find('\n', begin)) {
        if (size() < maximumGeneratedFunctions) addLine(all.substr(begin, end - begin));
        begin = end + 1;
    }
    return begin;
}

void PerfMap::addLine(std::string_view line) {
    auto name = line;
    std::uint64_t start = 0;
    std::uint64_t size = 0;
    if (!takeNumber(name, start) || !takeNumber(name, size) || size == 0 || start + size < start) return;
    name = name.substr(0, std::min(maximumNameLength, name.find('\0')));
    if (name.empty()) return;
    m_ranges.add(start, start + size, static_cast<std::uint32_t>(m_functions.size()));
    m_functions.push_back({start, m_names.size(), static_cast<std::uint32_t>(name.size())});
    m_names += name;
}

std::optional<PerfMap::Symbol> PerfMap::find(std::uint64_t address) const {
    const auto row = m_ranges.find(address);
    if (!row) return {};
    const auto& function = m_functions[*row];
    return Symbol{std::string_view(m_names).substr(function.nameOffset, function.nameSize), function.start};
}

std::size_t PerfMap::byteSize() const {
    return m_names.capacity() + m_functions.capacity() * sizeof(Function) + m_ranges.byteSize();
}

} // namespace candela
