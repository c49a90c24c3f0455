#include "model/base/markdown_text.h"

#include "model/base/shown_text.h"

#include <algorithm>

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

} // namespace candela
