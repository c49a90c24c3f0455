#include "model/formats/encoding/csv_text.h"

#include "model/base/shown_text.h"

#include <algorithm>
#include <charconv>

namespace candela {

namespace {

bool isNumber(std::string_view text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size();
}

bool looksLikeFormula(std::string_view text) {
    constexpr std::string_view starts[]{"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    const auto letters = text.substr(std::min(text.find_first_not_of(" \""), text.size()));
    return !isNumber(text) &&
           std::ranges::any_of(starts, [&](std::string_view start) { return letters.starts_with(start); });
}

} // namespace

std::string csvText(std::string_view text) {
    auto cell = shownText(text);
    if (looksLikeFormula(cell)) cell.insert(0, "'");
    if (cell.find_first_of(",\"") == std::string::npos) return cell;
    std::string result = "\"";
    for (const char letter : cell)
        result.append(letter == '"' ? 2 : 1, letter);
    return result + "\"";
}

} // namespace candela
