#include "views/tracks/track_list_controls.h"

#include "views/widgets/choice_menu.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>

namespace candela {

TrackListControls::TrackListControls(QObject& session, QWidget* canvas, QWidget* parent)
    : QWidget(parent), m_shared(SharedListing::of(session)), m_canvas(canvas),
      m_order(new ChoiceMenu(tr("Order ▾"), this)), m_name(new QLineEdit(this)), m_count(new QLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_order);
    row->addWidget(m_name);
    row->addWidget(m_count);
    m_order->setToolTip(tr("In which order the rows are listed (Shift+N)"));
    m_order->setAccessibleName(m_order->toolTip());
    addOrders();
    m_name->setPlaceholderText(tr("Rows of a name"));
    m_name->setAccessibleName(tr("Name of the listed rows"));
    m_name->setToolTip(
        tr("Lists only rows whose process or thread has this in its name, or a number that begins with it "
           "(N). All samples stay: nothing is filtered. Esc lists all rows again."));
    m_name->setClearButtonEnabled(true);
    const int letter = fontMetrics().averageCharWidth();
    m_name->setFixedWidth(
        std::max(letter * 16, fontMetrics().horizontalAdvance(m_name->placeholderText()) + letter * 5));
    m_name->installEventFilter(this);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->hide();
    connect(m_name, &QLineEdit::textChanged, this,
            [this](const QString& text) { m_shared.setName(text.trimmed()); });
    connect(&m_shared, &SharedListing::changed, this, &TrackListControls::follow);
    follow();
    const auto add = [canvas](const QKeySequence& keys, const auto& run) {
        auto* shortcut = new QShortcut(keys, canvas);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, canvas, run);
    };
    add(Qt::Key_N, [name = m_name] {
        name->setFocus(Qt::ShortcutFocusReason);
        name->selectAll();
    });
    add(Qt::SHIFT | Qt::Key_N, [order = m_order] { order->click(); });
}

void TrackListControls::addOrders() {
    m_order->addGroup(
        tr("Order of the rows"), "timeline/order",
        {{tr("Heaviest first"), tr("In order of the weight in the whole recording")},
         {tr("By name")},
         {tr("By start"), tr("In order of the first process that started, or of the thread")},
         {tr("Process tree"),
          tr("Each process below its parent, in order of their start. A closed row stands for the processes "
             "below it, too")}},
        [this](int choice) { m_shared.setOrder(static_cast<TrackOrder>(choice)); });
}

/// Shows what was chosen in another view.
void TrackListControls::follow() {
    m_order->action(tr("Order of the rows"), static_cast<int>(listing().order))->setChecked(true);
    if (m_name->text().trimmed() != listing().name) m_name->setText(listing().name);
    emit changed();
}

QString TrackListControls::countText() const {
    return m_count->isHidden() ? QString() : m_count->text();
}

void TrackListControls::setCounts(std::size_t listed, std::size_t all) {
    const auto text = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    m_count->setText(tr("%1 of %2 rows").arg(text(listed), text(all)));
    m_count->setHidden(listing().listsAll());
}

bool TrackListControls::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_name || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
        m_name->clear();
        m_canvas->setFocus(Qt::ShortcutFocusReason);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
        m_canvas->setFocus(Qt::ShortcutFocusReason);
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

} // namespace candela

#include "moc_track_list_controls.cpp"
