/// The menus of every table and tree: columns that can be hidden, and rows that can be copied as text or CSV.
/// Of a tree, the unfolded rows are copied.
#pragma once

#include <QAbstractItemView>
#include <QPersistentModelIndex>

#include <set>
#include <vector>

class QHeaderView;
class QMenu;

namespace candela {

/// A model's cell for CSV, if it differs from the displayed text: a number that programs can add up. As role
/// of a header: the title that names the number's unit.
inline constexpr int csvRole = Qt::UserRole + 100;

class TableActions : public QObject {
    Q_OBJECT
public:
    enum class Format { Text, Csv };

    /// `header` is the view's own. Hidden columns are kept in the settings below `settingsKey`; a table whose
    /// number of columns has changed since then shows all.
    TableActions(QAbstractItemView* view, QHeaderView* header, const QString& settingsKey);
    /// The view's; null if it has none.
    static TableActions* of(const QAbstractItemView& view);

    /// Hides a column, and its entry in the menu, while no row has anything in it; this is not kept.
    void setEmpty(int column, bool isEmpty);

    void addTo(QMenu& menu);
    /// Puts all rows into the clipboard, in the order and with the columns that are shown. Works in short
    /// steps, because a list may have a million rows, and begins again if rows change meanwhile.
    void copy(Format format);
    bool isCopying() const { return m_isCopying; }

signals:
    void copied();

private:
    std::vector<int> columns() const;
    QModelIndex first() const;
    QModelIndex below(const QModelIndex& index) const;
    void addTitles();
    void addRow(const QModelIndex& index);
    void addLine(const QStringList& cells);
    void copyMore();
    void setHidden(int column, bool isHidden);
    void hideAsKept();
    bool isTree() const;

    QAbstractItemView* m_view;
    QHeaderView* m_header;
    QString m_settingsKey;
    Format m_format = Format::Text;
    std::set<int> m_hidden; // by the user
    std::set<int> m_empty;
    bool m_isCopying = false;
    bool m_isOutdated = false; // rows changed since they were copied
    QString m_text;
    QPersistentModelIndex m_next;
};

} // namespace candela
