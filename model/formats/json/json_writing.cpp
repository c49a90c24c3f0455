#include "model/formats/json/json_writing.h"

#include "model/base/letters.h"
#include "model/base/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace candela {

namespace {

/// A letter as a JSON escape; letters beyond the basic plane as a surrogate pair (RFC 8259, 7).
void appendEscape(std::string& json, std::uint32_t codePoint) {
    constexpr std::uint32_t firstBeyond = 0x10000;
    auto out = std::back_inserter(json);
    if (codePoint < firstBeyond) {
        fmt::format_to(out, "\\u{:04x}", codePoint);
    } else {
        const auto rest = codePoint - firstBeyond;
        fmt::format_to(out, "\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
    }
}

} // namespace

void appendJsonText(std::string& json, std::string_view text) {
    json += '"';
    while (!text.empty()) {
        const auto length = letterLength(text);
        const auto letter = text.substr(0, length == 0 ? 1 : length);
        text.remove_prefix(letter.size());
        if (length == 0)
            json += "\xef\xbf\xbd";
        else if (letter == "\"" || letter == "\\")
            json.append("\\").append(letter);
        else if (isHiddenLetter(codePointOf(letter)))
            appendEscape(json, codePointOf(letter));
        else
            json += letter;
    }
    json += '"';
}

std::string withHiddenLettersEscaped(std::string_view json) {
    std::string result;
    result.reserve(json.size());
    while (!json.empty()) {
        const auto letter = json.substr(0, std::max<std::size_t>(letterLength(json), 1));
        json.remove_prefix(letter.size());
        // Line ends are between values; in texts they are escaped already.
        const bool isLineEnd = letter == "\n" || letter == "\r" || letter == "\t";
        if (isLineEnd || !isHiddenLetter(codePointOf(letter)))
            result += letter;
        else
            appendEscape(result, codePointOf(letter));
    }
    return result;
}

void appendMilliseconds(std::string& json, std::int64_t nanoseconds) {
    constexpr std::uint64_t million = 1'000'000;
    auto magnitude = static_cast<std::uint64_t>(nanoseconds);
    if (nanoseconds < 0) {
        json += '-';
        magnitude = 0 - magnitude;
    }
    const auto fraction = magnitude % million;
    fmt::format_to(std::back_inserter(json), "{}", magnitude / million);
    if (fraction == 0) return;
    auto digits = fmt::format(".{:06}", fraction);
    digits.erase(digits.find_last_not_of('0') + 1);
    json += digits;
}

} // namespace candela
