#include "model/formats/pprof/legacy_pprof_lines.h"

#include <algorithm>
#include <cmath>

namespace candela {

bool isMapSentinel(std::string_view line) {
    return line.find("--- Memory map: ---") != std::string_view::npos ||
           line.find("MAPPED_LIBRARIES:") != std::string_view::npos;
}

std::optional<std::int64_t> takeNumber(std::string_view& rest, std::string_view around) {
    const auto skip = [&] {
        const auto begin = rest.find_first_not_of(around);
        rest.remove_prefix(begin == std::string_view::npos ? rest.size() : begin);
    };
    skip();
    const auto size = rest.find_first_not_of("-0123456789");
    const auto number = parseNumber<std::int64_t>(rest.substr(0, size));
    rest.remove_prefix(std::min(size, rest.size()));
    skip();
    return number;
}

void appendAddresses(std::string_view text, std::vector<std::uint64_t>& addresses) {
    for (auto position = text.find("0x"); position != std::string_view::npos; position = text.find("0x")) {
        text.remove_prefix(position + 2);
        const auto size = text.find_first_not_of("0123456789abcdef");
        if (const auto address = parseNumber<std::uint64_t>(text.substr(0, size), 16))
            addresses.push_back(*address);
    }
}

void GoNames::readLine(std::string_view line) {
    line.remove_prefix(1);
    const auto address = parseHexadecimal(takeWord(line));
    auto function = takeWord(line);
    if (!address || function.empty()) return;
    // Stacks that share an address repeat the line of that address.
    const bool isInlineChain = m_isOpen && *address == m_last;
    if (!isInlineChain && !m_known.insert_or_assign(*address, true).second) {
        m_isOpen = false;
        return;
    }
    m_isOpen = true;
    m_last = *address;
    LegacyName name{.function = function.substr(0, function.rfind("+0x")), .file = trimmed(line), .line = 0};
    const auto colon = name.file.rfind(':');
    if (colon != std::string_view::npos) {
        name.line = parseNumber<std::uint32_t>(name.file.substr(colon + 1)).value_or(0);
        name.file = name.file.substr(0, colon);
    }
    // A function that calls itself from one address has a line for each call, but is not inlined.
    if (isInlineChain && name == m_lastName) return;
    m_lastName = name;
    m_profile.addName(*address, name);
}

double samplingScale(std::int64_t count, std::int64_t size, std::int64_t rate) {
    if (count == 0 || size == 0) return 0;
    if (rate <= 1) return 1;
    return 1 / (1 - std::exp(-double(size) / double(count) / double(rate)));
}

} // namespace candela
