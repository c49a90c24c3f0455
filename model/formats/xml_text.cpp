#include "model/formats/xml_text.h"

#include <cstdint>

namespace candela {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

std::string_view escaped(char letter) {
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return {};
    }
}

bool isAllowed(std::string_view letter) {
    if (letter.size() == 1) {
        const auto byte = static_cast<std::uint8_t>(letter[0]);
        return byte >= 0x20 || byte == '\t' || byte == '\n';
    }
    return letter != "\xef\xbf\xbe" && letter != "\xef\xbf\xbf";
}

} // namespace

std::size_t letterLength(std::string_view text) {
    const auto byteAt = [&](std::size_t place) {
        return place < text.size() ? static_cast<std::uint8_t>(text[place]) : 0u;
    };
    const auto first = byteAt(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (std::size_t place = 1; place < length; ++place) {
        if ((byteAt(place) & 0xc0) != 0x80) return 0;
    }
    const auto second = byteAt(1);
    const bool isTooLong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool isOutside = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
    return isTooLong || isOutside ? 0 : length;
}

std::string xmlText(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto length = letterLength(text);
        const auto letter = text.substr(0, length == 0 ? 1 : length);
        text.remove_prefix(letter.size());
        if (length == 0 || !isAllowed(letter)) {
            result += replacement;
        } else if (const auto escape = escaped(letter[0]); !escape.empty()) {
            result += escape;
        } else {
            result += letter;
        }
    }
    return result;
}

std::string_view firstLetters(std::string_view text, std::size_t count) {
    std::size_t end = 0;
    for (; count > 0 && end < text.size(); --count) {
        const auto length = letterLength(text.substr(end));
        end += length == 0 ? 1 : length;
    }
    return text.substr(0, end);
}

} // namespace candela
