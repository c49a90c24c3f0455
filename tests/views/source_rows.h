/// The rows of the source view, read and clicked by tests.
#pragma once

#include "views/source/annotation_pane.h"

#include <QTest>

#include <map>
#include <set>

namespace candela {

inline constexpr auto numberColumn = static_cast<int>(AnnotationColumn::Number);
inline constexpr auto textColumn = static_cast<int>(AnnotationColumn::Text);

inline QString cellText(const AnnotationPane& pane, int row, int column) {
    return pane.model().index(row, column).data().toString();
}

inline int rowOfAddress(const AnnotationPane& pane, std::uint64_t address) {
    for (int row = 0; row < pane.model().rowCount(); ++row)
        if (cellText(pane, row, numberColumn) == QString::number(address, 16)) return row;
    return -1;
}

/// "mix.h:4" for each row with a line; a file's rows follow the row with its name.
inline std::map<QString, int> rowsByLine(const AnnotationPane& pane) {
    std::map<QString, int> rows;
    QString file;
    for (int row = 0; row < pane.model().rowCount(); ++row) {
        const auto number = cellText(pane, row, numberColumn);
        if (pane.model().isHeading(row))
            file = number.section(' ', 0, 0).section('/', -1);
        else if (number.toInt() > 0)
            rows[file + ":" + number] = row;
    }
    return rows;
}

inline std::set<QString> linkedLines(const AnnotationPane& pane) {
    std::set<QString> linked;
    for (const auto& [line, row] : rowsByLine(pane))
        if (pane.model().isLinked(row)) linked.insert(line);
    return linked;
}

inline std::set<std::uint64_t> linkedAddresses(const AnnotationPane& pane) {
    std::set<std::uint64_t> linked;
    for (int row = 0; row < pane.model().rowCount(); ++row)
        if (!pane.model().isHeading(row) && pane.model().isLinked(row))
            linked.insert(cellText(pane, row, numberColumn).toULongLong(nullptr, 16));
    return linked;
}

inline void clickRow(const AnnotationPane& pane, int row) {
    auto* table = pane.table();
    table->showRow(row);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      QPoint(20, table->rowViewportPosition(row) + table->rowHeight(row) / 2));
}

} // namespace candela
