#include "views/flame_chart/flame_chart_canvas.h"

#include "views/flame/flame_colours.h"
#include "views/flame/flame_painter.h"
#include "views/flame_chart/flame_chart_accessible.h"
#include "views/flame_chart/flame_chart_words.h"
#include "views/timeline/life_painter.h"
#include "views/timeline/timeline_rows_painter.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>

namespace candela {

namespace {

constexpr std::int64_t minimumTime = 100; ///< nanoseconds that are visible at least
constexpr int signsHeight = 11;           ///< pixels

} // namespace

FlameChartCanvas::FlameChartCanvas(Session& session, QWidget* parent)
    : QAbstractScrollArea(parent), m_session(session), m_input(*this, session),
      m_prepare(new WhenVisible(parent ? parent : this, [this] { prepare(); })),
      m_job([this](Result<ComputedFlameChart> computed) { accept(std::move(computed)); },
            [this] { m_prepare->request(); }),
      m_painter(font()) {
    installFlameChartAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Flame chart"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_geometry.rowHeight = static_cast<int>(FlamePainter::rowHeight(font()));
    connect(&session, &Session::profileChanged, this, [this] {
        if (!m_session.profile() || !m_session.value()) clear();
    });
    connect(&session, &Session::weightsChanged, m_prepare, &WhenVisible::request);
    connect(&session, &Session::matchesChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&session, &Session::filterChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&session, &Session::hoveredChanged, this, &FlameChartCanvas::updateGroups);
    connect(&session, &Session::selectedChanged, this, &FlameChartCanvas::updateGroups);
    m_prepare->request();
}

void FlameChartCanvas::prepare() {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return clear();
    FlameChartRequest request{shown.profile, shown.shape, shown.value, m_session.filter()};
    request.filter.time.reset();
    m_job.request(request);
}

void FlameChartCanvas::accept(Result<ComputedFlameChart> computed) {
    if (computed) return take(std::move(*computed));
    clear();
    emit failed(computed.error());
}

void FlameChartCanvas::clear() {
    m_job.cancel();
    m_scene.setChart(nullptr);
    m_lives.set(nullptr, nullptr);
    m_tracks.reset();
    m_geometry.listed.clear();
    m_geometry.positions.clear();
    m_geometry.tops.clear();
    m_geometry.visible = m_whole = {};
    m_hovered.reset();
    m_focused.reset();
    m_closed.clear();
    m_input.forgetDrag();
    viewport()->update();
    emit chartChanged();
}

void FlameChartCanvas::take(ComputedFlameChart computed) {
    const auto before = chart();
    const auto focused = m_focused;
    m_scene.setChart(computed.chart);
    m_lives.set(computed.chart, computed.lives);
    m_tracks = std::move(computed.tracks);
    m_geometry.headHeight = m_lives.areKnown() ? signsHeight : 0;
    m_tones = std::move(computed.tones);
    m_lostTimes = lostTimes(*chart()->profile);
    m_hovered.reset();
    m_focused.reset();
    const bool showedWhole = m_geometry.visible == m_whole;
    m_whole = chart()->range;
    if (showedWhole) m_geometry.visible = m_whole;
    // The focus stays at its time and depth, if the new chart has a block there.
    if (focused && before) {
        const auto thread = before->tracks[focused->track].thread;
        const auto track = std::ranges::find(chart()->tracks, thread, &FlameChartTrack::thread);
        if (track != chart()->tracks.end())
            if (const auto block =
                    track->blockAt(*chart()->shape, focused->block.begin, focused->block.depth))
                m_focused = {static_cast<std::size_t>(track - chart()->tracks.begin()), *block};
    }
    listTracks();
    updateGroups();
    emit chartChanged();
    emit visibleRangeChanged();
}

void FlameChartCanvas::setListing(const TrackListing& listing) {
    if (listing == m_listing) return;
    m_listing = listing;
    verticalScrollBar()->setValue(0);
    listTracks();
    emit chartChanged();
}

void FlameChartCanvas::listTracks() {
    if (m_tracks) m_geometry.listed = m_tracks->listed(m_listing);
    layOut();
    m_hovered.reset();
    if (m_focused && !m_geometry.isListed(m_focused->track)) m_focused.reset();
}

void FlameChartCanvas::layOut() {
    m_geometry.size = viewport()->size();
    if (chart()) m_geometry.layOut(*chart(), std::move(m_geometry.listed), m_closed);
    verticalScrollBar()->setPageStep(m_geometry.page());
    verticalScrollBar()->setSingleStep(m_geometry.rowHeight);
    verticalScrollBar()->setRange(0, std::max(0, m_geometry.contentHeight() - m_geometry.page()));
    m_geometry.scroll = verticalScrollBar()->value();
    viewport()->update();
}

void FlameChartCanvas::updateGroups() {
    if (!chart()) return;
    const auto& groups = *chart()->shape->groups;
    m_hoveredGroup = m_session.hovered().isEmpty() ? FrameGroupIndex() : groupOf(groups, m_session.hovered());
    m_selectedGroup =
        m_session.selected().isEmpty() ? FrameGroupIndex() : groupOf(groups, m_session.selected());
    viewport()->update();
    emit marksChanged();
}

void FlameChartCanvas::setVisibleRange(TimeRange range) {
    if (!hasPlot()) return;
    const auto whole = wrappingDifference(m_whole.end, m_whole.begin);
    const auto length =
        std::clamp(wrappingDifference(range.end, range.begin), std::min(minimumTime, whole), whole);
    range.begin = std::clamp(range.begin, m_whole.begin, m_whole.end - length);
    range.end = range.begin + length;
    if (range == m_geometry.visible) return;
    m_geometry.visible = range;
    viewport()->update();
    emit visibleRangeChanged();
}

void FlameChartCanvas::zoom(double factor, double x) {
    const auto fixed = m_geometry.timeAt(x);
    const auto scaled = [&](std::int64_t time) {
        const auto from = static_cast<double>(wrappingDifference(time, fixed)) / factor;
        const auto whole = static_cast<double>(wrappingDifference(m_whole.end, m_whole.begin));
        return wrappingSum(fixed, static_cast<std::int64_t>(std::clamp(from, -whole, whole)));
    };
    setVisibleRange({scaled(m_geometry.visible.begin), scaled(m_geometry.visible.end)});
}

void FlameChartCanvas::pan(QPointF by) {
    const auto time = m_geometry.timeOf(by.x());
    const auto& visible = m_geometry.visible;
    setVisibleRange({visible.begin - time, visible.end - time});
    verticalScrollBar()->setValue(verticalScrollBar()->value() - qRound(by.y()));
}

void FlameChartCanvas::toggle(std::size_t track) {
    const auto thread = chart()->tracks[track].thread;
    if (!m_closed.erase(thread)) m_closed.insert(thread);
    layOut();
}

std::optional<TrackBlock> FlameChartCanvas::blockAt(QPointF point) {
    m_scene.update(m_geometry);
    return m_scene.blockAt(m_geometry, point);
}

void FlameChartCanvas::hover(QPointF point) {
    const auto at = hasPlot() ? blockAt(point) : std::nullopt;
    if (at == m_hovered) return;
    m_hovered = at;
    const auto& shape = at ? chart()->shape : nullptr;
    m_session.setHovered(
        at ? Selection{shape->groups->groups[shape->group[at->block.node.row()].row()].name, {}}
           : Selection());
    updateGroups();
}

void FlameChartCanvas::focusBlock(const std::optional<TrackBlock>& block) {
    m_focused = block;
    const auto& shape = block ? chart()->shape : nullptr;
    m_session.setSelected(
        block ? Selection{shape->groups->groups[shape->group[block->block.node.row()].row()].name, {}}
              : Selection());
    updateGroups();
    QAccessibleEvent event(this, QAccessible::ValueChanged);
    QAccessible::updateAccessibility(&event);
}

void FlameChartCanvas::step(FlameChartStep step) {
    if (!hasPlot()) return;
    const auto next = steppedFrom(*chart(), m_geometry, m_focused, step);
    if (next != m_focused) focusBlock(next);
    if (m_focused) reveal(*m_focused);
}

void FlameChartCanvas::selectMatch(MatchStep step) {
    const auto& shown = m_session.shown();
    if (!hasPlot() || shown.shape != chart()->shape || !shown.matches || !shown.matches->isActive()) return;
    m_scene.update(m_geometry);
    const auto match = matchingBlock(m_scene, m_geometry, shown.matches->groups, m_focused, step);
    if (!match) return;
    focusBlock(match);
    reveal(*match);
}

/// Scrolls and moves until the block is visible, or its begin if it is longer than what is visible.
void FlameChartCanvas::reveal(const TrackBlock& block) {
    const auto& [begin, end] = m_geometry.visible;
    const auto length = wrappingDifference(end, begin);
    if (block.block.end <= begin || block.block.begin >= end)
        setVisibleRange({block.block.begin - length / 10, block.block.begin - length / 10 + length});
    const int top = m_geometry.rowTop(block.track, block.block.depth);
    const int above = std::min(0, top - FlameChartGeometry::axisHeight);
    const int below = std::max(0, top + m_geometry.rowHeight - m_geometry.size.height());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + above + below);
}

ItemWords FlameChartCanvas::markedWords() const {
    const auto& marked = m_hovered ? m_hovered : m_focused;
    return marked ? blockWords(*chart(), m_geometry, *marked) : ItemWords();
}

QString FlameChartCanvas::focusText() const {
    return m_focused ? blockWords(*chart(), m_geometry, *m_focused).text() : QString();
}

std::optional<TimeRange> FlameChartCanvas::selection() const {
    return m_input.dragged() ? m_input.dragged() : m_session.filter().time;
}

TimelineLook FlameChartCanvas::look() const {
    return {Theme::of(this), m_geometry.plot(), m_geometry.visible, selection(),
            [this](std::int64_t time) { return m_geometry.xOf(time); }};
}

std::span<const LifeEvent> FlameChartCanvas::lifeEventsAt(QPointF point) const {
    const auto track = hasPlot() ? m_geometry.trackAt(point.y()) : std::nullopt;
    const bool isAboveRows = track && point.y() < m_geometry.rowTop(*track, 0);
    if (!isAboveRows || point.x() < FlameChartGeometry::nameWidth) return {};
    return candela::lifeEventsAt(m_lives.of(*track), look(), point.x());
}

void FlameChartCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const auto& theme = Theme::of(this);
    painter.fillRect(viewport()->rect(), theme.base);
    if (!hasPlot()) return;
    constexpr int axisHeight = FlameChartGeometry::axisHeight;
    const auto plot = m_geometry.plot();
    const auto below = plot.adjusted(0, axisHeight, 0, 0);
    const auto look = this->look();
    paintTimeAxis(painter, look, QRect(plot.left(), 0, plot.width(), axisHeight));
    m_scene.update(m_geometry);
    const auto& shown = m_session.shown();
    FlameChartMarks marks{.hoveredGroup = m_hoveredGroup,
                          .selectedGroup = m_selectedGroup,
                          .hovered = m_hovered,
                          .focused = m_focused};
    if (shown.shape == chart()->shape && shown.matches && shown.matches->isActive())
        marks.matches = &shown.matches->groups;
    painter.setClipRect(below);
    for (const auto& visible : m_scene.tracks())
        paintMissingTimes(painter, look, m_lives.of(visible.track), m_geometry.trackRect(visible.track));
    m_painter.paintBlocks(painter, m_scene, m_geometry, m_tones, modulePalette(theme), theme, marks);
    for (const auto& visible : m_scene.tracks())
        paintLifeSigns(painter, look, m_lives.of(visible.track), m_geometry.trackRect(visible.track));
    paintLostTimes(painter, look, m_lostTimes, below);
    paintTimeSelection(painter, look, below);
    painter.setClipping(false);
    paintNames(painter, theme);
    if (m_geometry.listed.empty())
        paintNoRows(painter, theme, m_listing.name, viewport()->rect().adjusted(0, axisHeight, 0, 0));
    painter.fillRect(0, axisHeight - 1, viewport()->width(), 1, theme.line);
    painter.fillRect(FlameChartGeometry::nameWidth - 1, 0, 1, viewport()->height(), theme.line);
}

void FlameChartCanvas::paintNames(QPainter& painter, const Theme& theme) {
    const auto whole = viewport()->rect();
    painter.setClipRect(whole.adjusted(0, FlameChartGeometry::axisHeight, 0, 0));
    painter.fillRect(0, 0, FlameChartGeometry::nameWidth, whole.height(), theme.window);
    for (const auto& visible : m_scene.tracks()) {
        const auto cell = m_geometry.nameRect(visible.track);
        if (m_focused && m_focused->track == visible.track)
            painter.fillRect(cell.adjusted(0, 0, 0, -2), theme.accentSoft);
        // The name of a track that begins above stays readable while its blocks are visible.
        const int lines = std::min(2, static_cast<int>(m_geometry.rowsOf(visible.track)));
        const int lowest = cell.bottom() - lines * m_geometry.rowHeight - FlameChartGeometry::trackGap + 2;
        auto name = cell.adjusted(0, m_geometry.headHeight, 0, 0); // beside the first row
        name.moveTop(std::max(name.top(), std::min(FlameChartGeometry::axisHeight, lowest)));
        name.setLeft(trackIndent(m_geometry.listed[m_geometry.positions[visible.track]].depth));
        paintTrackName(painter, theme, *chart(), visible.track, isClosed(visible.track), name,
                       m_geometry.rowHeight);
        painter.fillRect(0, cell.bottom() - 1, whole.width(), 1, theme.line);
    }
    painter.setClipping(false);
}

bool FlameChartCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) m_input.leave();
    if (event->type() == QEvent::ToolTip) {
        m_input.askForToolTip(*static_cast<QHelpEvent*>(event));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameChartCanvas::wheelEvent(QWheelEvent* event) {
    if (m_input.turnWheel(*event))
        event->accept();
    else
        QAbstractScrollArea::wheelEvent(event);
}

void FlameChartCanvas::keyPressEvent(QKeyEvent* event) {
    if (!m_input.pressKey(*event)) QAbstractScrollArea::keyPressEvent(event);
}

void FlameChartCanvas::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void FlameChartCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    m_painter = FlameChartPainter(font());
    m_geometry.rowHeight = static_cast<int>(FlamePainter::rowHeight(font()));
    layOut();
}

void FlameChartCanvas::scrollContentsBy(int, int) {
    m_geometry.scroll = verticalScrollBar()->value();
    viewport()->update();
}

} // namespace candela

#include "moc_flame_chart_canvas.cpp"
