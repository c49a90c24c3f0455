/// Tables for people and for scripts: columns aligned for a terminal, or CSV.
#pragma once

#include <string>
#include <vector>

namespace candela {

enum class Align { Left, Right };

class TableText {
public:
    struct Column {
        std::string title;
        Align align = Align::Left;
    };
    explicit TableText(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    /// One cell a column.
    void addRow(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }

    /// Columns aligned by width as shown (UTF-8), two spaces apart, a line of titles first; a very long text
    /// pushes the rest of its line on. Control
    /// characters in cells are shown as "?", so that a file can't write to the terminal.
    std::string aligned() const;
    /// RFC 4180.
    std::string csv() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace candela
