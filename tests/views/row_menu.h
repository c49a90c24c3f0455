/// Chooses from the context menu of a table's row, as people do.
#pragma once

#include "tests/views/settled.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <QTimer>

namespace candela {

/// Chooses the action with that object name; false if the row's menu lacks it.
inline bool chooseFromRowMenu(QTableView& table, const QModelIndex& row, const char* action,
                              QContextMenuEvent::Reason reason) {
    const auto position = table.visualRect(row).center();
    QContextMenuEvent event(reason, position, table.viewport()->mapToGlobal(position));
    bool isChosen = false, hasRun = false;
    QTimer::singleShot(0, &table, [&] {
        hasRun = true;
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        auto* found = menu ? menu->findChild<QAction*>(action) : nullptr;
        isChosen = found != nullptr;
        if (found) {
            menu->setActiveAction(found);
            QTest::keyClick(menu, Qt::Key_Return);
        } else if (menu) {
            menu->close();
        }
    });
    QApplication::sendEvent(table.viewport(), &event);
    const bool isDone = QTest::qWaitFor([&] { return hasRun; });
    settle();
    return isDone && isChosen;
}

} // namespace candela
