/// Widths of a table's columns: as wide as what they show, and the names take the rest of the table's width.
/// Where that is too little, names give way until the most important columns are in sight; then the table
/// scrolls. Widths that the user sets stay.
#pragma once

#include <QObject>

#include <map>
#include <optional>
#include <set>
#include <vector>

class QTableView;

namespace candela {

/// Logical indexes of columns.
struct FittedColumns {
    int name = 0;
    std::vector<int> measured;   ///< as wide as the texts of the rows that were in sight, and their titles
    std::vector<int> important;  ///< in sight before the name is wider than what can be read; not the name
    std::optional<int> yielding; ///< a measured and important one that gives way before the name does
};

class ColumnFitter : public QObject {
    Q_OBJECT
public:
    /// Belongs to the table, which has its model, and first widths of the columns that are not measured.
    ColumnFitter(QTableView* table, FittedColumns columns);

    /// What a column's title with the sign of its order needs, or the text if that is wider, in pixels.
    static int neededWidth(const QTableView& table, int column, const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void takeSize(int column, int before, int after);
    void fitTextsLater();
    void fitTexts();
    void fitName();
    int neededWidth(int column) const;
    bool isFitted(int column) const;

    QTableView* m_table;
    FittedColumns m_columns;
    std::map<int, int> m_needed; ///< what measured columns need, in pixels
    std::set<int> m_chosen;      ///< columns whose width is the user's
    bool m_isFitting = false;
    bool m_isOutdated = false; ///< fitTexts() will be called
};

} // namespace candela
