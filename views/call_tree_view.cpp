#include "views/call_tree_view.h"

#include "model/base/memory_scope.h"
#include "views/choice_strip.h"
#include "views/grouping_box.h"
#include "views/message_stack.h"
#include "views/place_menu.h"
#include "views/quiet_header.h"
#include "views/roots_box.h"
#include "views/strip.h"
#include "views/weight_delegate.h"

#include <QHBoxLayout>
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
    : QWidget(parent), m_session(session), m_model(new CallTreeItemModel(this)), m_view(new QTreeView(this)),
      m_prepare(new WhenVisible(this, [this] { prepare(); })) {
    m_view->setModel(m_model);
    m_view->setItemDelegate(new WeightDelegate(m_view));
    m_view->setUniformRowHeights(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setIndentation(14);
    m_view->setMouseTracking(true);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setAccessibleName(tr("Call tree"));
    m_view->setHeader(new QuietHeader(m_view));
    setUpWeightHeader(m_view->header());
    m_view->sortByColumn(static_cast<int>(WeightColumn::Total), Qt::DescendingOrder);
    m_view->setSortingEnabled(true);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);

    auto* column = tightColumn(this);
    column->addWidget(createStrip());
    m_stack = new MessageStack(session, m_view, this);
    column->addWidget(m_stack, 1);

    connect(&session, &Session::weightsChanged, m_prepare, &WhenVisible::request);
    connect(&session, &Session::matchesChanged, this, [this] {
        if (m_model->shown().shape == m_session.shown().shape) m_model->setMatches(m_session.shown().matches);
        m_view->viewport()->update();
    });
    connect(&session, &Session::selectedChanged, this, &CallTreeView::followSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (m_isFollowing || !index.isValid()) return;
                m_session.setSelected(placeOf(*m_model->tree(), m_model->node(index)));
            });
    connect(m_view, &QTreeView::entered, this, [this](const QModelIndex& index) {
        m_session.setHovered(placeOf(*m_model->tree(), m_model->node(index)));
    });
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (m_view->isExpanded(index)) {
            m_view->collapse(index);
        } else {
            expandHotPath(index.siblingAtColumn(0));
        }
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &CallTreeView::showMenu);
    m_prepare->request();
}

QWidget* CallTreeView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    auto* direction = new ChoiceStrip({tr("Top-down"), tr("Bottom-up")}, strip);
    direction->setChoiceToolTip(0, tr("From the roots to what they call"));
    direction->setChoiceToolTip(1, tr("From where the time is spent to who calls it"));
    connect(direction, &ChoiceStrip::chosen, this,
            [this](int choice) { setDirection(choice == 0 ? Direction::TopDown : Direction::Inverted); });
    strip->row()->addWidget(direction);
    strip->addLabel(tr("Group by"));
    strip->row()->addWidget(new GroupingBox(m_session, strip));
    strip->row()->addWidget(new RootsBox(m_session, RootsBox::Numbers::Kept, strip));
    auto* hot = strip->addButton(tr("Expand hot path"),
                                 tr("Open the heaviest way down from the selected row (Enter)"));
    connect(hot, &QToolButton::clicked, this,
            [this] { expandHotPath(m_view->currentIndex().siblingAtColumn(0)); });
    auto* collapse = strip->addButton(tr("Collapse all"), tr("Close all rows"));
    connect(collapse, &QToolButton::clicked, m_view, &QTreeView::collapseAll);
    strip->row()->addStretch(1);
    return strip;
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
            return withinMemory([&]() -> Result<std::shared_ptr<CallTree>> {
                return std::make_shared<CallTree>(CallTree::create(direction, shown.shape, *shown.weights));
            });
        },
        [this, shown](Result<std::shared_ptr<CallTree>> tree) {
            if (tree) return accept(shown, std::move(*tree));
            m_model->setTree({}, nullptr);
            m_stack->setMessage(errorMessage(tree.error()));
        });
}

void CallTreeView::accept(const Shown& shown, std::shared_ptr<CallTree> tree) {
    const auto* before = m_model->tree();
    const bool isContinued = before && before->direction() == tree->direction() && m_model->rowCount() > 0;
    const auto opened = isContinued ? openedBelow({}) : std::vector<Opened>();
    const int scroll = m_view->verticalScrollBar()->value();
    m_stack->setMessage(sessionMessage(m_session));
    auto newest = shown;
    if (m_session.shown().shape == shown.shape) newest.matches = m_session.shown().matches;
    m_isFollowing = true;
    m_model->setTree(newest, std::move(tree));
    m_isFollowing = false;
    if (isContinued) {
        open({}, opened);
        followSelection();
        m_view->verticalScrollBar()->setValue(scroll);
    } else {
        expandHotPath(m_model->index(0, 0));
        m_view->scrollToTop();
        followSelection();
    }
}

std::vector<CallTreeView::Opened> CallTreeView::openedBelow(const QModelIndex& parent) const {
    std::vector<Opened> opened;
    for (int row = 0; row < m_model->rowCount(parent); ++row) {
        const auto index = m_model->index(row, 0, parent);
        if (!m_view->isExpanded(index)) continue;
        const auto& tree = *m_model->tree();
        opened.push_back({tree.groups()[tree.group(m_model->node(index))].name, openedBelow(index)});
    }
    return opened;
}

void CallTreeView::open(const QModelIndex& parent, const std::vector<Opened>& rows) {
    if (rows.empty()) return;
    const auto& tree = *m_model->tree();
    for (int row = 0; row < m_model->rowCount(parent); ++row) {
        const auto index = m_model->index(row, 0, parent);
        const auto& name = tree.groups()[tree.group(m_model->node(index))].name;
        const auto found = std::ranges::find(rows, name, &Opened::name);
        if (found == rows.end()) continue;
        m_view->expand(index);
        open(index, found->children);
    }
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
    if (current && placeOf(*tree, current) == selected) return;
    const auto node = findCallNode(*tree, selected.path);
    if (!node) return;
    m_isFollowing = true;
    m_view->setCurrentIndex(m_model->indexOf(node));
    m_view->scrollTo(m_view->currentIndex());
    m_isFollowing = false;
}

bool CallTreeView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Leave) m_session.setHovered({});
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        // Qt's own answer to the asterisk opens the whole tree, which may have millions of rows.
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Asterisk) {
            expandHotPath(m_view->currentIndex().siblingAtColumn(0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void CallTreeView::showMenu(const QPoint& place) {
    const auto index = m_view->indexAt(place);
    if (!index.isValid()) return;
    auto* menu = callNodeMenu(m_session, *m_model->tree(), m_model->node(index), this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(m_view->viewport()->mapToGlobal(place));
}

} // namespace candela
