#include "app/commands/output/shortened_text.h"

#include "views/text/short_names.h"

#include <string_view>

namespace candela {

namespace {

constexpr std::string_view ellipsis = "…";
/// The characters that the lines of a tree are drawn with (report_tree.cpp).
constexpr std::string_view treeSigns[]{" ", "│", "├", "└"};

/// The length in bytes of the first character.
std::size_t characterLength(std::string_view text) {
    std::size_t length = 1;
    while (length < text.size() && (text[length] & 0xC0) == 0x80)
        ++length;
    return length;
}

std::string beginning(std::string_view text, std::size_t width) {
    if (width == 0) return {};
    std::string kept;
    std::size_t used = 1; // the ellipsis
    while (!text.empty()) {
        const std::string character(text.substr(0, characterLength(text)));
        used += shownWidth(character);
        if (used > width) break;
        kept += character;
        text.remove_prefix(character.size());
    }
    return kept.append(ellipsis);
}

std::string end(std::string_view text, std::size_t width) {
    if (width == 0) return {};
    while (!text.empty() && shownWidth(std::string(text)) + 1 > width)
        text.remove_prefix(characterLength(text));
    return std::string(ellipsis).append(text);
}

std::string name(const std::string& text, std::size_t width) {
    std::string shortest = text;
    for (const auto& form : shorterNames(text)) {
        shortest = form.toStdString();
        if (shownWidth(shortest) <= width) return shortest;
    }
    return beginning(shortest, width);
}

std::size_t treeLength(std::string_view text) {
    std::size_t length = 0;
    for (bool isTree = true; isTree && length < text.size();) {
        isTree = false;
        for (const auto sign : treeSigns) {
            if (!text.substr(length).starts_with(sign)) continue;
            length += sign.size();
            isTree = true;
            break;
        }
    }
    return length;
}

/// The text of a tree's row, at most `width` columns wide. If the lines leave less than half of the width for
/// the name, the left part of the lines is cut off.
std::string treeName(const std::string& text, std::size_t width) {
    const auto length = treeLength(text);
    auto lines = text.substr(0, length);
    if (shownWidth(lines) > width / 2) lines = end(lines, width / 2);
    return lines + name(text.substr(length), width - shownWidth(lines));
}

} // namespace

std::string shortened(const std::string& text, Shorten how, std::size_t width) {
    if (shownWidth(text) <= width) return text;
    switch (how) {
    case Shorten::Name:
        return name(text, width);
    case Shorten::Path:
        return end(text, width);
    case Shorten::Beginning:
        return beginning(text, width);
    case Shorten::Tree:
        return treeName(text, width);
    case Shorten::Whole:
        break;
    }
    return text;
}

std::string wrapped(const std::string& text, std::optional<std::size_t> width) {
    if (!width) return text;
    std::string result, word;
    std::size_t column = 0;
    const auto addWord = [&] {
        if (word.empty()) return;
        const auto size = shownWidth(word);
        if (column > 0 && column + 1 + size > *width) {
            result += '\n';
            column = 0;
        }
        if (column > 0) {
            result += ' ';
            ++column;
        }
        result += word;
        column += size;
        word.clear();
    };
    for (const auto letter : text) {
        if (letter != ' ' && letter != '\n') {
            word += letter;
            continue;
        }
        addWord();
        if (letter != '\n') continue;
        result += letter;
        column = 0;
    }
    addWord();
    return result;
}

} // namespace candela
