#include "model/formats/printed_stacks/folded_lines.h"

#include "model/base/letters.h"

#include <algorithm>
#include <charconv>

namespace candela {

namespace {

constexpr std::string_view blanks = " \t";
constexpr std::size_t decimalsKept = 3;
constexpr std::size_t cutLineFrames = 8; // frames that a line needs to pass as a stack, if it is longer than
                                         // the start

/// "12", "-12", "12.5", "12."; none for other texts and for numbers that are too large.
std::optional<FoldedNumber> parseFoldedNumber(std::string_view text) {
    const bool isNegative = text.starts_with('-');
    const auto point = text.find('.');
    auto decimals = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    const auto whole = text.substr(0, point);
    const auto digits = whole.substr(isNegative ? 1 : 0);
    const bool areDigits = std::ranges::all_of(digits, isDigit) && std::ranges::all_of(decimals, isDigit);
    if (!areDigits || digits.empty()) return std::nullopt;
    FoldedNumber number;
    if (std::from_chars(whole.data(), whole.data() + whole.size(), number.whole).ec != std::errc())
        return std::nullopt;
    for (std::size_t position = 0; position < decimalsKept; ++position)
        number.thousandths =
            number.thousandths * 10 + (position < decimals.size() ? decimals[position] - '0' : 0);
    if (isNegative) number.thousandths = -number.thousandths;
    decimals.remove_prefix(std::min(decimals.size(), decimalsKept));
    number.isRounded = decimals.find_first_not_of('0') != std::string_view::npos;
    return number;
}

/// awk's output for large sums: "1.23457e+09". Other texts may only look like numbers.
std::optional<FoldedNumber> parseWithExponent(std::string_view text) {
    if (text.find_first_not_of("-+.e0123456789") != std::string_view::npos || !isDigit(text.back()))
        return std::nullopt;
    double number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr double maximumExact = 9e15; // below this number each whole number is exact
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
    if (number < -maximumExact || number > maximumExact || number != double(std::int64_t(number)))
        return std::nullopt;
    return FoldedNumber{.whole = std::int64_t(number)};
}

std::optional<FoldedNumber> parseWeight(std::string_view text) {
    if (const auto number = parseFoldedNumber(text)) return number;
    return text.find("e+") == std::string_view::npos ? std::nullopt : parseWithExponent(text);
}

std::string_view withoutBlanksBehind(std::string_view text) {
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Whether the text can be a stack: code has spaces after its semicolons, stacks only if their last frame has
/// no name.
bool looksLikeStack(std::string_view text) {
    const auto blank = text.find("; ");
    return text.find(';') != std::string_view::npos &&
           (blank == std::string_view::npos || blank + 2 == text.size());
}

/// A line without semicolons may be a stack of one frame: "main 12", "GC task 12". Settings ("size: 12", "a =
/// 12"), code ("set -e; exit 1") and tables of numbers are not.
bool looksLikeName(std::string_view text) {
    if (text.find_first_of(blanks) == std::string_view::npos) return !text.empty();
    const auto last = text.substr(text.find_last_of(blanks) + 1);
    const auto first = parseFoldedLine(text);
    return text.find(';') == std::string_view::npos && last != "=" && !last.ends_with(':') &&
           !last.ends_with(',') && !isDigit(text.front()) && !(first && parseFirstColumn(*first));
}

/// "#!/bin/sh", which is not a stack.
bool isScript(std::string_view text) {
    return text.starts_with("#!") && !parseFoldedLine(LineText::takeLine(text));
}

} // namespace

bool isBlankLine(std::string_view line) {
    return line.find_first_not_of(blanks) == std::string_view::npos;
}

std::optional<FoldedLine> parseFoldedLine(std::string_view line) {
    line = withoutBlanksBehind(line);
    const auto space = line.find_last_of(blanks);
    if (space == std::string_view::npos) return std::nullopt;
    const auto weight = parseWeight(line.substr(space + 1));
    if (!weight) return std::nullopt;
    FoldedLine result{.stack = withoutBlanksBehind(line.substr(0, space)), .weight = *weight};
    // Blanks before the blank that separates the weight are a last frame without a name.
    if (result.stack.ends_with(';') && result.stack.size() < space)
        result.stack = line.substr(0, result.stack.size() + 1);
    return result;
}

std::optional<FoldedLine> parseFirstColumn(const FoldedLine& line) {
    if (line.stack.empty() || !isDigit(line.stack.back())) return std::nullopt;
    auto first = parseFoldedLine(line.stack);
    return first && !first->stack.empty() ? first : std::nullopt;
}

bool isFoldedComment(std::string_view line, const std::optional<FoldedLine>& parsed, bool isBeforeStacks) {
    if (!line.starts_with('#') && !line.starts_with("//")) return false;
    return !parsed ||
           (isBeforeStacks && line.starts_with("# ") && parsed->stack.find(';') == std::string_view::npos);
}

std::string_view takeFoldedFrame(std::string_view& rest) {
    const auto name = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    return name;
}

bool looksLikeFoldedStack(std::string_view stack) {
    return looksLikeStack(stack) || looksLikeName(stack);
}

bool looksFolded(const FileStart& start) {
    auto rest = start.wholeLines();
    // Names may contain control characters, but a zero byte means a binary file.
    if (isScript(rest) || rest.find('\0') != std::string_view::npos) return false;
    if (start.isCut() && !rest.ends_with('\n')) {
        if (start.looksLikeJson()) return false;
        std::size_t frames = 1;
        while (frames < cutLineFrames && !takeFoldedFrame(rest).empty())
            ++frames;
        return frames == cutLineFrames;
    }
    std::size_t stacks = 0; // lines that can only be stacks
    std::size_t names = 0;  // lines that may be a stack of one frame
    std::size_t others = 0;
    while (!rest.empty()) {
        const auto line = LineText::takeLine(rest);
        const auto parsed = parseFoldedLine(line);
        if (isBlankLine(line) || isFoldedComment(line, parsed, stacks + names == 0)) continue;
        if (parsed && looksLikeStack(parsed->stack))
            ++stacks;
        else if (parsed && looksLikeName(parsed->stack))
            ++names;
        else
            ++others;
    }
    if (stacks == 0) return start.isText() && names > 0 && others == 0 && !start.looksLikeJson();
    return others * 3 <= stacks + names;
}

} // namespace candela
