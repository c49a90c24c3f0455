/// The context menu of a table's or tree's rows: at the pointer for the mouse, and at the current row for the
/// menu key. And the keys of what is in it.
#pragma once

#include <QAbstractItemView>

#include <functional>

class QKeyEvent;
class QMenu;

namespace candela {

class RowMenu : public QObject {
    Q_OBJECT
public:
    /// Gives a new menu for a row; null where it has none.
    using Create = std::function<QMenu*(const QModelIndex&)>;

    /// Does with a row what a key stands for; false: it stands for nothing.
    using PassKey = std::function<bool(const QModelIndex&, const QKeyEvent&)>;

    /// With keys, letters select no rows by their names: some of them are keys.
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
