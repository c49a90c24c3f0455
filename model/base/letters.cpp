#include "model/base/letters.h"

namespace candela {

std::size_t letterLength(std::string_view text) {
    const auto byteAt = [&](std::size_t index) {
        return index < text.size() ? static_cast<std::uint8_t>(text[index]) : 0u;
    };
    if (text.empty()) return 0;
    const auto first = byteAt(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (std::size_t index = 1; index < length; ++index) {
        if ((byteAt(index) & 0xc0) != 0x80) return 0;
    }
    const auto second = byteAt(1);
    const bool isTooLong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool isOutside = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
    return isTooLong || isOutside ? 0 : length;
}

std::uint32_t codePointOf(std::string_view letter) {
    const auto first = static_cast<std::uint8_t>(letter.front());
    if (letter.size() == 1) return first;
    std::uint32_t point = first & (0x7fU >> letter.size());
    for (const char byte : letter.substr(1))
        point = point << 6 | (static_cast<std::uint8_t>(byte) & 0x3fU);
    return point;
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
