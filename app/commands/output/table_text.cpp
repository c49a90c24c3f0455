#include "app/commands/output/table_text.h"

#include "app/commands/output/shortened_text.h"
#include "model/base/cell_text.h"
#include "model/base/letters.h"
#include "model/base/shown_text.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace candela {

namespace {

/// The minimum width of a column of texts: before texts get narrower, optional columns are left out.
constexpr std::size_t narrowestText = 24;
constexpr std::size_t gap = 2;

/// Ranges of Unicode (East Asian Width W and F, and emoji) that terminals show two columns wide.
constexpr std::pair<std::uint32_t, std::uint32_t> wideLetters[]{
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

std::size_t letterWidth(std::uint32_t letter) {
    if (letter >= 0x300 && letter <= 0x36F) return 0; // combining accents
    for (const auto& [first, last] : wideLetters) {
        if (letter >= first && letter <= last) return 2;
    }
    return 1;
}

bool isText(const TableText::Column& column) {
    return column.align == Align::Left && column.shorten != Shorten::Whole;
}

/// Gives each text the width it needs, up to its share of the width.
void shareOut(std::size_t room, std::vector<std::pair<std::size_t, std::size_t*>> texts) {
    std::ranges::sort(texts, {}, [](const auto& text) { return text.first; });
    for (std::size_t left = texts.size(); const auto& [wanted, width] : texts) {
        *width = std::min(wanted, room / left);
        room -= *width;
        --left;
    }
}

} // namespace

void TableText::addRow(std::vector<std::string> cells) {
    for (auto& cell : cells)
        cell = shownText(cell);
    m_rows.push_back(std::move(cells));
}

std::size_t shownWidth(const std::string& text) {
    std::size_t width = 0;
    for (std::size_t position = 0; position < text.size();) {
        const auto first = static_cast<unsigned char>(text[position]);
        const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        std::uint32_t letter = length == 1 ? first : first & (0x7FU >> length);
        for (std::size_t byte = 1; byte < length && position + byte < text.size(); ++byte)
            letter = letter << 6 | (static_cast<unsigned char>(text[position + byte]) & 0x3FU);
        width += letterWidth(letter);
        position += length;
    }
    return width;
}

std::vector<std::size_t> TableText::naturalWidths() const {
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        std::size_t width = shownWidth(m_columns[column].title);
        for (const auto& row : m_rows)
            width = std::max(width, shownWidth(row[column]));
        widths.push_back(width);
    }
    return widths;
}

/// The columns to show: all of them or, if texts would get too narrow, not all optional ones; the last are
/// left out first.
std::vector<std::size_t> TableText::shownColumns(std::optional<std::size_t> width,
                                                 const std::vector<std::size_t>& natural) const {
    std::vector<std::size_t> shown(m_columns.size());
    std::iota(shown.begin(), shown.end(), std::size_t(0));
    if (!width) return shown;
    const auto needed = [&] {
        std::size_t sum = gap * (shown.size() - 1);
        for (const auto column : shown)
            sum += isText(m_columns[column]) ? std::min(natural[column], narrowestText) : natural[column];
        return sum;
    };
    while (needed() > *width) {
        const auto last = std::find_if(shown.rbegin(), shown.rend(),
                                       [&](std::size_t column) { return m_columns[column].isOptional; });
        if (last == shown.rend()) break;
        shown.erase(std::next(last).base());
    }
    return shown;
}

std::string TableText::aligned(std::optional<std::size_t> width) const {
    const auto natural = naturalWidths();
    const auto shown = shownColumns(width, natural);
    auto widths = natural;
    if (width) {
        std::size_t taken = gap * (shown.size() - 1);
        std::vector<std::pair<std::size_t, std::size_t*>> texts;
        for (const auto column : shown) {
            if (isText(m_columns[column]))
                texts.emplace_back(natural[column], &widths[column]);
            else
                taken += natural[column];
        }
        const auto room = *width > taken ? *width - taken : 0;
        shareOut(std::max(room, narrowestText / 2 * texts.size()), std::move(texts));
    } else {
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const auto widest = std::max(m_columns[column].maximumWidth, shownWidth(m_columns[column].title));
            if (m_columns[column].align == Align::Left) widths[column] = std::min(widths[column], widest);
        }
    }
    std::string text;
    const auto addLine = [&](const auto& cellOf) {
        std::string line;
        for (const auto column : shown) {
            std::string cell = cellOf(column);
            if (width && isText(m_columns[column]))
                cell = shortened(cell, m_columns[column].shorten, widths[column]);
            const std::string padding(widths[column] - std::min(widths[column], shownWidth(cell)), ' ');
            if (column != shown.front()) line += std::string(gap, ' ');
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

std::string TableText::markdown() const {
    std::string text = "|";
    for (const auto& column : m_columns)
        text += " " +
                (isText(column) && column.title.find(':') != std::string::npos ? markdownCode(column.title)
                                                                               : column.title) +
                " |";
    text += "\n|";
    for (const auto& column : m_columns)
        text += column.align == Align::Right ? " ---: |" : " --- |";
    for (const auto& row : m_rows) {
        text += "\n|";
        for (std::size_t column = 0; column < row.size(); ++column)
            text += " " + (isText(m_columns[column]) ? markdownCode(row[column]) : row[column]) + " |";
    }
    return text + "\n";
}

std::string TableText::csv() const {
    std::string text;
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        text += (column > 0 ? "," : "") + csvText(m_columns[column].title);
    text += "\r\n";
    for (const auto& row : m_rows) {
        for (std::size_t column = 0; column < row.size(); ++column)
            text += (column > 0 ? "," : "") + csvText(row[column]);
        text += "\r\n";
    }
    return text;
}

} // namespace candela
