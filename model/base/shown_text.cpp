#include "model/base/shown_text.h"

#include "model/base/letters.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";
constexpr std::uint32_t deleteCharacter = 0x7f;

/// Ranges of letters that are never shown, in order (Unicode 15, general categories Cc, Cf, Zl, Zp and
/// noncharacters). Joiners (U+200C, U+200D) are shown: scripts and emoji need them, and they do not reorder
/// text.
constexpr std::pair<std::uint32_t, std::uint32_t> hiddenLetters[]{
    {0x00, 0x1f},     {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},
    {0x180e, 0x180e}, {0x200b, 0x200b},   {0x200e, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xfff9, 0xfffb},
    {0xfffe, 0xffff}, {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}, {0x10fffe, 0x10ffff},
};

/// "␀" to "␟" and "␡" in UTF-8.
std::string pictureOf(char control) {
    const auto byte = static_cast<unsigned char>(control);
    return {'\xe2', '\x90', static_cast<char>(byte == deleteCharacter ? 0xa1 : 0x80 + byte)};
}

enum class Lines { One, Several };

std::string shown(std::string_view text, Lines lines) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto length = letterLength(text);
        const auto letter = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(letter.size());
        const bool isLineEnd = letter == "\n" && lines == Lines::Several;
        if (length == 0)
            result += replacement;
        else if (isLineEnd || !isHiddenLetter(codePointOf(letter)))
            result += letter;
        else if (length == 1)
            result += pictureOf(letter.front());
        else
            result += replacement;
    }
    return result;
}

} // namespace

bool isHiddenLetter(std::uint32_t codePoint) {
    const auto* range = std::ranges::lower_bound(hiddenLetters, codePoint, {},
                                                 &std::pair<std::uint32_t, std::uint32_t>::second);
    return range != std::end(hiddenLetters) && range->first <= codePoint;
}

std::string shownText(std::string_view text) {
    const bool isPlain = std::ranges::all_of(text, [](char byte) { return byte >= ' ' && byte < 0x7f; });
    return isPlain ? std::string(text) : shown(text, Lines::One);
}

std::string shownLines(std::string_view text) {
    return shown(text, Lines::Several);
}

} // namespace candela
