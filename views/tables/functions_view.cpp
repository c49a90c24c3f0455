#include "views/tables/functions_view.h"

#include "views/filter/context_menus.h"
#include "views/filter/function_actions.h"
#include "views/filter/grouping_box.h"
#include "views/session/call_node_text.h"
#include "views/session/message_stack.h"
#include "views/tables/row_table.h"
#include "views/text/number_text.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/row_menu.h"
#include "views/widgets/strip.h"
#include "views/widgets/table_actions.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

namespace candela {

namespace {

bool isSearched(const Shown& shown) {
    return shown.matches && shown.matches->isActive();
}

} // namespace

FunctionsView::FunctionsView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new FunctionListItemModel(this)),
      m_view(new QTableView(this)), m_refresh(new WhenVisible(this, [this] { refresh(); })) {
    m_view->setModel(m_model);
    setUpRowTable(m_view, tr("Functions"));
    setUpWeightHeader(m_view->horizontalHeader());
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    new TableActions(m_view, m_view->horizontalHeader(), "functions");
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
    connect(&session, &Session::selectedChanged, this, &FunctionsView::markSelection);
    connect(&session, &Session::selectionRequested, this, &FunctionsView::revealSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (m_isFollowing || !index.isValid()) return;
                m_session.setSelected({m_model->shown().groups()[m_model->row(index.row()).group].name, {}});
            });
    connect(m_view, &QTableView::entered, this, [this](const QModelIndex& index) {
        m_session.setHovered({m_model->shown().groups()[m_model->row(index.row()).group].name, {}});
    });
    new RowMenu(
        m_view,
        [this](const QModelIndex& index) {
            return groupMenu(m_session, m_model->shown().groups(), m_model->row(index.row()).group, this);
        },
        [this](const QModelIndex& index, const QKeyEvent& event) {
            const auto group = m_model->row(index.row()).group;
            return runAction(functionActions(m_session, m_model->shown().groups(), group), event);
        });
    connect(&session, &Session::matchRequested, this, [this](MatchStep step) {
        if (isVisible()) selectMatch(step);
    });
    setFocusProxy(m_view);
    m_refresh->request();
}

/// The rows of a newer snapshot keep their scroll position; other rows begin at the top, with the hottest
/// one.
void FunctionsView::refresh() {
    const auto& before = m_model->shown();
    const auto& shown = m_session.shown();
    const bool isContinued = !before.isEmpty() && !shown.isEmpty() && before.profile != shown.profile &&
                             before.groups().grouping == shown.groups().grouping;
    const int scroll = isContinued ? m_view->verticalScrollBar()->value() : 0;
    // What was found stays in sight when the search ends.
    const bool isFound = isSearched(before) && !isSearched(shown) &&
                         m_view->viewport()->rect().intersects(m_view->visualRect(m_view->currentIndex()));
    m_isFollowing = true;
    m_model->setShown(shown);
    m_isFollowing = false;
    markSelection();
    m_view->verticalScrollBar()->setValue(scroll);
    if (isFound) revealSelection();
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
    const auto number = [](std::size_t count) { return countText(count); };
    const auto all = number(shown.functions->size());
    const auto total = tr("%1 in all").arg(weightText(shown.total(), shown.unit()));
    if (isSearched(shown)) {
        m_count->setText(tr("%1 of %2 rows match  ·  %3")
                             .arg(number(static_cast<std::size_t>(m_model->rowCount())), all, total));
    } else {
        m_count->setText(tr("%1 rows  ·  %2", "", m_model->rowCount()).arg(all, total));
    }
}

/// Marks the selection without scrolling, because the view opens with the hottest rows.
void FunctionsView::markSelection() {
    const auto& selected = m_session.selected();
    if (m_model->shown().isEmpty() || selected.isEmpty()) return;
    const auto current = m_view->currentIndex();
    if (current.isValid() &&
        m_model->shown().groups()[m_model->row(current.row()).group].name == selected.function)
        return;
    const int row = m_model->rowOf(selected.function);
    if (row < 0) return;
    m_isFollowing = true;
    m_view->setAutoScroll(false);
    m_view->selectRow(row);
    m_view->setAutoScroll(true);
    m_isFollowing = false;
}

void FunctionsView::revealSelection() {
    if (isVisible() && m_view->currentIndex().isValid())
        m_view->scrollTo(m_view->currentIndex(), QAbstractItemView::PositionAtCenter);
}

bool FunctionsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Leave) m_session.setHovered({});
    return QWidget::eventFilter(watched, event);
}

/// During a search every row is a match.
void FunctionsView::selectMatch(MatchStep step) {
    const int count = m_model->rowCount();
    if (count == 0 || !isSearched(m_model->shown())) return;
    const int current = m_view->currentIndex().isValid() ? m_view->currentIndex().row() : -1;
    const int row = step == MatchStep::Next ? current + 1 : std::max(current, 0) + count - 1;
    m_view->selectRow(row % count);
    m_view->scrollTo(m_model->index(row % count, 0));
}

} // namespace candela

#include "moc_functions_view.cpp"
