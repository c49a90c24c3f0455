#include "views/timeline/timeline_view.h"

#include "model/base/units.h"
#include "views/filter/sample_key_box.h"
#include "views/session/call_node_text.h"
#include "views/session/message_stack.h"
#include "views/timeline/timeline_words.h"
#include "views/tracks/track_list_controls.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

TimelineView::TimelineView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new TimelineCanvas(session, this)) {
    auto* strip = new Strip(Strip::Line::Below, this);
    auto* tracks = new ChoiceStrip({tr("Processes"), tr("CPUs")}, strip);
    m_groups = new SampleKeyBox(strip);
    m_groups->setAccessibleName(tr("Process rows"));
    m_groups->setToolTip(
        tr("Which processes share a row: those with one name, one executable, one value of a "
           "label, or none"));
    connect(m_groups, &SampleKeyBox::chosen, this,
            [this](const std::optional<SampleKey>& key) { m_canvas->setProcessGroups(*key); });
    connect(tracks, &ChoiceStrip::chosen, this, [this](int choice) {
        m_canvas->setTracks(choice == 0 ? TimelineTracks::Processes : TimelineTracks::Cpus);
        m_areProcesses = choice == 0;
        updateListing();
    });
    m_listing = new TrackListControls(session, m_canvas, strip);
    connect(m_listing, &TrackListControls::changed, this, &TimelineView::updateListing);
    strip->row()->addWidget(tracks);
    strip->row()->addWidget(m_groups);
    strip->row()->addWidget(m_listing);
    m_valueButton = createValueButton(*strip);
    m_whole = strip->addButton(tr("Whole"), tr("Show the whole time (Home)"));
    connect(m_whole, &QToolButton::clicked, m_canvas, &TimelineCanvas::showWhole);
    m_clear = strip->addButton(tr("Clear selection"), tr("Show all times again (Esc)"));
    connect(m_clear, &QToolButton::clicked, &m_session, &Session::clearTime);
    strip->row()->addWidget(createWords(strip), 1);
    m_stack = new MessageStack(m_canvas, this);
    auto* column = tightColumn(this);
    column->addWidget(strip);
    column->addWidget(m_stack, 1);

    for (const auto signal : {&Session::profileChanged, &Session::weightsChanged, &Session::filterChanged})
        connect(&session, signal, this, &TimelineView::updateMessage);
    connect(m_canvas, &TimelineCanvas::rowsChanged, this, &TimelineView::updateMessage);
    connect(m_canvas, &TimelineCanvas::visibleRangeChanged, this, &TimelineView::updateWords);
    connect(m_canvas, &TimelineCanvas::hoverChanged, this, &TimelineView::updateWords);
    connect(&session, &Session::profileChanged, this, &TimelineView::updateGroups);
    for (const auto signal : {&Session::profileChanged, &Session::valueChanged})
        connect(&session, signal, this, &TimelineView::updateValues);
    updateGroups();
    updateListing();
    updateValues();
    updateMessage();
}

/// What the pointer is on, and what is selected: in a narrow window they wrap together, so that what the
/// pointer is on has the rest of that line.
QWidget* TimelineView::createWords(QWidget* parent) {
    auto* both = new QWidget(parent);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_hover = new ItemLine(both);
    m_hover->setMinimumWidth(m_hover->minimumSizeHint().width()); // its policy lets it vanish
    row->addWidget(m_hover, 1);
    m_selection = new QLabel(both);
    m_selection->setTextFormat(Qt::PlainText);
    m_selection->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_selection);
    both->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    return both;
}

QToolButton* TimelineView::createValueButton(Strip& strip) {
    auto* button = strip.addButton({}, tr("Choose which values are drawn in each row"));
    button->setObjectName("values");
    auto* menu = new QMenu(button);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillValueMenu(*menu); });
    connect(button, &QToolButton::clicked, this,
            [button, menu] { menu->popup(button->mapToGlobal(QPoint(0, button->height()))); });
    return button;
}

void TimelineView::fillValueMenu(QMenu& menu) {
    menu.clear();
    if (!m_session.profile()) return;
    for (const auto value : TimelineValues::offered(*m_session.profile())) {
        auto* action = menu.addAction(laneTitle(*m_session.profile(), value).replace('&', "&&"));
        action->setCheckable(true);
        action->setChecked(m_canvas->isValueShown(value));
        action->setEnabled(value != m_session.value()); // the session's value is always shown
        connect(action, &QAction::toggled, this, [this, value](bool isChecked) {
            m_canvas->setValueShown(value, isChecked);
            updateValues();
        });
    }
}

void TimelineView::updateValues() {
    const auto offered =
        m_session.profile() ? TimelineValues::offered(*m_session.profile()) : std::vector<ValueTypeIndex>();
    const auto shown = std::ranges::count_if(
        offered, [this](ValueTypeIndex value) { return m_canvas->isValueShown(value); });
    m_valueButton->setText(tr("Values: %1 of %2").arg(shown).arg(offered.size()));
    m_valueButton->setVisible(offered.size() > 1);
}

/// Groups processes by their common property; rows of threads are below them.
void TimelineView::updateGroups() {
    auto keys = offeredSampleKeys(m_session.profile().get(), Numbers::Kept);
    std::erase_if(keys, [](const std::optional<SampleKey>& key) {
        return key->kind == SampleKey::Kind::Thread || key->kind == SampleKey::Kind::ThreadName;
    });
    m_groups->setKeys(std::move(keys));
    m_canvas->setProcessGroups(*m_groups->key());
}

/// Neither groups nor names are of CPUs, and the process tree has no groups.
void TimelineView::updateListing() {
    const auto& listing = m_listing->listing();
    m_listing->setEnabled(m_areProcesses);
    m_groups->setEnabled(m_areProcesses && listing.order != TrackOrder::ProcessTree);
    m_canvas->setListing(listing);
    m_listing->setCounts(m_canvas->rows().listedTracks, m_canvas->rows().tracks);
}

void TimelineView::updateMessage() {
    ViewMessage message;
    if (!m_session.profile() || !m_session.value() || !m_session.failure().isEmpty()) {
        message = sessionMessage(m_session);
    } else if (m_canvas->isPending()) {
        message = {tr("Adding up the samples…"), {}};
    } else if (!m_canvas->hasTimes()) {
        message = noTimesMessage(m_session);
    } else if (m_canvas->rows().tracks == 0) {
        message = {tr("No sample passes the filters"), tr("Remove a filter above to see more")};
    }
    m_stack->setMessage(message);
    m_listing->setCounts(m_canvas->rows().listedTracks, m_canvas->rows().tracks);
    updateWords();
}

void TimelineView::updateWords() {
    const auto& chosen = m_session.filter().time;
    const auto& shown = m_session.shown();
    m_whole->setEnabled(m_canvas->visibleRange() != m_canvas->wholeRange());
    m_clear->setEnabled(chosen.has_value());
    const auto range = chosen.value_or(m_canvas->wholeRange());
    // The whole is the recording, as everywhere in the window, or the axis where samples exceed a file's
    // stated duration.
    const auto recorded = !chosen && m_session.profile() ? m_session.profile()->origin.duration : 0;
    QStringList words;
    if (chosen) words << tr("Selected");
    words << QString::fromStdString(formatDuration(std::max(recorded, range.end - range.begin)));
    if (!shown.isEmpty()) {
        auto total = weightText(shown.total(), shown.unit());
        if (m_canvas->rows().lanes.size() > 1) total = m_canvas->rows().main().name + " " + total;
        words << QString::fromStdString(formatSamples(shown.weights->samples)) << total;
    }
    m_selection->setText(words.join("  ·  "));
    const auto& hovered = m_canvas->hoverWords();
    if (!hovered.isEmpty()) return m_hover->setItems({hovered});
    if (!m_canvas->notice().isEmpty()) return m_hover->setHint(m_canvas->notice());
    m_hover->setHint(
        tr("Drag to select a time, wheel to look closer, click a name to keep only its samples. Esc clears "
           "the selection."));
}

} // namespace candela

#include "moc_timeline_view.cpp"
