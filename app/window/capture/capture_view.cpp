#include "app/window/capture/capture_view.h"

#include "views/details/details_panel.h"
#include "views/filter/filter_bar.h"
#include "views/session/message_stack.h"
#include "views/source/source_view.h"
#include "views/text/plain_text.h"
#include "views/timeline/timeline_view.h"
#include "views/view.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/strip.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace candela {
namespace {

/// The timeline is not a tab: it is below all of them.
bool isTab(const ViewDescription& view) {
    return view.name != "timeline";
}

const ViewDescription* description(const QString& name) {
    for (const auto& view : allViews())
        if (plainText(view.name) == name) return &view;
    return nullptr;
}

/// A recording that has just begun has no samples yet; their times will come. Without any value type there
/// are none, and the view above states that already.
bool mayHaveTimes(const Profile* profile) {
    if (!profile) return true;
    const auto& tables = profile->samples;
    if (tables.empty()) return false;
    return std::ranges::all_of(tables, [](const SampleTable& table) { return table.size() == 0; }) ||
           std::ranges::any_of(tables, [](const SampleTable& table) { return !table.time.empty(); });
}

} // namespace

CaptureView::CaptureView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_filterBar(new FilterBar(session, this)),
      m_tabs(new QTabBar(m_filterBar->strip())), m_views(new QStackedWidget(this)),
      m_splitter(new QSplitter(Qt::Vertical, this)) {
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    for (const auto& view : allViews()) {
        if (!isTab(view)) continue;
        m_names << plainText(view.name);
        m_tabs->addTab(titleOf(view));
        m_tabs->setTabToolTip(m_tabs->count() - 1, tr("Ctrl+%1").arg(m_tabs->count()));
        m_views->addWidget(new QWidget(m_views));
    }
    m_filterBar->setTabs(m_tabs);
    m_splitter->addWidget(m_views);
    createView(0); // before the timeline: this sets the order of the Tab key
    m_timeline = new TimelineView(session, m_splitter);
    m_splitter->addWidget(m_timeline);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({620, 280});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
    // Queued: a canvas that the splitter resizes reports its rows in the middle of that, and the splitter
    // would put its handle where the border was before.
    connect(m_timeline->canvas(), &TimelineCanvas::rowsChanged, this, &CaptureView::fitTimeline,
            Qt::QueuedConnection);
    m_details = new DetailsPanel(session, this);
    m_details->hide();
    auto* sides = new QSplitter(Qt::Horizontal, this);
    sides->addWidget(m_splitter);
    sides->addWidget(m_details);
    sides->setStretchFactor(0, 1);
    sides->setStretchFactor(1, 0);
    sides->setChildrenCollapsible(false);
    sides->setSizes({1080, 320});
    auto* column = tightColumn(this);
    column->addWidget(m_filterBar);
    column->addWidget(sides, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &CaptureView::createView);
    connect(&session, &Session::viewRequested, this, &CaptureView::showView);
    connect(&session, &Session::profileChanged, this, &CaptureView::updateTimeline);
}

void CaptureView::showDetails(bool isShown) {
    m_details->setVisible(isShown);
}

void CaptureView::openSource() {
    const auto* source = qobject_cast<const SourceView*>(view());
    m_session.requestEditor(source && source->shown() ? source->chosenLine() : m_session.selectedLine());
}

void CaptureView::updateTimeline() {
    m_timeline->setVisible(mayHaveTimes(m_session.profile().get()));
}

void CaptureView::createView(int index) {
    if (index < 0 || index >= m_names.size()) return;
    auto* there = m_views->widget(index);
    if (there->objectName() != m_names[index]) {
        auto* made = description(m_names[index])->create(m_session, m_views);
        made->setObjectName(m_names[index]);
        m_views->removeWidget(there);
        there->deleteLater();
        m_views->insertWidget(index, made);
    }
    const bool hadFocus = m_views->isAncestorOf(window()->focusWidget());
    m_views->setCurrentIndex(index);
    if (hadFocus) focusView();
}

void CaptureView::showView(const QString& name) {
    const auto index = m_names.indexOf(name);
    if (index < 0) return;
    m_tabs->setCurrentIndex(static_cast<int>(index));
    createView(static_cast<int>(index));
}

Strip* CaptureView::strip() const {
    return m_filterBar->strip();
}

/// The timeline takes the height of its rows, at most a third, until the user moves the splitter.
void CaptureView::fitTimeline() {
    const auto* canvas = m_timeline->canvas();
    if (m_isMoved || !canvas->isVisible() || canvas->rows().tracks == 0) return;
    constexpr int margin = 8;
    const auto sizes = m_splitter->sizes();
    const int all = sizes[0] + sizes[1];
    const int wanted = m_timeline->height() - canvas->height() + canvas->sizeHint().height() + margin;
    if (std::exchange(m_wantedHeight, wanted) == wanted) return;
    const int height = std::min(wanted, all / 3);
    if (height != sizes[1]) m_splitter->setSizes({all - height, height});
}

QString CaptureView::shownView() const {
    return m_names.value(m_views->currentIndex());
}

QWidget* CaptureView::view() const {
    return m_views->currentWidget();
}

void CaptureView::focusView() {
    if (auto* stack = view()->findChild<MessageStack*>()) stack->focusShown();
}

} // namespace candela

#include "moc_capture_view.cpp"
