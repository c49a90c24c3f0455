#include "model/base/letters.h"

#include <algorithm>
#include <array>

namespace candela {

namespace {

struct LetterRange {
    std::uint32_t first, last;

    bool contains(std::uint32_t point) const { return point >= first && point <= last; }
};

/// The blocks of scripts that run from right to left: Hebrew to Arabic Extended-A, presentation forms, and
/// the ancient and African scripts of the supplementary plane (DerivedBidiClass.txt, R and AL).
constexpr std::array rightToLeftRanges{LetterRange{0x5be, 0x8ff}, LetterRange{0xfb1d, 0xfdff},
                                       LetterRange{0xfe70, 0xfefc}, LetterRange{0x10800, 0x10fff},
                                       LetterRange{0x1e800, 0x1efff}};
/// What has no direction of its own beyond ASCII and Latin-1: punctuation, symbols, combining marks.
constexpr std::array neutralRanges{LetterRange{0x2b9, 0x36f}, LetterRange{0x2000, 0x2bff},
                                   LetterRange{0x2e00, 0x3004}};

} // namespace

void appendUtf8(std::string& text, char32_t letter) {
    const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    const auto tail = [&](int shift) { put(0x80 | (letter >> shift & 0x3f)); };
    if (letter < 0x80) {
        put(letter);
    } else if (letter < 0x800) {
        put(0xc0 | letter >> 6);
        tail(0);
    } else if (letter < 0x10000) {
        put(0xe0 | letter >> 12);
        tail(6);
        tail(0);
    } else {
        put(0xf0 | letter >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

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

bool runsRightToLeft(std::string_view text) {
    while (!text.empty()) {
        const auto length = letterLength(text);
        if (length == 0) { // an invalid byte has no direction
            text.remove_prefix(1);
            continue;
        }
        const auto point = codePointOf(text.substr(0, length));
        const auto isIn = [&](const LetterRange& range) { return range.contains(point); };
        if (std::ranges::any_of(rightToLeftRanges, isIn)) return true;
        const bool isLatin = (point | 0x20) >= 'a' && (point | 0x20) <= 'z';
        if (isLatin || (point >= 0xc0 && std::ranges::none_of(neutralRanges, isIn))) return false;
        text.remove_prefix(length);
    }
    return false;
}

} // namespace candela
