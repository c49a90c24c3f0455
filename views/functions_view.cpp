#include "views/functions_view.h"

#include "model/base/units.h"
#include "views/call_node_text.h"
#include "views/grouping_box.h"
#include "views/message_stack.h"
#include "views/place_menu.h"
#include "views/row_table.h"
#include "views/strip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

namespace candela {

FunctionsView::FunctionsView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new FunctionListItemModel(this)),
      m_view(new QTableView(this)), m_refresh(new WhenVisible(this, [this] { refresh(); })) {
    m_view->setModel(m_model);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    setUpRowTable(m_view, tr("Functions"));
    setUpWeightHeader(m_view->horizontalHeader());
    m_view->sortByColumn(static_cast<int>(WeightColumn::Self), Qt::DescendingOrder);
    m_view->setSortingEnabled(true);
    m_view->viewport()->installEventFilter(this);

    auto* strip = new Strip(Strip::Line::Below, this);
    strip->addLabel(tr("Group by"));
    strip->row()->addWidget(new GroupingBox(session, strip));
    strip->row()->addStretch(1);
    m_count = strip->addLabel();
    auto* column = tightColumn(this);
    column->addWidget(strip);
    m_stack = new MessageStack(m_view, this);
    column->addWidget(m_stack, 1);

    connect(&session, &Session::profileChanged, this, &FunctionsView::updateMessage);
    connect(&session, &Session::weightsChanged, m_refresh, &WhenVisible::request);
    connect(&session, &Session::matchesChanged, m_refresh, &WhenVisible::request);
    connect(&session, &Session::selectedChanged, this, &FunctionsView::followSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (m_isFollowing || !index.isValid()) return;
                m_session.setSelected({m_model->shown().groups()[m_model->row(index.row()).group].name, {}});
            });
    connect(m_view, &QTableView::entered, this, [this](const QModelIndex& index) {
        m_session.setHovered({m_model->shown().groups()[m_model->row(index.row()).group].name, {}});
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &FunctionsView::showMenu);
    m_refresh->request();
}

void FunctionsView::refresh() {
    const int scroll = m_view->verticalScrollBar()->value();
    m_isFollowing = true;
    m_model->setShown(m_session.shown());
    m_isFollowing = false;
    followSelection();
    m_view->verticalScrollBar()->setValue(scroll);
    updateCount();
    updateMessage();
}

void FunctionsView::updateMessage() {
    auto message = sessionMessage(m_session);
    if (message.isEmpty() && m_model->rowCount() == 0)
        message = {tr("Nothing matches the search"), tr("Clear the search box to see all rows")};
    m_stack->setMessage(message);
}

void FunctionsView::updateCount() {
    const auto& shown = m_model->shown();
    if (shown.isEmpty()) return m_count->clear();
    const auto number = [](std::size_t count) {
        return QString::fromStdString(formatCount(static_cast<std::int64_t>(count)));
    };
    const auto all = number(shown.functions->size());
    const auto total = tr("%1 in all").arg(weightText(shown.total(), shown.unit()));
    if (shown.matches && shown.matches->isActive()) {
        m_count->setText(tr("%1 of %2 rows match  ·  %3")
                             .arg(number(static_cast<std::size_t>(m_model->rowCount())), all, total));
    } else {
        m_count->setText(tr("%1 rows  ·  %2").arg(all, total));
    }
}

void FunctionsView::followSelection() {
    const auto& selected = m_session.selected();
    if (m_model->shown().isEmpty() || selected.isEmpty()) return;
    const auto current = m_view->currentIndex();
    if (current.isValid() &&
        m_model->shown().groups()[m_model->row(current.row()).group].name == selected.function)
        return;
    const int row = m_model->rowOf(selected.function);
    if (row < 0) return;
    m_isFollowing = true;
    m_view->selectRow(row);
    m_view->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
    m_isFollowing = false;
}

bool FunctionsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Leave) m_session.setHovered({});
    return QWidget::eventFilter(watched, event);
}

void FunctionsView::showMenu(const QPoint& place) {
    const auto index = m_view->indexAt(place);
    if (!index.isValid()) return;
    auto* menu = groupMenu(m_session, m_model->shown().groups(), m_model->row(index.row()).group, this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(m_view->viewport()->mapToGlobal(place));
}

} // namespace candela
