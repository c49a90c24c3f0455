#include "app/commands/table_text.h"

#include <algorithm>

namespace candela {

namespace {

/// A column of texts is made no wider than this for one that is longer, which pushes the rest of its line on:
/// C++ has names of a thousand letters.
constexpr std::size_t widestTextColumn = 60;

/// Characters, not bytes: UTF-8 continuation bytes do not count.
std::size_t shownWidth(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string printable(std::string text) {
    for (auto& byte : text) {
        if ((byte >= 0 && byte < ' ') || byte == 0x7F) byte = '?';
    }
    return text;
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const char byte : text)
        result.append(byte == '"' ? "\"\"" : std::string(1, byte));
    return result + "\"";
}

} // namespace

std::string TableText::aligned() const {
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        std::size_t width = shownWidth(m_columns[column].title);
        for (const auto& row : m_rows)
            width = std::max(width, shownWidth(row[column]));
        if (m_columns[column].align == Align::Left)
            width = std::min(width, std::max(widestTextColumn, shownWidth(m_columns[column].title)));
        widths.push_back(width);
    }
    std::string text;
    const auto addLine = [&](const auto& cellOf) {
        std::string line;
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const std::string cell = printable(cellOf(column));
            const std::string padding(widths[column] - std::min(widths[column], shownWidth(cell)), ' ');
            if (column > 0) line += "  ";
            line += m_columns[column].align == Align::Right ? padding + cell : cell + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    addLine([&](std::size_t column) { return m_columns[column].title; });
    for (const auto& row : m_rows)
        addLine([&](std::size_t column) { return row[column]; });
    return text;
}

std::string TableText::csv() const {
    std::string text;
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        text += (column > 0 ? "," : "") + quoted(m_columns[column].title);
    text += "\r\n";
    for (const auto& row : m_rows) {
        for (std::size_t column = 0; column < row.size(); ++column)
            text += (column > 0 ? "," : "") + quoted(row[column]);
        text += "\r\n";
    }
    return text;
}

} // namespace candela
