#include "views/filter_bar.h"

#include "model/analysis/sample_groups.h"
#include "model/base/units.h"
#include "views/call_node_text.h"
#include "views/chip.h"
#include "views/filter_chips.h"
#include "views/strip.h"
#include "views/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

FilterBar::FilterBar(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    auto* strip = new Strip(Strip::Line::Below, this);
    tightColumn(this)->addWidget(strip);
    m_values = new QComboBox(strip);
    m_values->setToolTip(tr("What the weights measure"));
    m_values->setAccessibleName(tr("Value type"));
    m_values->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    strip->row()->addWidget(m_values);
    auto* add = strip->addButton(tr("+ Filter"), tr("Look at a part of the samples only"));
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(createAddMenu());
    add->setStyleSheet("QToolButton::menu-indicator { image: none; }");
    m_chipRow = new QHBoxLayout;
    m_chipRow->setSpacing(6);
    strip->row()->addLayout(m_chipRow, 1);
    m_chipRow->addStretch(1);
    m_result = strip->addLabel();
    m_result->setTextFormat(Qt::PlainText);
    m_search = new QLineEdit(strip);
    m_search->setPlaceholderText(tr("Search, a regular expression"));
    m_search->setClearButtonEnabled(true);
    m_search->setTextMargins(3, 0, 3, 0);
    m_search->setAccessibleName(tr("Search"));
    m_search->setToolTip(tr("Marks matching functions in all views (Ctrl+F; Esc leaves). Capitals matter "
                            "only where you type some."));
    m_search->setFixedWidth(fontMetrics().averageCharWidth() * 38);
    strip->row()->addWidget(m_search);
    connect(m_search, &QLineEdit::textEdited, &session, &Session::setSearch);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, &FilterBar::focusSearch);
    connect(new QShortcut(Qt::Key_Escape, m_search, nullptr, nullptr, Qt::WidgetShortcut),
            &QShortcut::activated, this, &FilterBar::leaveSearch);
    connect(m_values, &QComboBox::activated, &session,
            [&session](int row) { session.setValue(ValueTypeIndex(static_cast<std::size_t>(row))); });
    connect(&session, &Session::profileChanged, this, &FilterBar::updateValues);
    connect(&session, &Session::valueChanged, this, &FilterBar::updateValues);
    connect(&session, &Session::profileChanged, this, &FilterBar::updateChips);
    connect(&session, &Session::filterChanged, this, &FilterBar::updateChips);
    connect(&session, &Session::weightsChanged, this, &FilterBar::updateResult);
    connect(&session, &Session::matchesChanged, this, &FilterBar::updateResult);
    connect(&session, &Session::searchChanged, this, [this] {
        if (m_search->text() != m_session.search()) m_search->setText(m_session.search());
        updateResult();
    });
    updateValues();
    updateChips();
    updateResult();
}

QMenu* FilterBar::createAddMenu() {
    auto* menu = new QMenu(this);
    menu->addAction(tr("Process…"), this,
                    [this] { ask(tr("Process"), tr("Name or pid (regular expression)"), &Filter::process); });
    menu->addAction(tr("Thread…"), this,
                    [this] { ask(tr("Thread"), tr("Name or tid (regular expression)"), &Filter::thread); });
    menu->addAction(tr("Focus on function…"), this, [this] {
        ask(tr("Focus"), tr("Keep only stacks with a function that matches"), &Filter::focus);
    });
    menu->addAction(tr("Ignore function…"), this, [this] {
        ask(tr("Ignore"), tr("Drop stacks with a function that matches"), &Filter::ignore);
    });
    auto* labels = menu->addMenu(tr("Label"));
    connect(labels, &QMenu::aboutToShow, this, [this, labels] { fillLabelMenu(labels); });
    menu->addSeparator();
    menu->addAction(tr("Remove all"), this, [this] { m_session.setFilter({}); });
    return menu;
}

void FilterBar::ask(const QString& title, const QString& question, std::string Filter::*member) {
    auto filter = m_session.filter();
    bool isAccepted = false;
    const auto text = QInputDialog::getText(this, title, question, QLineEdit::Normal,
                                            QString::fromStdString(filter.*member), &isAccepted);
    if (!isAccepted) return;
    filter.*member = text.toStdString();
    m_session.setFilter(filter);
}

void FilterBar::fillLabelMenu(QMenu* menu) {
    menu->clear();
    // The menus of keys are children, which clear() leaves.
    qDeleteAll(menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    const auto keys = m_session.profile() ? labelKeys(*m_session.profile()) : std::vector<LabelKey>();
    for (const auto& [key, values] : keys) {
        auto* ofKey = menu->addMenu(QString::fromStdString(key));
        connect(ofKey, &QMenu::aboutToShow, this, [this, ofKey, key = key] { fillLabelValues(ofKey, key); });
    }
    if (keys.empty()) menu->addAction(tr("This profile has no labels"))->setEnabled(false);
}

void FilterBar::fillLabelValues(QMenu* menu, const std::string& key) {
    constexpr std::size_t mostShown = 25;
    constexpr int longestText = 60;
    menu->clear();
    menu->addAction(tr("Pattern…"), this, [this, key] { askForLabel(key); });
    menu->addSeparator();
    const auto values = labelValues(*m_session.profile(), key);
    for (std::size_t row = 0; row < std::min(mostShown, values.size()); ++row) {
        auto text = QString::fromStdString(values[row]);
        if (text.size() > longestText) text = text.left(longestText - 1) + "…";
        menu->addAction(text.replace('&', "&&"), this,
                        [this, key, value = values[row]] { keepLabel(key, exactPattern(value)); });
    }
    if (values.size() > mostShown)
        menu->addAction(tr("%1 more: see Labels").arg(values.size() - mostShown), this,
                        [this] { m_session.requestView("labels"); });
}

void FilterBar::keepLabel(const std::string& key, const std::string& pattern) {
    auto filter = m_session.filter();
    filter.labels.push_back({key, pattern});
    m_session.setFilter(filter);
}

void FilterBar::askForLabel(const std::string& key) {
    bool isAccepted = false;
    const auto text = QInputDialog::getText(this, QString::fromStdString(key),
                                            tr("Keep samples whose label matches (regular expression)"),
                                            QLineEdit::Normal, {}, &isAccepted);
    if (isAccepted && !text.isEmpty()) keepLabel(key, text.toStdString());
}

void FilterBar::updateValues() {
    const auto& profile = m_session.profile();
    QStringList names;
    if (profile) {
        for (const auto& table : profile->samples) {
            const auto name = table.type.name ? profile->text(table.type.name) : std::string_view();
            names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        }
    }
    QStringList before;
    for (int row = 0; row < m_values->count(); ++row)
        before << m_values->itemText(row);
    if (names != before) {
        m_values->clear();
        m_values->addItems(names);
    }
    if (m_session.value()) m_values->setCurrentIndex(static_cast<int>(m_session.value().row()));
    m_values->setVisible(names.size() > 1);
}

void FilterBar::updateChips() {
    while (auto* item = m_chipRow->takeAt(0)) {
        if (auto* chip = item->widget()) {
            chip->hide();
            chip->deleteLater();
        }
        delete item;
    }
    if (m_session.profile()) {
        for (const auto& part : filterChips(m_session.filter(), *m_session.profile())) {
            auto* chip = new Chip(part.text, this);
            chip->setToolTip(part.toolTip + tr(". Click to remove."));
            connect(chip, &QAbstractButton::clicked, &m_session,
                    [this, filter = part.without] { m_session.setFilter(filter); });
            m_chipRow->addWidget(chip);
        }
    }
    m_chipRow->addStretch(1);
}

QStringList FilterBar::chipTexts() const {
    QStringList texts;
    for (int place = 0; place < m_chipRow->count(); ++place)
        if (const auto* chip = qobject_cast<Chip*>(m_chipRow->itemAt(place)->widget())) texts << chip->text();
    return texts;
}

void FilterBar::removeChip(int chip) {
    qobject_cast<Chip*>(m_chipRow->itemAt(chip)->widget())->click();
}

QString FilterBar::searchResult() const {
    const auto& shown = m_session.shown();
    if (m_session.search().isEmpty() || !shown.matches) return {};
    const auto& matches = *shown.matches;
    if (!matches.failure.empty()) return QString::fromStdString(matches.failure);
    if (!matches.isActive() || shown.total() == 0) return {};
    const auto count = matches.coverage.groups;
    return tr("%1 in %2 %3")
        .arg(shareText(matches.coverage.weight, shown.total()),
             QString::fromStdString(formatCount(static_cast<std::int64_t>(count))),
             groupNoun(shown.groups().grouping, count));
}

void FilterBar::updateResult() {
    const auto& matches = m_session.shown().matches;
    const bool isWrong = !m_session.search().isEmpty() && matches && !matches->failure.empty();
    const auto text = searchResult();
    m_result->setText(fontMetrics().elidedText(text, Qt::ElideRight, 420));
    m_result->setToolTip(text);
    auto palette = this->palette();
    if (isWrong) palette.setColor(QPalette::PlaceholderText, Theme::of(this).warning);
    m_result->setPalette(palette);
}

void FilterBar::focusSearch() {
    if (auto* focused = window()->focusWidget(); focused != m_search) m_focusedBefore = focused;
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// Nothing is searched for any more, and keys go where they went before.
void FilterBar::leaveSearch() {
    m_session.setSearch({});
    if (m_focusedBefore) m_focusedBefore->setFocus(Qt::ShortcutFocusReason);
}

void FilterBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) updateResult();
}

} // namespace candela
