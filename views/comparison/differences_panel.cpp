#include "views/comparison/differences_panel.h"

#include "model/comparison/change_text.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_session.h"
#include "views/comparison/comparison_table.h"
#include "views/comparison/link_actions.h"
#include "views/filter/context_menus.h"
#include "views/filter/function_actions.h"
#include "views/session/message_stack.h"
#include "views/text/plain_text.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/row_menu.h"
#include "views/widgets/strip.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

namespace {

constexpr Qt::Key pinKey = Qt::Key_P;

} // namespace

DifferencesPanel::DifferencesPanel(ComparisonSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new ComparisonItemModel(this)),
      m_table(new ComparisonTable(m_model)), m_linkActions(new LinkActions(session, this)) {
    linkTable();
    m_stack = new MessageStack(m_table, this);
    auto* column = tightColumn(this);
    column->addWidget(createHead());
    column->addWidget(m_stack, 1);
    connect(&session, &ComparisonSession::comparisonChanged, this, &DifferencesPanel::refresh);
    for (auto* side : {&session.base(), &session.newSide()})
        connect(side, &Session::matchesChanged, this, &DifferencesPanel::refresh);
    connect(&session.base(), &Session::selectedChanged, this, &DifferencesPanel::followSelection);
    connect(&session.choices(), &ComparedChoices::pinsChanged, this, [this] {
        m_isFollowing = true;
        m_model->setPins(m_session.choices().pins());
        m_isFollowing = false;
        m_stack->setMessage(message());
        followSelection();
    });
    refresh();
}

void DifferencesPanel::linkTable() {
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (!m_isFollowing && index.isValid()) sideOf(index).setSelected({nameOfSide(index), {}});
            });
    connect(m_table, &QTableView::entered, this, [this](const QModelIndex& index) {
        sideOf(index).setHovered({nameOfSide(index), {}});
    });
    const auto passKey = [this](const QModelIndex& index, const QKeyEvent& event) {
        if (event.key() == pinKey && event.modifiers() == Qt::NoModifier) {
            togglePin(m_model->row(index.row()).name);
            return true;
        }
        const auto [session, group] = shownFunction(index);
        return session && runAction(functionActions(*session, session->shown().groups(), group), event);
    };
    new RowMenu(
        m_table, [this](const QModelIndex& index) { return createRowMenu(index); }, passKey);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this](int column) {
        const bool isByEvidence = column >= 0 && isOfEvidence(static_cast<ComparisonColumn>(column));
        m_session.setNeededEvidence(isByEvidence ? NeededEvidence::OfAllRows : NeededEvidence::OfShownRows);
    });
}

QWidget* DifferencesPanel::createHead() {
    auto* head = new Strip(Strip::Line::Below, this);
    m_whole = new ElidedLabel({}, head);
    m_whole->setObjectName("whole");
    m_meaning = new ElidedLabel({}, head);
    m_meaning->setObjectName("meaning");
    m_meaning->setForegroundRole(QPalette::PlaceholderText);
    m_meaning->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    auto* listed = new ChoiceStrip({tr("All"), tr("Changed"), tr("Same"), tr("Unknown")}, head);
    listed->setObjectName("listed");
    listed->setToolTip(tr("Which rows are listed, by their verdict"));
    auto& choices = m_session.choices();
    connect(listed, &ChoiceStrip::chosen, this,
            [&choices](int choice) { choices.setListed(static_cast<ListedVerdicts>(choice)); });
    connect(&choices, &ComparedChoices::listedChanged, this, [this, listed, &choices] {
        listed->setChoice(static_cast<int>(choices.listed()));
        m_model->setListed(choices.listed());
        m_stack->setMessage(message());
        followSelection();
    });
    head->row()->addWidget(m_whole);
    head->row()->addWidget(m_meaning);
    head->row()->addStretch();
    head->row()->addWidget(m_linkActions->createCue(head));
    head->row()->addWidget(listed);
    return head;
}

void DifferencesPanel::refresh() {
    m_isFollowing = true;
    m_model->setComparison(m_session.comparison(), m_session.base().shown().matches,
                           m_session.newSide().shown().matches);
    m_isFollowing = false;
    m_stack->setMessage(message());
    updateMeaning();
    followSelection();
    m_table->scrollToTop(); // the rows with the largest differences
}

/// Why the table has no rows.
ViewMessage DifferencesPanel::message() const {
    if (!m_session.failure().isEmpty()) {
        auto title = m_session.failure();
        title[0] = title[0].toUpper(); // on the command line, a file's name is before it
        return {title, tr("Choose another value type or another way to compare above")};
    }
    const auto comparison = m_session.comparison();
    if (!comparison) return {tr("Comparing…"), {}};
    if (m_model->rowCount() > 0) return {};
    const auto& base = m_session.base();
    if (comparison->rows.empty()) {
        if (!base.filter().isEmpty() || !m_session.newSide().filter().isEmpty())
            return {tr("No sample of either side passes the filters"),
                    tr("Remove a filter above to see more")};
        return {tr("Neither side has samples of this value type"), tr("Choose another value type above")};
    }
    const bool isPart = m_session.choices().listed() != ListedVerdicts::All;
    if (const auto& matches = base.shown().matches; matches && matches->isActive())
        return {tr("Nothing matches the search"),
                isPart ? tr("Clear the search box, or choose “All” above this table")
                       : tr("Clear the search box to see all rows")};
    return {tr("No row has this verdict"), tr("Choose “All” above this table to see all rows")};
}

/// The lines above the table: the verdict of the whole, and what the numbers mean.
void DifferencesPanel::updateMeaning() {
    const auto comparison = m_session.comparison();
    if (!comparison) {
        m_whole->setText({});
        m_meaning->setText({});
        m_meaning->setMinimumWidth(0);
        return;
    }
    const auto evidence = plainText(evidenceText(*comparison));
    m_whole->setText(plainText(wholeText(*comparison)));
    m_whole->setToolTip(plainToolTip(m_whole->text() + "\n" + evidence));
    m_meaning->setText(
        QString("%1: %2").arg(plainText(comparison->valueName), plainText(meaningText(*comparison))));
    m_meaning->setToolTip(plainToolTip(m_meaning->text() + "\n" + evidence));
    // In a narrow window it is shortened, as a third line would take the table's room.
    constexpr int minimumLetters = 24;
    m_meaning->setMinimumWidth(std::min(m_meaning->sizeHint().width(),
                                        m_meaning->fontMetrics().averageCharWidth() * minimumLetters));
}

void DifferencesPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateMeaning(); // its width
}

void DifferencesPanel::followSelection() {
    const auto& selected = m_session.base().selected();
    if (!m_session.comparison() || selected.isEmpty()) return;
    const auto current = m_table->currentIndex();
    if (current.isValid() && nameOfSide(current) == selected.function) return;
    const int row = m_model->rowOf(selected.function);
    if (row < 0) return;
    m_isFollowing = true;
    m_table->selectRow(row);
    m_table->scrollTo(m_model->index(row, 0));
    m_isFollowing = false;
}

void DifferencesPanel::showSelected() {
    followSelection();
    m_table->setFocus();
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
}

/// The side of a row that is selected: base, unless only new has the function.
Session& DifferencesPanel::sideOf(const QModelIndex& index) {
    return m_model->row(index.row()).base ? m_session.base() : m_session.newSide();
}

std::string DifferencesPanel::nameOfSide(const QModelIndex& index) const {
    const auto& row = m_model->row(index.row());
    return row.base ? (*m_session.comparison()->base.groups)[row.base].name : row.name;
}

std::pair<Session*, FrameGroupIndex> DifferencesPanel::shownFunction(const QModelIndex& index) const {
    const Selection selection{nameOfSide(index), {}};
    for (auto* side : {&m_session.base(), &m_session.newSide()}) {
        const auto& shown = side->shown();
        const auto group = shown.isEmpty() ? FrameGroupIndex() : groupOf(shown.groups(), selection);
        if (group) return {side, group};
    }
    return {};
}

QMenu* DifferencesPanel::createRowMenu(const QModelIndex& index) {
    const auto [session, group] = shownFunction(index);
    if (!session) return nullptr;
    auto* menu = groupMenu(*session, session->shown().groups(), group, this);
    const auto& row = m_model->row(index.row());
    menu->addSeparator();
    auto* pin = menu->addAction(m_model->isPinned(row) ? tr("Unpin") : tr("Pin to the top"), this,
                                [this, name = row.name] { togglePin(name); });
    pin->setObjectName("pin");
    pin->setShortcut(pinKey);
    pin->setShortcutVisibleInContextMenu(true);
    m_linkActions->addTo(*menu, row);
    return menu;
}

void DifferencesPanel::togglePin(const std::string& name) {
    auto pins = m_session.choices().pins();
    if (!pins.erase(name)) pins.insert(name);
    m_session.choices().setPins(std::move(pins));
}

QTableView* DifferencesPanel::tableView() const {
    return m_table;
}

} // namespace candela

#include "moc_differences_panel.cpp"
