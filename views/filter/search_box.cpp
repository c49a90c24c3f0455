#include "views/filter/search_box.h"

#include "views/session/call_node_text.h"
#include "views/text/number_text.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QShortcut>

#include <algorithm>

namespace candela {

namespace {
constexpr int maximumEditWidth = 38; // letters
constexpr int narrowestEdit = 18;    // letters
constexpr int narrowestResult = 26;  // letters: "12.3 % in 12,345 functions"; errors may be longer
} // namespace

SearchBox::SearchBox(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_result(new ElidedLabel({}, this)), m_edit(new QLineEdit(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_result->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_result);
    m_edit->setPlaceholderText(tr("Search, a regular expression"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setTextMargins(3, 0, 3, 0);
    m_edit->setAccessibleName(tr("Search"));
    m_edit->setToolTip(
        tr("Marks matching functions in all views (Ctrl+F or /). Enter and F3 go to the next match, "
           "with Shift to the one before; Esc leaves. Capitals matter only where you type some."));
    m_edit->setMaximumWidth(fontMetrics().averageCharWidth() * maximumEditWidth);
    m_edit->setMinimumWidth(fontMetrics().averageCharWidth() * narrowestEdit);
    m_edit->installEventFilter(this);
    row->addWidget(m_edit);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    setFocusProxy(m_edit);
    addShortcuts();
    connect(m_edit, &QLineEdit::textEdited, &session, &Session::setSearch);
    connect(&session, &Session::weightsChanged, this, &SearchBox::updateResult);
    connect(&session, &Session::matchesChanged, this, &SearchBox::updateResult);
    connect(&session, &Session::searchChanged, this, [this] {
        if (m_edit->text() != m_session.search()) m_edit->setText(m_session.search());
        updateResult();
    });
    updateResult();
}

void SearchBox::addShortcuts() {
    const auto add = [this](const QKeySequence& keys, const std::function<void()>& reached) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, reached);
    };
    add(QKeySequence::Find, [this] { focus(); });
    add(Qt::Key_Slash, [this] { focus(); });
    add(Qt::Key_F3, [this] { step(MatchStep::Next); });
    add(Qt::SHIFT | Qt::Key_F3, [this] { step(MatchStep::Previous); });
    connect(new QShortcut(Qt::Key_Escape, m_edit, nullptr, nullptr, Qt::WidgetShortcut),
            &QShortcut::activated, this, &SearchBox::leave);
}

bool SearchBox::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            step(key->modifiers() & Qt::ShiftModifier ? MatchStep::Previous : MatchStep::Next);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

/// Without a search there are no matches to step through, so the keyboard focus moves to the search box.
void SearchBox::step(MatchStep step) {
    if (m_session.search().isEmpty()) return focus();
    m_session.requestMatch(step);
}

void SearchBox::focus() {
    if (auto* focused = window()->focusWidget(); focused != m_edit) m_focusedBefore = focused;
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

/// Ends the search, and returns the keyboard focus to where it was.
void SearchBox::leave() {
    m_session.setSearch({});
    if (m_focusedBefore) m_focusedBefore->setFocus(Qt::ShortcutFocusReason);
}

/// The edit's own size hint is too narrow for its placeholder text.
QSize SearchBox::sizeHint() const {
    auto size = QWidget::sizeHint();
    size.rwidth() += m_edit->maximumWidth() - m_edit->sizeHint().width();
    return size;
}

QString SearchBox::result() const {
    const auto& shown = m_session.shown();
    if (m_session.search().isEmpty() || !shown.matches) return {};
    const auto& matches = *shown.matches;
    if (!matches.failure.empty()) return QString::fromStdString(matches.failure);
    if (m_found) return *m_found;
    if (!matches.isActive() || shown.total() == 0) return {};
    const auto count = matches.coverage.groups;
    return tr("%1 in %2 %3")
        .arg(shareText(matches.coverage.weight, shown.total()), countText(count),
             groupNoun(shown.groups().grouping, count));
}

void SearchBox::setFound(const QString& text) {
    m_found = text;
    updateResult();
}

void SearchBox::updateResult() {
    const auto& matches = m_session.shown().matches;
    const bool isWrong = !m_session.search().isEmpty() && matches && !matches->failure.empty();
    const auto text = result();
    m_result->setText(text);
    m_result->setMinimumWidth(
        std::min(m_result->sizeHint().width(), fontMetrics().averageCharWidth() * narrowestResult));
    m_result->setVisible(!text.isEmpty());
    auto palette = this->palette();
    if (isWrong) palette.setColor(QPalette::PlaceholderText, Theme::of(this).warning);
    m_result->setPalette(palette);
}

void SearchBox::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) updateResult();
}

} // namespace candela

#include "moc_search_box.cpp"
