/// Tables for people and for scripts: columns aligned for a terminal, or CSV.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace candela {

enum class Align { Left, Right };

/// How a text is shortened to fit a terminal. Name knows the syntax of names and leaves out parameters and
/// template arguments first; Path keeps the end, Beginning the beginning; Tree keeps the lines of a tree and
/// shortens the name behind them; Whole is never shortened.
enum class Shorten { Name, Path, Beginning, Tree, Whole };

class TableText {
public:
    struct Column {
        std::string title;
        Align align = Align::Left;
        Shorten shorten = Shorten::Name;
        bool isOptional = false; ///< left out if the terminal is too narrow
        /// Without a terminal, a longer text shifts the rest of its line: C++ has names of a thousand
        /// letters.
        std::size_t maximumWidth = 60;
    };
    explicit TableText(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    /// One cell for each column. Unprintable characters are replaced (shownText).
    void addRow(std::vector<std::string> cells);

    /// Columns aligned by their width on a terminal, two spaces apart, below a line of titles. With `width`,
    /// the columns of a terminal, texts are shortened to fit; without it they are not, and a very long text
    /// shifts the rest of its line.
    std::string aligned(std::optional<std::size_t> width = {}) const;
    /// The table as CSV, see csvText().
    std::string csv() const;
    /// A Markdown table as on GitHub; texts are code spans.
    std::string markdown() const;

private:
    std::vector<std::size_t> naturalWidths() const;
    std::vector<std::size_t> shownColumns(std::optional<std::size_t> width,
                                          const std::vector<std::size_t>& natural) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// Columns that a text takes on a terminal: East Asian letters and pictographs take two, combining accents
/// none.
std::size_t shownWidth(const std::string& text);

} // namespace candela
