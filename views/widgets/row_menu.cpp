#include "views/widgets/row_menu.h"

#include "views/widgets/table_actions.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

namespace candela {

RowMenu::RowMenu(QAbstractItemView* view, Create create, PassKey passKey)
    : QObject(view), m_view(view), m_create(std::move(create)), m_passKey(std::move(passKey)) {
    view->installEventFilter(this);
    view->viewport()->installEventFilter(this);
}

bool RowMenu::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && watched == m_view && m_passKey)
        return passKey(*static_cast<QKeyEvent*>(event));
    if (event->type() != QEvent::ContextMenu) return QObject::eventFilter(watched, event);
    const auto* wanted = static_cast<QContextMenuEvent*>(event);
    if (wanted->reason() == QContextMenuEvent::Keyboard) {
        const auto index = m_view->currentIndex().siblingAtColumn(0);
        m_view->scrollTo(index);
        show(index, m_view->visualRect(index).bottomLeft());
    } else if (watched == m_view->viewport()) {
        show(m_view->indexAt(wanted->pos()), wanted->pos());
    }
    return true;
}

bool RowMenu::passKey(const QKeyEvent& event) const {
    const auto index = m_view->currentIndex().siblingAtColumn(0);
    if (index.isValid() && m_passKey(index, event)) return true;
    const bool isLetter = !event.text().isEmpty() && event.text().front().isLetterOrNumber();
    return isLetter && !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

void RowMenu::show(const QModelIndex& index, const QPoint& position) {
    auto* menu = index.isValid() ? m_create(index) : nullptr;
    if (!menu) return;
    if (auto* table = TableActions::of(*m_view)) {
        menu->addSeparator();
        table->addTo(*menu);
    }
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

} // namespace candela

#include "moc_row_menu.cpp"
