/// The context menu of a table's or tree's rows: at the pointer for the mouse, and at the current row for the
/// menu key.
#pragma once

#include <QAbstractItemView>

#include <functional>

class QMenu;

namespace candela {

class RowMenu : public QObject {
    Q_OBJECT
public:
    /// Gives a new menu for a row; null where it has none.
    using Create = std::function<QMenu*(const QModelIndex&)>;

    RowMenu(QAbstractItemView* view, Create create);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(const QModelIndex& index, const QPoint& position);

    QAbstractItemView* m_view;
    Create m_create;
};

} // namespace candela
