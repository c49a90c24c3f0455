/// Tables for people and for scripts: columns aligned for a terminal, or CSV.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace candela {

enum class Align { Left, Right };

/// How a text is made to fit a terminal. Name knows how languages write names and leaves out parameters and
/// template arguments first; Path keeps the end, Beginning the beginning; Tree keeps the lines of a tree and
/// shortens the name behind them; Whole stays as it is.
enum class Shorten { Name, Path, Beginning, Tree, Whole };

class TableText {
public:
    struct Column {
        std::string title;
        Align align = Align::Left;
        Shorten shorten = Shorten::Name;
        bool isOptional = false; ///< left out where a terminal has no room for it
    };
    explicit TableText(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    /// One cell a column. What must not be shown is replaced (shownText).
    void addRow(std::vector<std::string> cells);

    /// Columns aligned by width as shown (UTF-8), two spaces apart, a line of titles first. With `width`, the
    /// columns of a terminal, texts are shortened to fit; without, nothing is, and a very long text pushes
    /// the rest of its line on.
    std::string aligned(std::optional<std::size_t> width = {}) const;
    /// By csvText().
    std::string csv() const;
    /// A table as GitHub writes it; texts are code spans.
    std::string markdown() const;

private:
    std::vector<std::size_t> naturalWidths() const;
    std::vector<std::size_t> shownColumns(std::optional<std::size_t> width,
                                          const std::vector<std::size_t>& natural) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// Columns that a text takes on a terminal: East Asian letters and pictographs two, accents that join the
/// letter before none.
std::size_t shownWidth(const std::string& text);

} // namespace candela
