/// Checked parsing of numbers: none if the text is not entirely a number, or if it does not fit.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace candela {

/// Parses "12", or "-12" if Number is signed; in another base "1f" (without "0x").
template<typename Number>
std::optional<Number> parseNumber(std::string_view text, int base = 10) {
    Number number{};
    const auto* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number, base);
    if (text.empty() || parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
    return number;
}

/// "0x1f", "1f".
inline std::optional<std::uint64_t> parseHexadecimal(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    return parseNumber<std::uint64_t>(text, 16);
}

/// Parses "12.345678", in billionths, for example seconds as nanoseconds; decimals beyond the ninth are
/// dropped.
inline std::optional<std::int64_t> parseBillionths(std::string_view text) {
    constexpr std::int64_t billion = 1'000'000'000;
    const auto point = text.find('.');
    const auto whole = parseNumber<std::uint64_t>(text.substr(0, point));
    if (!whole || *whole > 9'000'000'000) return std::nullopt;
    std::int64_t result = static_cast<std::int64_t>(*whole) * billion;
    if (point == std::string_view::npos) return result;
    auto unit = billion;
    for (const auto digit : text.substr(point + 1)) {
        if (digit < '0' || digit > '9') return std::nullopt;
        unit /= 10;
        result += unit * (digit - '0');
    }
    return result;
}

/// A source line as in files: 0, which means none, for numbers that can't be one.
inline std::uint32_t lineNumber(std::int64_t line) {
    return line > 0 && line <= std::numeric_limits<std::uint32_t>::max() ? static_cast<std::uint32_t>(line)
                                                                         : 0;
}

/// Removes the next word, up to a blank, from the front of `rest`; empty at the end.
inline std::string_view takeWord(std::string_view& rest) {
    const auto begin = rest.find_first_not_of(" \t\r");
    rest.remove_prefix(begin == std::string_view::npos ? rest.size() : begin);
    const auto word = rest.substr(0, rest.find_first_of(" \t\r"));
    rest.remove_prefix(word.size());
    return word;
}

/// The text without the blanks at its ends.
inline std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

} // namespace candela
