#include "app/window/widgets/action_finder.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

namespace {

enum Column { NameColumn, WhereColumn, KeysColumn, columns };

/// The text without mnemonics: "&Open…" is "Open…", and "A && B" is "A & B".
QString spokenText(const QString& text) {
    QString spoken;
    for (qsizetype letter = 0; letter < text.size(); ++letter) {
        if (text[letter] == '&' && ++letter >= text.size()) break;
        spoken += text[letter];
    }
    return spoken;
}

QString keysText(const QAction& action) {
    QStringList keys;
    for (const auto& sequence : action.shortcuts())
        keys << sequence.toString(QKeySequence::NativeText);
    return keys.join(", ");
}

void addActions(const QList<QAction*>& actions, const QString& where, std::vector<NamedAction>& found) {
    for (auto* action : actions) {
        if (action->isSeparator()) continue;
        const auto name = spokenText(action->text());
        if (auto* menu = action->menu()) {
            emit menu->aboutToShow(); // fills the menus whose entries change
            addActions(menu->actions(), where.isEmpty() ? name : where + " › " + name, found);
            continue;
        }
        std::function<void()> run;
        if (action->isEnabled())
            run = [pointer = QPointer(action)] {
                if (pointer) pointer->trigger();
            };
        // Without a tool tip of its own, an action has its text as one.
        const auto toolTip = action->toolTip();
        const bool hasOwn = spokenText(toolTip) != name;
        found.push_back({name, where, keysText(*action), std::move(run), hasOwn ? toolTip : QString()});
    }
}

bool matches(const NamedAction& action, const QStringList& words) {
    const auto text = action.name + " " + action.where + " " + action.keys + " " + action.toolTip;
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

std::vector<NamedAction> menuActions(const QMenuBar& menus) {
    std::vector<NamedAction> actions;
    addActions(menus.actions(), {}, actions);
    return actions;
}

std::vector<NamedAction> menuActions(QMenu& menu, const QString& where) {
    emit menu.aboutToShow();
    std::vector<NamedAction> actions;
    auto own = menu.actions();
    own.removeIf([](const QAction* action) { return action->menu() != nullptr; });
    addActions(own, where, actions);
    return actions;
}

std::vector<NamedAction> viewKeys() {
    std::vector<NamedAction> keys;
    const auto add = [&](const QString& where, const QString& name, const QString& pressed) {
        keys.push_back({name, where, pressed, {}, QObject::tr("Press the key in that view")});
    };
    const auto flame = QObject::tr("Flame graph");
    add(flame, QObject::tr("Select the caller, a callee, or the box beside"), QObject::tr("Arrows"));
    add(flame, QObject::tr("Zoom to the selected box"), QObject::tr("Enter"));
    add(flame, QObject::tr("Back to the previous zoom"), QObject::tr("Backspace, Alt+Left"));
    add(flame, QObject::tr("Forward to the next zoom"), QObject::tr("Alt+Right"));
    add(flame, QObject::tr("Show everything"), QObject::tr("Esc"));
    add(flame, QObject::tr("Stretch and shrink"), QObject::tr("+, −, Ctrl+wheel"));
    add(flame, QObject::tr("Copy the function's name"), QObject::tr("Ctrl+C"));
    add(QObject::tr("Call tree"), QObject::tr("Expand the hot path"), QObject::tr("Enter"));
    const auto source = QObject::tr("Source");
    add(source, QObject::tr("Follow a call or a jump"), QObject::tr("Enter"));
    add(source, QObject::tr("To the next hotter or cooler row"), QObject::tr("Alt+Up, Alt+Down"));
    add(source, QObject::tr("To the previous function"), QObject::tr("Alt+Left, Backspace"));
    add(source, QObject::tr("Copy rows"), QObject::tr("Ctrl+C"));
    const auto callers = QObject::tr("Callers and callees");
    add(callers, QObject::tr("To the previous and the next function"), QObject::tr("Alt+Left, Alt+Right"));
    const auto chart = QObject::tr("Flame chart");
    add(chart, QObject::tr("Focus the caller, a callee, or the block beside"), QObject::tr("Arrows"));
    add(chart, QObject::tr("To the previous and the next thread"), QObject::tr("PgUp, PgDown"));
    add(chart, QObject::tr("Zoom to the focused block"), QObject::tr("Enter"));
    add(chart, QObject::tr("Select the time of the focused block"), QObject::tr("T"));
    add(chart, QObject::tr("Close or open the thread"), QObject::tr("Space"));
    add(chart, QObject::tr("List only rows of a name"), QObject::tr("N"));
    add(chart, QObject::tr("Choose the order of the rows"), QObject::tr("Shift+N"));
    add(chart, QObject::tr("Zoom"), QObject::tr("+, −, wheel"));
    add(chart, QObject::tr("Move"), QObject::tr("Shift+Left, Shift+Right"));
    add(chart, QObject::tr("Show the whole time"), QObject::tr("Home"));
    add(chart, QObject::tr("Clear the selected time"), QObject::tr("Esc"));
    const auto heat = QObject::tr("Heat map");
    add(heat, QObject::tr("To the next and the previous cell in time"), QObject::tr("Up, Down"));
    add(heat, QObject::tr("To the columns beside"), QObject::tr("Left, Right"));
    add(heat, QObject::tr("Extend to another cell"), QObject::tr("Shift+arrows"));
    add(heat, QObject::tr("Select the time of the cells"), QObject::tr("Enter"));
    add(heat, QObject::tr("Zoom"), QObject::tr("+, −, wheel"));
    add(heat, QObject::tr("Move"), QObject::tr("PgUp, PgDown, Shift+wheel"));
    add(heat, QObject::tr("Zoom to the selected time, and back"), QObject::tr("Z, Backspace"));
    add(heat, QObject::tr("Show the whole time"), QObject::tr("Home"));
    add(heat, QObject::tr("Clear the selected time"), QObject::tr("Esc"));
    const auto timeline = QObject::tr("Timeline");
    add(timeline, QObject::tr("Zoom"), QObject::tr("+, −, wheel"));
    add(timeline, QObject::tr("Move"), QObject::tr("Left, Right"));
    add(timeline, QObject::tr("To the row above and the row below"), QObject::tr("Up, Down"));
    add(timeline, QObject::tr("Open or close the row"), QObject::tr("Space"));
    add(timeline, QObject::tr("List only rows of a name"), QObject::tr("N"));
    add(timeline, QObject::tr("Choose the order of the rows"), QObject::tr("Shift+N"));
    add(timeline, QObject::tr("Zoom to the selected time"), QObject::tr("Enter"));
    add(timeline, QObject::tr("Show the whole time"), QObject::tr("Home"));
    add(timeline, QObject::tr("Clear the selected time"), QObject::tr("Esc"));
    add(QObject::tr("Search"), QObject::tr("Next and previous match"), QObject::tr("F3, Shift+F3"));
    return keys;
}

ActionFinder::ActionFinder(std::vector<NamedAction> actions, QWidget* parent)
    : QDialog(parent), m_actions(std::move(actions)), m_search(new QLineEdit(this)),
      m_list(new QTreeWidget(this)), m_reason(new QLabel(this)) {
    setWindowTitle(tr("Keys and actions"));
    m_search->setPlaceholderText(tr("Type a part of a name, then Enter"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Name of an action"));
    m_search->installEventFilter(this);
    m_list->setColumnCount(columns);
    m_list->setHeaderLabels({tr("Action"), tr("Where"), tr("Keys")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setAccessibleName(tr("Actions"));
    for (std::size_t row = 0; row < m_actions.size(); ++row) {
        const auto& action = m_actions[row];
        auto* item = new QTreeWidgetItem(m_list, {action.name, action.where, action.keys});
        item->setData(NameColumn, Qt::UserRole, static_cast<qulonglong>(row));
        item->setToolTip(NameColumn, action.toolTip);
        if (!action.run)
            for (int column = 0; column < columns; ++column)
                item->setForeground(column, palette().brush(QPalette::Disabled, QPalette::Text));
    }
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    m_reason->setWordWrap(true);
    column->addWidget(m_reason);
    fitColumns();
    connect(m_search, &QLineEdit::textChanged, this, &ActionFinder::narrow);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ActionFinder::explainCurrent);
    connect(m_list, &QTreeWidget::itemActivated, this, &ActionFinder::runCurrent);
    narrow();
    m_search->setFocus();
}

/// Names of files may be elided, but neither menus nor keys, whose lengths depend on the language.
void ActionFinder::fitColumns() {
    const auto metrics = m_list->fontMetrics();
    const int margins = 4 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
    int where = 0, keys = 0;
    for (const auto& action : m_actions) {
        where = std::max(where, metrics.horizontalAdvance(action.where) + margins);
        keys = std::max(keys, metrics.horizontalAdvance(action.keys) + margins);
    }
    const int letter = metrics.averageCharWidth();
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    m_list->setColumnWidth(WhereColumn, std::min(where, letter * 32));
    m_list->setColumnWidth(KeysColumn, std::min(keys, letter * 32));
    resize(std::max(letter * 100, letter * 52 + where + keys), metrics.height() * 28);
}

const NamedAction& ActionFinder::actionOf(const QTreeWidgetItem& item) const {
    return m_actions[item.data(NameColumn, Qt::UserRole).toULongLong()];
}

/// The first action that can be run is chosen.
void ActionFinder::narrow() {
    const auto words = m_search->text().split(' ', Qt::SkipEmptyParts);
    QTreeWidgetItem* chosen = nullptr;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        auto* item = m_list->topLevelItem(row);
        const auto& action = actionOf(*item);
        item->setHidden(!matches(action, words));
        const bool isBetter = !chosen || (!actionOf(*chosen).run && action.run);
        if (!item->isHidden() && isBetter) chosen = item;
    }
    m_list->setCurrentItem(chosen);
    if (chosen) m_list->scrollToItem(chosen);
}

void ActionFinder::explainCurrent() {
    const auto* item = m_list->currentItem();
    const bool canRun = item && actionOf(*item).run;
    m_reason->setText(!item    ? tr("No action has these words in its name, its menu or its keys.")
                      : canRun ? QString()
                               : actionOf(*item).toolTip);
    m_reason->setVisible(!m_reason->text().isEmpty());
}

void ActionFinder::runCurrent() {
    const auto* item = m_list->currentItem();
    if (!item || item->isHidden()) return;
    const auto run = actionOf(*item).run;
    if (!run) return;
    accept();
    // Queued until this dialog has closed, so that the action finds the window as it was.
    QTimer::singleShot(0, parentWidget(), run);
}

/// Arrows move in the list while the text is edited.
bool ActionFinder::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_search || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(m_list, event);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    default:
        return QDialog::eventFilter(watched, event);
    }
}

} // namespace candela

#include "moc_action_finder.cpp"
