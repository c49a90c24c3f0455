#include "model/formats/firefox/gecko_location.h"

#include <charconv>

namespace candela {

namespace {

/// Removes ":12" from the end; false if there is none.
bool takeNumber(std::string_view& text, std::uint32_t& number) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == text.size()) return false;
    const auto digits = text.substr(colon + 1);
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (problem != std::errc() || end != digits.data() + digits.size()) return false;
    text = text.substr(0, colon);
    return true;
}

} // namespace

GeckoLocation parseGeckoLocation(std::string_view location) {
    GeckoLocation result;
    result.name = location;
    auto source = location;
    if (location.ends_with(')')) {
        const auto open = location.rfind(" (");
        if (open == std::string_view::npos) return result;
        result.name = location.substr(0, open);
        source = location.substr(open + 2, location.size() - open - 3);
    } else if (location.find("://") == std::string_view::npos) {
        return result;
    }
    // If there are two numbers, the last one is the column.
    std::uint32_t last = 0;
    std::uint32_t before = 0;
    const bool hasLast = takeNumber(source, last);
    const bool hasBoth = hasLast && takeNumber(source, before);
    if (!hasLast) return {location, {}, 0};
    result.file = source;
    result.line = hasBoth ? before : last;
    if (result.name.empty()) result.name = location;
    return result;
}

} // namespace candela
