#include "model/formats/json_writing.h"

#include "model/formats/xml_text.h"

#include <fmt/format.h>

#include <iterator>

namespace candela {

void appendJsonText(std::string& json, std::string_view text) {
    json += '"';
    while (!text.empty()) {
        const auto length = letterLength(text);
        const auto letter = text.substr(0, length == 0 ? 1 : length);
        text.remove_prefix(letter.size());
        const auto byte = static_cast<unsigned char>(letter.front());
        if (length == 0)
            json += "\xef\xbf\xbd";
        else if (byte == '"' || byte == '\\')
            json.append("\\").append(letter);
        else if (byte < 0x20)
            fmt::format_to(std::back_inserter(json), "\\u{:04x}", byte);
        else
            json += letter;
    }
    json += '"';
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
