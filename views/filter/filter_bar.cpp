#include "views/filter/filter_bar.h"

#include "model/analysis/samples/allocator_functions.h"
#include "model/base/units.h"
#include "views/filter/own_share_button.h"
#include "views/filter/search_box.h"
#include "views/session/call_node_text.h"
#include "views/session/filter_chips.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/chip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/short_entries.h"
#include "views/widgets/strip.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QScreen>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// A part of the filter that users write as a regular expression.
struct PatternQuestion {
    std::string Filter::*pattern;
    const char* action;
    const char* title;
    const char* question;
};

constexpr PatternQuestion questions[] = {
    {&Filter::process, QT_TRANSLATE_NOOP("candela::FilterBar", "Process…"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Process"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Name or pid (regular expression)")},
    {&Filter::withoutProcess, QT_TRANSLATE_NOOP("candela::FilterBar", "Without process…"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Without process"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Name or pid of what is left out (regular expression)")},
    {&Filter::thread, QT_TRANSLATE_NOOP("candela::FilterBar", "Thread…"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Thread"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Name or tid (regular expression)")},
    {&Filter::focus, QT_TRANSLATE_NOOP("candela::FilterBar", "Focus on function…"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Focus"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Keep only stacks with a function that matches")},
    {&Filter::ignore, QT_TRANSLATE_NOOP("candela::FilterBar", "Ignore function…"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Ignore"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Drop stacks with a function that matches")},
    {&Filter::hide, QT_TRANSLATE_NOOP("candela::FilterBar", "Hide function…"),
     QT_TRANSLATE_NOOP("candela::FilterBar", "Hide"),
     QT_TRANSLATE_NOOP("candela::FilterBar",
                       "Leave out frames of functions that match; their weight counts for the callers")},
};

/// A menu that is open grows with its entries, but is not moved. It stays beside the menu that opened it, on
/// whose entries the pointer is: on its side or, if there is too little room, on the other. If neither side
/// has the room, it stays on the screen and may cover entries.
void keepOnScreen(QMenu& menu) {
    const auto screen = menu.screen()->availableGeometry();
    const auto* opener = qobject_cast<QMenu*>(menu.parentWidget());
    QRect shown(menu.pos(), menu.sizeHint());
    const bool isLeft = opener && menu.x() < opener->x();
    auto onLeft = shown, onRight = shown;
    if (opener) onLeft.moveRight(opener->x() - 1);
    if (isLeft) onRight.moveLeft(opener->geometry().right() + 1);
    const bool fitsLeft = opener && onLeft.left() >= screen.left();
    const bool fitsRight = onRight.right() <= screen.right();
    if (fitsLeft && (isLeft || !fitsRight))
        shown = onLeft;
    else if (fitsRight)
        shown = onRight;
    else if (isLeft)
        shown.moveLeft(screen.left());
    else
        shown.moveRight(screen.right());
    shown.moveLeft(std::max(shown.left(), screen.left()));
    shown.moveBottom(std::min(shown.bottom(), screen.bottom()));
    shown.moveTop(std::max(shown.top(), screen.top()));
    menu.move(shown.topLeft());
}

/// As the arrow key does, for those who opened the menu with it: setActiveAction() would also open the menu
/// of the entry.
void selectFirst(QMenu& menu) {
    QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier);
    QCoreApplication::sendEvent(&menu, &down);
}

/// An entry of a menu that waits for others; they are added in its stead by fill(), if the menu is still
/// there.
template<typename Fill>
auto filledLater(QMenu* menu, const Fill& fill) {
    auto* waiting = menu->addAction(FilterBar::tr("Reading labels…"));
    waiting->setEnabled(false);
    return [fill, menu = QPointer(menu), waiting = QPointer(waiting)](const std::set<std::string>& texts) {
        if (!menu || !waiting) return;
        delete waiting;
        fill(menu.data(), texts);
        if (!menu->isVisible()) return;
        keepOnScreen(*menu);
        if (!menu->activeAction()) selectFirst(*menu);
    };
}

QString labelPattern(QWidget* parent, const std::string& key, const QString& pattern, bool& isAccepted) {
    return QInputDialog::getText(parent, plainText(key),
                                 FilterBar::tr("Keep samples whose label matches (regular expression)"),
                                 QLineEdit::Normal, pattern, &isAccepted);
}

} // namespace

FilterBar::FilterBar(Session& session, QWidget* parent, FilterParts parts)
    : QWidget(parent), m_session(session), m_parts(parts), m_strip(new Strip(Strip::Line::Below, this)),
      m_values(new QComboBox(m_strip)), m_search(new SearchBox(session, m_strip)) {
    tightColumn(this)->addWidget(m_strip);
    m_values->setToolTip(tr("What the weights measure"));
    m_values->setAccessibleName(tr("Value type"));
    m_values->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_strip->row()->addWidget(m_values);
    m_add = m_strip->addButton(tr("+ Filter"), tr("Look at a part of the samples only"));
    // The menu is opened by the click: a menu set on the button would add an arrow, and a style sheet that
    // hides the arrow would keep the colours of the first theme.
    m_filters = createAddMenu();
    connect(m_add, &QToolButton::clicked, this,
            [this] { m_filters->popup(m_add->mapToGlobal(QPoint(0, m_add->height()))); });
    m_strip->row()->addWidget(new OwnShareButton(session, m_strip));
    m_strip->row()->addStretch();
    m_strip->row()->addWidget(m_search);
    connect(m_values, &QComboBox::activated, &session,
            [&session](int row) { session.setValue(ValueTypeIndex(static_cast<std::size_t>(row))); });
    connect(&session, &Session::profileChanged, this, &FilterBar::updateValues);
    connect(&session, &Session::valueChanged, this, &FilterBar::updateValues);
    connect(&session, &Session::profileChanged, this, &FilterBar::updateChips);
    connect(&session, &Session::profileChanged, this, &FilterBar::updateLabels);
    connect(&session, &Session::filterChanged, this, &FilterBar::updateChips);
    updateValues();
    updateChips();
    updateLabels();
}

void FilterBar::setTabs(QWidget* tabs) {
    auto* row = m_strip->row();
    row->insertWidget(0, tabs);
    row->setAlignment(tabs, Qt::AlignBottom);
    m_strip->setMargins({4, 3, 8, 0});
}

QLineEdit* FilterBar::searchBox() const {
    return m_search->edit();
}

QString FilterBar::searchResult() const {
    return m_search->result();
}

void FilterBar::focusSearch() {
    m_search->focus();
}

QMenu* FilterBar::createAddMenu() {
    auto* menu = new QMenu(this);
    for (const auto& [pattern, action, title, question] : questions)
        menu->addAction(tr(action), this, [this, pattern = pattern] { ask(pattern); });
    menu->addAction(tr("Hide memory allocation"), this, &FilterBar::hideAllocator)
        ->setToolTip(tr("Leave out frames of allocators: malloc, operator new and similar functions"));
    menu->setToolTipsVisible(true);
    auto* labels = menu->addMenu(tr("Label"));
    connect(labels, &QMenu::aboutToShow, this, [this, labels] { openLabelMenu(labels); });
    menu->addAction(tr("Collapse recursion"), this,
                    [this] { m_session.addTransform({TransformKind::CollapseRecursion}); });
    menu->addAction(tr("Transform…"), this, &FilterBar::askForTransform);
    menu->addSeparator();
    auto* removeAll = menu->addAction(tr("Remove all"), this, [this] { m_session.setFilter({}); });
    connect(menu, &QMenu::aboutToShow, removeAll,
            [this, removeAll] { removeAll->setEnabled(!m_session.filter().isEmpty()); });
    return menu;
}

/// Beside what is hidden already.
void FilterBar::hideAllocator() {
    auto filter = m_session.filter();
    const auto& pattern = allocatorPattern();
    if (filter.hide.find(pattern) != std::string::npos) return;
    filter.hide = filter.hide.empty() ? pattern : filter.hide + "|" + pattern;
    m_session.setFilter(filter);
}

void FilterBar::ask(std::string Filter::*pattern) {
    const auto* asked = std::ranges::find(questions, pattern, &PatternQuestion::pattern);
    auto filter = m_session.filter();
    bool isAccepted = false;
    const auto text = QInputDialog::getText(this, tr(asked->title), tr(asked->question), QLineEdit::Normal,
                                            QString::fromStdString(filter.*pattern), &isAccepted);
    if (!isAccepted) return;
    filter.*pattern = text.toStdString();
    m_session.setFilter(filter);
}

/// Asks for a range in the syntax of the command line, again with the error if the text is invalid.
void FilterBar::askForTransform() {
    QStringList forms;
    for (const auto& known : allTransforms())
        forms << plainText(known.name) + plainText(argumentText(known.argument));
    auto question = tr("One of %1.\nPATH is functions from the root on: main;draw").arg(forms.join(", "));
    QString text;
    while (true) {
        bool isAccepted = false;
        text = QInputDialog::getText(this, tr("Transform"), plainToolTip(question), QLineEdit::Normal, text,
                                     &isAccepted);
        if (!isAccepted || text.isEmpty()) return;
        const auto transform = transformFromText(text.toStdString());
        if (transform) return m_session.addTransform(*transform);
        question = plainText(transform.error().message) + "\n" + plainText(transform.error().hint);
    }
}

void FilterBar::setLabelled(std::vector<std::shared_ptr<const Profile>> profiles) {
    m_hasOwnLabels = false;
    m_labels.setProfiles(std::move(profiles));
    m_labels.readKeys();
}

void FilterBar::updateLabels() {
    if (!m_hasOwnLabels) return;
    const auto& profile = m_session.profile();
    m_labels.setProfiles(profile ? LabelLists::Profiles{profile} : LabelLists::Profiles());
}

void FilterBar::openLabelMenu(QMenu* menu) {
    menu->clear();
    // The menus of keys are child objects, which clear() does not delete.
    qDeleteAll(menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    m_labels.withKeys(filledLater(
        menu, [this](QMenu* own, const std::set<std::string>& keys) { addLabelKeys(own, keys); }));
}

void FilterBar::addLabelKeys(QMenu* menu, const std::set<std::string>& keys) {
    for (const auto& key : keys) {
        auto* ofKey = menu->addMenu(shortEntry(*menu, plainText(key)).replace('&', "&&"));
        connect(ofKey, &QMenu::aboutToShow, this, [this, ofKey, key] { openLabelValues(ofKey, key); });
    }
    if (keys.empty())
        menu->addAction(m_hasOwnLabels ? tr("This profile has no labels") : tr("No capture has labels"))
            ->setEnabled(false);
}

void FilterBar::openLabelValues(QMenu* menu, const std::string& key) {
    menu->clear();
    menu->addAction(tr("Pattern…"), this, [this, key] { askForLabel(key); });
    menu->addSeparator();
    m_labels.withValues(key, filledLater(menu, [this, key](QMenu* own, const std::set<std::string>& values) {
                            addLabelValues(own, key, values);
                        }));
}

void FilterBar::addLabelValues(QMenu* menu, const std::string& key, const std::set<std::string>& values) {
    constexpr std::size_t maximumShown = 25;
    std::size_t shown = 0;
    for (const auto& value : values) {
        if (shown++ == maximumShown) break;
        menu->addAction(shortEntry(*menu, plainText(value)).replace('&', "&&"), this,
                        [this, key, value] { keepLabel(key, exactPattern(value)); });
    }
    if (values.size() > maximumShown) {
        auto* more = menu->addAction(tr("%1 more: see Labels").arg(countText(values.size() - maximumShown)),
                                     this, [this] { m_session.requestView("labels"); });
        more->setEnabled(m_parts == FilterParts::All); // pages with a value box of their own have no labels
    }
}

void FilterBar::keepLabel(const std::string& key, const std::string& pattern) {
    auto filter = m_session.filter();
    filter.labels.push_back({key, pattern});
    m_session.setFilter(filter);
}

void FilterBar::askForLabel(const std::string& key) {
    bool isAccepted = false;
    const auto text = labelPattern(this, key, {}, isAccepted);
    if (isAccepted && !text.isEmpty()) keepLabel(key, text.toStdString());
}

void FilterBar::editLabel(std::size_t row) {
    auto filter = m_session.filter();
    if (row >= filter.labels.size()) return;
    auto& [key, pattern] = filter.labels[row];
    bool isAccepted = false;
    const auto text = labelPattern(this, key, QString::fromStdString(pattern), isAccepted);
    if (!isAccepted) return;
    pattern = text.toStdString();
    if (text.isEmpty()) filter.labels.erase(filter.labels.begin() + static_cast<std::ptrdiff_t>(row));
    m_session.setFilter(filter);
}

void FilterBar::updateValues() {
    const auto& profile = m_session.profile();
    QStringList names;
    if (profile) {
        for (const auto& table : profile->samples) {
            const auto name = table.type.name ? profile->text(table.type.name) : std::string_view();
            names << plainText(name);
        }
    }
    QStringList before;
    for (int row = 0; row < m_values->count(); ++row)
        before << m_values->itemData(row).toString();
    if (names != before) {
        m_values->clear();
        for (const auto& name : names)
            addEntry(*m_values, name);
    }
    if (m_session.value()) m_values->setCurrentIndex(static_cast<int>(m_session.value().row()));
    m_values->setVisible(m_parts == FilterParts::All && names.size() > 1);
}

void FilterBar::updateChips() {
    for (auto* chip : std::exchange(m_chips, {})) {
        delete m_strip->row()->takeAt(m_strip->row()->indexOf(chip));
        chip->hide();
        chip->deleteLater(); // deleted later, because this may be called from a click on the chip
    }
    if (!m_session.profile()) return;
    for (const auto& part : filterChips(m_session.filter(), *m_session.profile()))
        addChip(part);
}

void FilterBar::addChip(const FilterChip& part) {
    const bool isEditable = part.pattern || part.label;
    auto* chip = new Chip(part.text, isEditable ? Chip::Words::Editable : Chip::Words::Fixed, m_strip);
    chip->setToolTip(isEditable ? part.toolTip + tr(". Click to edit.") : part.toolTip);
    connect(chip, &Chip::removed, &m_session, [this, filter = part.without] { m_session.setFilter(filter); });
    connect(chip, &Chip::edited, this, [this, pattern = part.pattern, label = part.label] {
        if (pattern) ask(pattern);
        if (label) editLabel(*label);
    });
    const int before =
        m_strip->row()->indexOf(m_chips.empty() ? static_cast<QWidget*>(m_add) : m_chips.back());
    m_strip->row()->insertWidget(before + 1, chip);
    m_chips.push_back(chip);
    chip->show();
}

QStringList FilterBar::chipTexts() const {
    QStringList texts;
    for (const auto* chip : m_chips)
        texts << chip->text();
    return texts;
}

void FilterBar::removeChip(int chip) {
    m_chips[static_cast<std::size_t>(chip)]->cross()->click();
}

} // namespace candela

#include "moc_filter_bar.cpp"
