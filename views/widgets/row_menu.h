/// The context menu of a table's or tree's rows: at the pointer for the mouse, and at the current row for the
/// menu key; the actions of the table follow those of the row. Also handles the keys of its actions.
#pragma once

#include <QAbstractItemView>

#include <functional>

class QKeyEvent;
class QMenu;

namespace candela {

class RowMenu : public QObject {
    Q_OBJECT
public:
    /// Creates a menu for a row; null if the row has none.
    using Create = std::function<QMenu*(const QModelIndex&)>;

    /// Runs the action of a key for a row; false if the key has none.
    using PassKey = std::function<bool(const QModelIndex&, const QKeyEvent&)>;

    /// If `passKey` is given, typed letters do not select rows by name, because some of them are keys of
    /// actions.
    RowMenu(QAbstractItemView* view, Create create, PassKey passKey = {});

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(const QModelIndex& index, const QPoint& position);
    bool passKey(const QKeyEvent& event) const;

    QAbstractItemView* m_view;
    Create m_create;
    PassKey m_passKey;
};

} // namespace candela
