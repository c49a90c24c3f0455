#include "views/tables/call_tree_view.h"

#include "model/base/memory_scope.h"
#include "views/filter/context_menus.h"
#include "views/filter/function_actions.h"
#include "views/filter/grouping_box.h"
#include "views/filter/roots_box.h"
#include "views/session/freed_in_pool.h"
#include "views/session/message_stack.h"
#include "views/tables/weight_tree.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/row_menu.h"
#include "views/widgets/strip.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

CallTreeView::CallTreeView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new CallTreeItemModel(this)), m_view(new WeightTree(this)),
      m_prepare(new WhenVisible(this, [this] { prepare(); })), m_search(*m_view, *m_model) {
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Call tree"));
    m_view->setNames(setUpWeightHeader(m_view->header()));
    // Totals lead through a tree, so they are first.
    m_view->header()->moveSection(static_cast<int>(WeightColumn::Total) - 1, 0);
    m_view->header()->moveSection(static_cast<int>(WeightColumn::TotalShare) - 1, 1);
    new TableActions(m_view, m_view->header(), "callTree");
    m_view->sortByColumn(static_cast<int>(WeightColumn::Total), Qt::DescendingOrder);
    m_view->setSortingEnabled(true);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    setFocusProxy(m_view);

    auto* column = tightColumn(this);
    m_strip = createStrip();
    column->addWidget(m_strip);
    m_stack = new MessageStack(session, m_view, this);
    column->addWidget(m_stack, 1);

    connect(&session, &Session::weightsChanged, m_prepare, &WhenVisible::request);
    connect(&session, &Session::matchesChanged, this, &CallTreeView::updateMatches);
    connect(&session, &Session::selectedChanged, this, &CallTreeView::followSelection);
    connect(&session, &Session::selectionRequested, this, &CallTreeView::revealSelection);
    connect(&session, &Session::matchRequested, this, [this](MatchStep step) {
        if (isVisible()) selectMatch(step);
    });
    createActions();
    m_prepare->request();
}

/// The actions for a row.
void CallTreeView::createActions() {
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (m_isFollowing || !index.isValid()) return;
                m_session.setSelected(selectionOf(*m_model->tree(), m_model->node(index)));
            });
    connect(m_view, &QTreeView::entered, this, [this](const QModelIndex& index) {
        m_session.setHovered(selectionOf(*m_model->tree(), m_model->node(index)));
    });
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (m_view->isExpanded(index)) {
            m_view->collapse(index);
        } else {
            expandHotPath(index.siblingAtColumn(0));
        }
    });
    new RowMenu(
        m_view,
        [this](const QModelIndex& index) {
            return callNodeMenu(m_session, *m_model->tree(), m_model->node(index), CallNodeView::CallTree,
                                this);
        },
        [this](const QModelIndex& index, const QKeyEvent& event) {
            return runAction(callNodeActions(m_session, *m_model->tree(), m_model->node(index)), event);
        });
}

QWidget* CallTreeView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    auto* direction = new ChoiceStrip({tr("Top-down"), tr("Bottom-up")}, strip);
    direction->setChoiceToolTip(0, tr("From the roots to what they call"));
    direction->setChoiceToolTip(
        1, tr("Inverted: who calls each function, from the innermost functions of the stacks"));
    connect(direction, &ChoiceStrip::chosen, this,
            [this](int choice) { setDirection(choice == 0 ? Direction::TopDown : Direction::Inverted); });
    strip->row()->addWidget(direction);
    strip->addLabel(tr("Group by"));
    strip->row()->addWidget(new GroupingBox(m_session, strip));
    strip->row()->addWidget(new RootsBox(m_session, Numbers::Kept, strip));
    auto* hot = strip->addButton(tr("Expand hot path"),
                                 tr("Open the heaviest way down from the selected row (Enter)"));
    connect(hot, &QToolButton::clicked, this,
            [this] { expandHotPath(m_view->currentIndex().siblingAtColumn(0)); });
    auto* collapse = strip->addButton(tr("Collapse all"), tr("Close all rows"));
    connect(collapse, &QToolButton::clicked, m_view, &QTreeView::collapseAll);
    strip->row()->addStretch(1);
    m_matchLimit = strip->addLabel();
    return strip;
}

void CallTreeView::hideStrip() {
    m_strip->hide();
}

void CallTreeView::setDirection(Direction direction) {
    if (direction == m_direction) return;
    m_direction = direction;
    prepare();
}

void CallTreeView::prepare() {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) {
        m_job.cancel();
        m_model->setTree({}, nullptr);
        return;
    }
    m_job.start(
        [shown, direction = m_direction](Task&) {
            return withinMemory(
                [&]() -> Result<std::shared_ptr<CallTree>> { return freedInPool(shown.tree(direction)); });
        },
        [this, shown](Result<std::shared_ptr<CallTree>> tree) {
            if (tree) return accept(shown, std::move(*tree));
            m_model->setTree({}, nullptr);
            m_stack->setMessage(errorMessage(tree.error()));
        });
}

void CallTreeView::accept(const Shown& shown, std::shared_ptr<CallTree> tree) {
    const auto* before = m_model->tree();
    const bool isContinued = before && before->direction() == tree->direction() &&
                             before->groups().grouping == tree->groups().grouping && m_model->rowCount() > 0;
    const auto opened = isContinued ? OpenedRows(*m_view, *m_model) : OpenedRows();
    const int scroll = m_view->verticalScrollBar()->value();
    m_stack->setMessage(sessionMessage(m_session));
    m_isFollowing = true;
    m_model->setTree(shown, std::move(tree));
    m_isFollowing = false;
    if (isContinued) {
        opened.open(*m_view, *m_model);
        followSelection();
        m_view->verticalScrollBar()->setValue(scroll);
    } else {
        expandHotPath(m_model->index(0, 0));
        m_view->scrollToTop();
        followSelection();
    }
    updateMatches();
}

void CallTreeView::expandHotPath(const QModelIndex& from) {
    if (!m_model->tree()) return;
    auto& tree = *m_model->tree();
    auto node = from.isValid() ? m_model->node(from) : m_model->node(m_model->index(0, 0));
    while (node) {
        m_view->expand(m_model->indexOf(node));
        const auto children = tree.children(node);
        if (children.empty() || tree.total(children.front()) * 2 < tree.total(node)) break;
        node = children.front();
    }
    if (node && from.isValid() && m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_model->indexOf(node));
}

void CallTreeView::followSelection() {
    auto* tree = m_model->tree();
    if (!tree) return;
    const auto& selected = m_session.selected();
    const auto current = m_model->node(m_view->currentIndex());
    if (current && selectionOf(*tree, current) == selected) return;
    const auto node = findCallNode(*tree, selected.path);
    if (!node) return;
    m_isFollowing = true;
    m_view->setCurrentIndex(m_model->indexOf(node));
    m_view->scrollTo(m_view->currentIndex());
    m_isFollowing = false;
}

void CallTreeView::revealSelection() {
    if (isVisible()) m_view->scrollTo(m_view->currentIndex(), QAbstractItemView::PositionAtCenter);
}

/// Opens the rows of matches only if the view is visible: a search is typed letter by letter, so that would
/// often be wasted.
void CallTreeView::updateMatches() {
    if (m_model->shown().shape != m_session.shown().shape) return; // a newer tree is being computed
    m_model->setMatches(m_session.shown().matches);
    if (isVisible()) m_search.update(m_session.search());
    m_matchLimit->setText(m_search.limitText());
    m_view->viewport()->update();
}

void CallTreeView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    updateMatches();
}

void CallTreeView::selectMatch(MatchStep step) {
    const auto node = m_search.find(m_model->node(m_view->currentIndex()), step);
    if (!node) return;
    m_view->setCurrentIndex(m_model->indexOf(node)); // opens the rows above it
    m_view->scrollTo(m_view->currentIndex());
}

bool CallTreeView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Leave) m_session.setHovered({});
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        // By default, Qt's asterisk key opens the whole tree, which may have millions of rows.
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Asterisk) {
            expandHotPath(m_view->currentIndex().siblingAtColumn(0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace candela

#include "moc_call_tree_view.cpp"
