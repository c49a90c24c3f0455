#include "model/base/cell_text.h"

#include "model/base/shown_text.h"

#include <algorithm>
#include <charconv>

namespace candela {

namespace {

std::size_t longestRun(std::string_view text, char letter) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char each : text) {
        run = each == letter ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

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

std::string markdownCode(std::string_view text) {
    auto code = shownText(text);
    if (code.empty()) return {};
    for (std::size_t at = 0; (at = code.find('|', at)) != std::string::npos; at += 2)
        code.insert(at, "\\");
    const std::string fence(longestRun(code, '`') + 1, '`');
    const bool touches =
        code.front() == '`' || code.back() == '`' || code.front() == ' ' || code.back() == ' ';
    return touches ? fence + " " + code + " " + fence : fence + code + fence;
}

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
